import { type Material, MOTION_BRUSHES_MAX, type MotionBrush } from '@mixreel/contract';
import { Button, Modal, Slider } from 'antd';
import { type PointerEvent, useState } from 'react';
import { Choice } from '#ui/Choice.tsx';
import { withPath, withStroke } from './motion-brush.ts';
import styles from './Animate.module.css';

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
  const [line, setLine] = useState<number[] | null>(null);
  const short = Math.min(size.width, size.height);
  const whole = brushes.filter(({ strokes, path }) => strokes.length > 0 && path.length >= 4);
  const change = (make: (now: MotionBrush) => MotionBrush) =>
    setBrushes((now) => now.map((one, n) => (n === at ? make(one) : one)));
  const place = (event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const share = (value_: number) => Math.min(1, Math.max(0, Math.round(value_ * 10_000) / 10_000));
    return [share((event.clientX - box.left) / box.width), share((event.clientY - box.top) / box.height)];
  };
  const end = () => {
    if (line) change((now) => (hand === 'paint' ? withStroke(now, line, width) : withPath(now, line)));
    setLine(null);
  };
  const pointsOf = (points: number[]) =>
    points.map((one, n) => one * (n % 2 === 0 ? size.width : size.height)).join(' ');
  const shown = brushes.map((one, n) => {
    if (n !== at || !line) return one;
    return hand === 'paint' ? withStroke(one, line, width) : { ...one, path: line };
  });
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
      <div className={styles['brushTools']}>
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
      <svg
        className={styles['brushes']}
        viewBox={`0 0 ${size.width} ${size.height}`}
        role="img"
        aria-label={`在「${picture.material_name}」上涂抹`}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          setLine(place(event));
        }}
        onPointerMove={(event) => line && setLine([...line, ...place(event)])}
        onPointerUp={end}
        onPointerCancel={() => setLine(null)}
      >
        <image href={picture.cdn_url ?? ''} width={size.width} height={size.height} preserveAspectRatio="none" />
        {shown.map(({ strokes, path }, n) => (
          // oxlint-disable-next-line react/no-array-index-key -- a part is nothing but its place in the row
          <g key={n} data-on={n === at}>
            {strokes.map((stroke, i) => (
              // oxlint-disable-next-line react/no-array-index-key -- lines are only added behind
              <polyline key={i} points={pointsOf(stroke.points)} strokeWidth={stroke.width * short} data-area="true" />
            ))}
            {path.length >= 4 && <polyline points={pointsOf(path)} strokeWidth={short * 0.012} data-way="true" />}
            {path.length >= 4 && (
              <circle cx={path.at(-2)! * size.width} cy={path.at(-1)! * size.height} r={short * 0.02} data-way="true" />
            )}
          </g>
        ))}
      </svg>
      <div className={styles['brushTools']}>
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
