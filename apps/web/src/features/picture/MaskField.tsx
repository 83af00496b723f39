import type { Material, Stroke } from '@mixreel/contract';
import { Button, Modal, Slider } from 'antd';
import { useState } from 'react';
import { PaintedStrokes, PaintSurface } from '#features/generate/PaintSurface.tsx';
import { withStroke } from '#features/generate/strokes.ts';
import { useSizes } from '#features/generate/use-sizes.ts';
import { WishField } from '#features/generate/WishForm.tsx';
import painted from '#features/generate/PaintSurface.module.css';

type Props = { reference: Material; value: Stroke[]; onChange: (strokes: Stroke[]) => void };

const WIDTH = 0.12;

/** What of the reference is painted anew; nothing painted: all of it. */
export function MaskField({ reference, value, onChange }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const [strokes, setStrokes] = useState(value);
  const [width, setWidth] = useState(WIDTH);
  const [sized] = useSizes([reference]);
  const { width: across, height: down } = sized?.source_info ?? { width: null, height: null };
  if (!across || !down) return null;
  const size = { width: across, height: down };
  return (
    <WishField label="局部重绘（只改涂到的地方）">
      <Button
        onClick={() => {
          setStrokes(value);
          setIsOpen(true);
        }}
      >
        {value.length > 0 ? '已涂好，点开修改' : '涂出要重画的地方'}
      </Button>
      <Modal
        open={isOpen}
        centered
        width={720}
        title="局部重绘"
        okText={strokes.length > 0 ? '只重画这里' : '整张都重画'}
        onOk={() => {
          onChange(strokes);
          setIsOpen(false);
        }}
        onCancel={() => setIsOpen(false)}
      >
        <div className={painted['tools']}>
          <Slider
            min={1}
            max={40}
            value={Math.round(width * 100)}
            ariaLabelForHandle="粗细"
            onChange={(next) => setWidth(next / 100)}
          />
          <Button size="small" disabled={strokes.length === 0} onClick={() => setStrokes(strokes.slice(0, -1))}>
            退一笔
          </Button>
          <Button size="small" disabled={strokes.length === 0} onClick={() => setStrokes([])}>
            清空
          </Button>
        </div>
        <PaintSurface
          picture={reference}
          size={size}
          onLine={(line) => setStrokes((now) => withStroke(now, line, width))}
        >
          {(line) => <PaintedStrokes strokes={line ? withStroke(strokes, line, width) : strokes} size={size} />}
        </PaintSurface>
      </Modal>
    </WishField>
  );
}
