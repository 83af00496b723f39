import { type Box, RATIOS, type VideoClip } from '@mixreel/contract';
import { Button, InputNumber, Modal, Segmented } from 'antd';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { addressOf } from '#lib/app-config.ts';
import { Film } from '#ui/Film.tsx';
import { useConfigOf, useMix } from '../document/use-mix.ts';
import { dragBox, drawBox, fitShape, type Grip, hasShape, mirrorBox, toCrop, WHOLE } from './crop.ts';
import styles from './Crop.module.css';

const CORNERS = { nw: '左上角', ne: '右上角', sw: '左下角', se: '右下角' } as const;
const FIELDS = { x: '左边', y: '上边', width: '宽', height: '高' } as const;
const STEPS: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: -0.01, y: 0 },
  ArrowRight: { x: 0.01, y: 0 },
  ArrowUp: { x: 0, y: -0.01 },
  ArrowDown: { x: 0, y: 0.01 },
};

type Props = { clip: VideoClip; at_ms: number; onCrop: (crop: Box | null) => void; onClose: () => void };

/** Which part of a clip's picture is used. */
export function CropDialog({ clip, at_ms, onCrop, onClose }: Props) {
  const { shootings } = useMix();
  const { picture } = useConfigOf(shootings.find(({ shooting_id }) => shooting_id === clip.shooting_id));
  // All of this speaks of what is seen; what is kept is a part of the picture as it was filmed.
  const turn = clip.is_mirrored ? mirrorBox : (same: Box) => same;
  const [box, setBox] = useState(() => turn(clip.crop ?? WHOLE));
  const [isLocked, setIsLocked] = useState(true);
  const [size, setSize] = useState<{ width: number; height: number } | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  const drag = useRef<((to: { x: number; y: number }) => Box) | null>(null);
  // Shares of the picture: a square picture on an upright canvas is cut to 0.5625 of its width.
  const shapeOn = ({ width, height }: { width: number; height: number }) => {
    const canvas = RATIOS[picture.ratio];
    return canvas.width / canvas.height / (width / height);
  };
  const shape = isLocked && size ? shapeOn(size) : null;

  const measure = (shown: { width: number; height: number }) => {
    setSize(shown);
    if (clip.crop) setIsLocked(hasShape(clip.crop, shapeOn(shown)));
    else setBox(fitShape(WHOLE, shapeOn(shown)));
  };
  const pointAt = (event: PointerEvent) => {
    const { left, top, width, height } = frame.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1);
    return { x: (event.clientX - left) / width, y: (event.clientY - top) / height };
  };
  const hold = (grip: Grip | 'draw') => (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.stopPropagation();
    frame.current?.setPointerCapture(event.pointerId);
    const from = pointAt(event);
    drag.current = (to) =>
      grip === 'draw' ? drawBox(from, to, shape) : dragBox(box, grip, { x: to.x - from.x, y: to.y - from.y }, shape);
  };
  const follow = (event: PointerEvent) => {
    if (drag.current) setBox(drag.current(pointAt(event)));
  };
  const release = () => (drag.current = null);
  const nudge = (grip: Grip) => (event: KeyboardEvent) => {
    const by = STEPS[event.key];
    if (!by) return;
    event.preventDefault();
    const times = event.shiftKey ? 5 : 1;
    setBox(dragBox(box, grip, { x: by.x * times, y: by.y * times }, shape));
  };
  const lock = (is_locked: boolean) => {
    setIsLocked(is_locked);
    if (is_locked && size) setBox(fitShape(box, shapeOn(size)));
  };
  const type = (field: keyof typeof FIELDS, percent: number) => {
    const next = { ...box, [field]: percent / 100 };
    const [x, y] = [Math.min(next.x, 1 - next.width), Math.min(next.y, 1 - next.height)];
    setBox({ ...next, x: Math.max(0, x), y: Math.max(0, y) });
  };
  // There is nowhere to move the whole picture to.
  const isWhole = toCrop(box) === null;
  const sides = {
    left: `${box.x * 100}%`,
    top: `${box.y * 100}%`,
    width: `${box.width * 100}%`,
    height: `${box.height * 100}%`,
  };
  return (
    <Modal
      open
      centered
      width={720}
      title={`裁切「${clip.material_name}」`}
      okText="使用"
      cancelText="取消"
      onOk={() => {
        onCrop(toCrop(turn(box)));
        onClose();
      }}
      onCancel={onClose}
    >
      <div className={styles['crop']}>
        <div className={styles['stage']}>
          <div
            ref={frame}
            className={styles['frame']}
            data-mirrored={clip.is_mirrored}
            onPointerDown={hold('draw')}
            onPointerMove={follow}
            onPointerUp={release}
            onPointerCancel={release}
          >
            {clip.preview_url && clip.source_ms > 0 ? (
              <Film
                src={addressOf(clip.preview_url)}
                preload="auto"
                muted
                playsInline
                aria-label={`${clip.material_name}的画面`}
                onLoadedMetadata={({ currentTarget: video }) => {
                  measure({ width: video.videoWidth, height: video.videoHeight });
                  video.currentTime = at_ms / 1000 + 0.001;
                }}
              />
            ) : (
              <img
                src={clip.cover_url ?? ''}
                alt={clip.material_name}
                draggable={false}
                onLoad={({ currentTarget: image }) =>
                  measure({ width: image.naturalWidth, height: image.naturalHeight })
                }
              />
            )}
            <div className={styles['shade']}>
              <div style={sides} />
            </div>
            <div
              className={styles['box']}
              style={sides}
              role="slider"
              tabIndex={0}
              aria-label="裁切框"
              aria-valuenow={Math.round(box.x * 100)}
              aria-valuetext={`左 ${Math.round(box.x * 100)}%，上 ${Math.round(box.y * 100)}%`}
              data-whole={isWhole}
              onPointerDown={hold(isWhole ? 'draw' : 'move')}
              onKeyDown={nudge('move')}
            />
            {Object.entries(CORNERS).map(([grip, name]) => (
              <span
                key={grip}
                className={styles['corner']}
                role="slider"
                tabIndex={0}
                aria-label={`裁切框${name}`}
                aria-valuenow={Math.round(box.width * 100)}
                aria-valuetext={`宽 ${Math.round(box.width * 100)}%，高 ${Math.round(box.height * 100)}%`}
                style={{
                  left: `${(box.x + (grip.endsWith('e') ? box.width : 0)) * 100}%`,
                  top: `${(box.y + (grip.startsWith('s') ? box.height : 0)) * 100}%`,
                  cursor: grip === 'nw' || grip === 'se' ? 'nwse-resize' : 'nesw-resize',
                }}
                onPointerDown={hold(grip as Grip)}
                onKeyDown={nudge(grip as Grip)}
              />
            ))}
          </div>
        </div>
        <div className={styles['tools']}>
          <Segmented<boolean>
            aria-label="裁切的形状"
            size="small"
            value={isLocked}
            options={[
              { value: true, label: `画布比例 ${picture.ratio}` },
              { value: false, label: '自由' },
            ]}
            onChange={lock}
          />
          {Object.entries(FIELDS).map(([field, name]) => (
            <InputNumber
              key={field}
              size="small"
              aria-label={`裁切${name}，%`}
              prefix={name}
              suffix="%"
              min={field === 'width' || field === 'height' ? 5 : 0}
              max={100}
              disabled={isLocked && (field === 'width' || field === 'height')}
              value={Math.round(box[field as keyof Box] * 1000) / 10}
              onChange={(value) => value !== null && type(field as keyof typeof FIELDS, value)}
            />
          ))}
          <Button
            size="small"
            onClick={() => {
              setIsLocked(false);
              setBox(WHOLE);
            }}
          >
            不裁切
          </Button>
        </div>
        <p className={styles['hint']}>
          在画面上拖出要用的部分，或拖动四角。
          {!isLocked && (clip.fit ?? picture.fit) === 'cover' && '形状和画布不同时，还会再裁到铺满画布。'}
        </p>
      </div>
    </Modal>
  );
}
