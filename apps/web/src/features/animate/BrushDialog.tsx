import { type Material, MOTION_BRUSHES_MAX, type MotionBrush } from '@mixreel/contract';
import { Button, Modal, Slider } from 'antd';
import { useState } from 'react';
import { PaintedStrokes, PaintSurface, pointsOf } from '#features/generate/PaintSurface.tsx';
import { withStroke } from '#features/generate/strokes.ts';
import { Choice } from '#ui/Choice.tsx';
import { withPath } from './motion-brush.ts';
import painted from '#features/generate/PaintSurface.module.css';

type Props = {
  picture: Material;
  size: { width: number; height: number };
  value: MotionBrush[];
  onDone: (brushes: MotionBrush[]) => void;
  onClose: () => void;
};
type Hand = 'paint' | 'path';

const HANDS: { value: Hand; label: string }[] = [
  { value: 'paint', label: '涂抹要动的地方' },
  { value: 'path', label: '画出往哪里动' },
];
const WIDTH = 0.08;

/** Parts of a picture that are painted, each with the way that it goes. */
export function BrushDialog({ picture, size, value, onDone, onClose }: Props) {
  const [brushes, setBrushes] = useState(value.length > 0 ? value : [{ strokes: [], path: [] }]);
  const [at, setAt] = useState(0);
  const [hand, setHand] = useState<Hand>('paint');
  const [width, setWidth] = useState(WIDTH);
  const short = Math.min(size.width, size.height);
  const whole = brushes.filter(({ strokes, path }) => strokes.length > 0 && path.length >= 4);
  const change = (make: (now: MotionBrush) => MotionBrush) =>
    setBrushes((now) => now.map((one, n) => (n === at ? make(one) : one)));
  const drawn = (brush: MotionBrush, line: number[]): MotionBrush =>
    hand === 'paint' ? { ...brush, strokes: withStroke(brush.strokes, line, width) } : withPath(brush, line);
  return (
    <Modal
      open
      centered
      width={720}
      title="运动笔刷"
      okText={`用这 ${whole.length} 处`}
      okButtonProps={{ disabled: whole.length === 0 }}
      onOk={() => onDone(whole)}
      onCancel={onClose}
    >
      <div className={painted['tools']}>
        <Choice label="画笔做什么" options={HANDS} value={hand} onChange={setHand} />
        <Slider
          min={1}
          max={30}
          value={Math.round(width * 100)}
          ariaLabelForHandle="粗细"
          disabled={hand === 'path'}
          onChange={(next) => setWidth(next / 100)}
        />
      </div>
      <PaintSurface picture={picture} size={size} onLine={(line) => change((now) => drawn(now, line))}>
        {(line) =>
          brushes
            .map((one, n) => (n === at && line ? drawn(one, line) : one))
            .map(({ strokes, path }, n) => (
              // oxlint-disable-next-line react/no-array-index-key -- a part is nothing but its place in the row
              <g key={n} data-on={n === at}>
                <PaintedStrokes strokes={strokes} size={size} />
                {path.length >= 4 && (
                  <>
                    <polyline points={pointsOf(path, size)} strokeWidth={short * 0.012} data-way="true" />
                    <circle
                      cx={path.at(-2)! * size.width}
                      cy={path.at(-1)! * size.height}
                      r={short * 0.02}
                      data-way="true"
                    />
                  </>
                )}
              </g>
            ))
        }
      </PaintSurface>
      <div className={painted['tools']}>
        <Choice
          label="第几处"
          options={brushes.map((_, n) => ({ value: String(n), label: `第 ${n + 1} 处` }))}
          value={String(at)}
          onChange={(next) => setAt(Number(next))}
        />
        <Button
          size="small"
          disabled={brushes.length >= MOTION_BRUSHES_MAX || whole.length < brushes.length}
          onClick={() => {
            setBrushes([...brushes, { strokes: [], path: [] }]);
            setAt(brushes.length);
            setHand('paint');
          }}
        >
          再加一处
        </Button>
        <Button size="small" onClick={() => change(() => ({ strokes: [], path: [] }))}>
          重画这处
        </Button>
        <Button size="small" onClick={() => onDone([])}>
          不用笔刷
        </Button>
      </div>
    </Modal>
  );
}
