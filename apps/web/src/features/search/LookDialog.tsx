import { FileImageOutlined } from '@ant-design/icons';
import { Button, Modal, Upload } from 'antd';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { call } from '#lib/call.ts';
import { showToast } from '#lib/toast.ts';
import { type Box, boxBetween, pixelsOf } from './look-pixels.ts';
import { SEARCH_WORDS } from './search-words.ts';
import styles from './Look.module.css';

type Props = {
  /** A picture that is there already; without one it is chosen here. */
  url?: string | null;
  project_id: string | null;
  onLook: (look: string) => void;
  onClose: () => void;
};

/** Asks for what looks like a picture, or like what a box is drawn around in it. */
export function LookDialog({ url = null, project_id, onLook, onClose }: Props) {
  const [chosen, setChosen] = useState<string | null>(null);
  const [box, setBox] = useState<Box | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const picture = useRef<HTMLImageElement>(null);
  const start = useRef<{ x: number; y: number } | null>(null);
  const src = chosen ?? url;
  useEffect(() => () => void (chosen && URL.revokeObjectURL(chosen)), [chosen]);
  const asking = useRef<AbortController | null>(null);
  useEffect(() => () => asking.current?.abort(), []);

  const take = (file: File) => {
    if (!file.type.startsWith('image/')) return showToast('warning', '请选择一张图片');
    setBox(null);
    setChosen(URL.createObjectURL(file));
  };
  const find = async () => {
    if (!picture.current) return;
    setIsAsking(true);
    // Whoever has closed this meanwhile does not want to be led away by the answer.
    const { signal } = (asking.current = new AbortController());
    try {
      const pixels = pixelsOf(picture.current, box);
      const { look } = await call('search.look', { ...(project_id && { project_id }), ...pixels }, { signal });
      if (signal.aborted) return;
      onLook(look);
      onClose();
    } finally {
      setIsAsking(false);
    }
  };
  const placeOf = (event: PointerEvent) => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    return { x: (event.clientX - left) / width, y: (event.clientY - top) / height };
  };
  return (
    <Modal
      open
      centered
      width="min(760px, 92vw)"
      title={SEARCH_WORDS.look_title}
      onCancel={onClose}
      footer={
        <>
          {box && <Button onClick={() => setBox(null)}>去掉框</Button>}
          <Button type="primary" disabled={!src} loading={isAsking} onClick={() => void find().catch(() => {})}>
            {box ? '找和框里相似的' : '找相似画面'}
          </Button>
        </>
      }
    >
      {src ? (
        <>
          <p className={styles['hint']}>在画面上拖一个框，只找和框里相似的；不画就找整张。</p>
          <div
            className={styles['stage']}
            onPointerDown={(event) => {
              event.currentTarget.setPointerCapture(event.pointerId);
              start.current = placeOf(event);
              setBox(null);
            }}
            onPointerMove={(event) => start.current && setBox(boxBetween(start.current, placeOf(event)))}
            onPointerUp={() => {
              start.current = null;
              // A click that moved a little is no box.
              setBox((now) => (now && now.width > 0.02 && now.height > 0.02 ? now : null));
            }}
          >
            <img
              ref={picture}
              src={src}
              alt="要找的画面"
              draggable={false}
              onError={() => showToast('error', '这张图片打不开，请换 JPEG、PNG 或 WebP 再试')}
            />
            {box && (
              <span
                className={styles['box']}
                style={{
                  left: `${box.x * 100}%`,
                  top: `${box.y * 100}%`,
                  width: `${box.width * 100}%`,
                  height: `${box.height * 100}%`,
                }}
              />
            )}
          </div>
        </>
      ) : (
        <Upload.Dragger
          accept="image/*"
          showUploadList={false}
          beforeUpload={(file) => {
            take(file);
            return false;
          }}
        >
          <p>
            <FileImageOutlined aria-hidden="true" />
          </p>
          <p>选择或拖入一张图片，找和它相似的画面</p>
          <p className={styles['hint']}>图片不会存进素材库</p>
        </Upload.Dragger>
      )}
    </Modal>
  );
}
