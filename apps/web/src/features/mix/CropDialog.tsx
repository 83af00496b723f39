import { type Box, RATIOS, type VideoClip } from '@mixreel/contract';
import { Button, InputNumber, Modal, Segmented } from 'antd';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { addressOf } from '#lib/app-config.ts';
import { dragBox, fitShape, type Grip, toCrop, WHOLE } from './crop.ts';
import { configOf } from './fit.ts';
import { useMix } from './use-mix.ts';
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
  const mix = useMix();
  const { width: canvasWidth, height: canvasHeight } = RATIOS[configOf(mix).picture.ratio];
  const [box, setBox] = useState(clip.crop ?? WHOLE);
  const [isLocked, setIsLocked] = useState(true);
  const [size, setSize] = useState<{ width: number; height: number } | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  const held = useRef<{ grip: Grip; box: Box; x: number; y: number } | null>(null);
  // The box is a part of the picture as it was filmed; shown mirrored, what goes right on the screen goes left in it.
  const way = clip.is_mirrored ? -1 : 1;
  // Shares of the picture: a square picture on an upright canvas is cut to 0.5625 of its width.
  const shape = isLocked && size ? canvasWidth / canvasHeight / (size.width / size.height) : null;

  const hold = (grip: Grip) => (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.stopPropagation();
    frame.current?.setPointerCapture(event.pointerId);
    held.current = { grip, box, x: event.clientX, y: event.clientY };
  };
  const drag = (event: PointerEvent<HTMLElement>) => {
    const room = frame.current?.getBoundingClientRect();
    if (!held.current || !room) return;
    const { grip, box: from, x, y } = held.current;
    setBox(
      dragBox(from, grip, { x: (way * (event.clientX - x)) / room.width, y: (event.clientY - y) / room.height }, shape),
    );
  };
  const release = () => (held.current = null);
  const nudge = (grip: Grip) => (event: KeyboardEvent) => {
    const by = STEPS[event.key];
    if (!by) return;
    event.preventDefault();
    const times = event.shiftKey ? 5 : 1;
    setBox(dragBox(box, grip, { x: way * by.x * times, y: by.y * times }, shape));
  };
  const lock = (is_locked: boolean) => {
    setIsLocked(is_locked);
    if (is_locked && size) setBox(fitShape(box, canvasWidth / canvasHeight / (size.width / size.height)));
  };
  const type = (field: keyof typeof FIELDS, percent: number) => {
    const next = { ...box, [field]: percent / 100 };
    const [x, y] = [Math.min(next.x, 1 - next.width), Math.min(next.y, 1 - next.height)];
    setBox({ ...next, x: Math.max(0, x), y: Math.max(0, y) });
  };
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
        onCrop(toCrop(box));
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
            onPointerMove={drag}
            onPointerUp={release}
            onPointerCancel={release}
          >
            {clip.preview_url && clip.source_ms > 0 ? (
              <video
                src={addressOf(clip.preview_url)}
                preload="auto"
                muted
                playsInline
                aria-label={`${clip.material_name}的画面`}
                onLoadedMetadata={({ currentTarget: video }) => {
                  setSize({ width: video.videoWidth, height: video.videoHeight });
                  video.currentTime = at_ms / 1000 + 0.001;
                }}
              />
            ) : (
              <img
                src={clip.cover_url ?? ''}
                alt={clip.material_name}
                onLoad={({ currentTarget: picture }) =>
                  setSize({ width: picture.naturalWidth, height: picture.naturalHeight })
                }
              />
            )}
            <div
              className={styles['box']}
              style={sides}
              role="slider"
              tabIndex={0}
              aria-label="裁切框"
              aria-valuenow={Math.round(box.x * 100)}
              aria-valuetext={`左 ${Math.round(box.x * 100)}%，上 ${Math.round(box.y * 100)}%`}
              onPointerDown={hold('move')}
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
              { value: true, label: `画布比例 ${configOf(mix).picture.ratio}` },
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
          <Button size="small" onClick={() => setBox(WHOLE)}>
            不裁切
          </Button>
        </div>
      </div>
    </Modal>
  );
}
