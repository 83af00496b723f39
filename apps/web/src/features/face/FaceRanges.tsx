import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import type { FaceGroup } from '@mixreel/contract';
import { Button, Slider } from 'antd';
import { useState } from 'react';
import { Choice } from '#ui/Choice.tsx';
import styles from './Face.module.css';

type Range = FaceGroup['ranges'][number];
type Props = {
  ranges: Range[];
  duration_ms: number;
  /** When they are seen, in order. */
  tracks: Range[];
  /** Of whom, for those who hear the page. */
  name: string;
  is_fixed: boolean;
  at_ms: () => number;
  onSeek: (at_ms: number) => void;
  onChange: (ranges: Range[]) => void;
};
const STEP_MS = 100;
const FRESH_MS = 3000;
const WHEN = [
  { value: 'all' as const, label: '出现就换' },
  { value: 'some' as const, label: '只换几段' },
];

/** When somebody has the new face: always, or in some stretches, each dragged at both ends. */
export function FaceRanges({ ranges, duration_ms, tracks, name, is_fixed, at_ms, onSeek, onChange }: Props) {
  // From now on, or where they are seen next: a stretch without them changes nothing.
  const fresh = (): Range => {
    const now_ms = at_ms();
    const seen = tracks.find(({ end_ms }) => end_ms > now_ms + STEP_MS) ?? tracks[0];
    const start_ms = Math.max(seen?.start_ms ?? 0, seen && now_ms < seen.end_ms ? now_ms : 0);
    return { start_ms, end_ms: Math.min(duration_ms, start_ms + FRESH_MS) };
  };
  return (
    <div className={styles['ranges']}>
      <Choice
        label={`「${name}」什么时候换`}
        options={WHEN}
        value={ranges.length > 0 ? 'some' : 'all'}
        disabled={is_fixed}
        onChange={(when) => onChange(when === 'all' ? [] : ranges.length > 0 ? ranges : [fresh()])}
      />
      {ranges.map((range, n) => (
        <OneRange
          // What the server joined or put in order is another one.
          key={`${range.start_ms}-${range.end_ms}`}
          range={range}
          label={`第 ${n + 1} 段`}
          duration_ms={duration_ms}
          is_fixed={is_fixed}
          onSeek={onSeek}
          onChange={(next) => onChange(ranges.map((one, k) => (k === n ? next : one)))}
          onRemove={() => onChange(ranges.filter((_, k) => k !== n))}
        />
      ))}
      {ranges.length > 0 && (
        <Button
          size="small"
          icon={<PlusOutlined aria-hidden="true" />}
          disabled={is_fixed}
          onClick={() => onChange([...ranges, fresh()])}
        >
          从当前时间加一段
        </Button>
      )}
    </div>
  );
}

type OneProps = Pick<Props, 'duration_ms' | 'is_fixed' | 'onSeek'> & {
  range: Range;
  label: string;
  onChange: (range: Range) => void;
  onRemove: () => void;
};

function OneRange({ range, label, duration_ms, is_fixed, onSeek, onChange, onRemove }: OneProps) {
  const [held, setHeld] = useState([range.start_ms, range.end_ms]);
  const [start_ms = 0, end_ms = 0] = held;
  const drag = (next: number[]) => {
    // Whichever end is dragged is shown.
    const moved = next[0] === start_ms ? next[1] : next[0];
    setHeld(next);
    if (moved !== undefined) onSeek(moved);
  };
  return (
    <div className={styles['range']}>
      <Slider
        range
        min={0}
        max={duration_ms}
        step={STEP_MS}
        value={held}
        disabled={is_fixed}
        ariaLabelForHandle={[`${label}的开始`, `${label}的结束`]}
        tooltip={{ formatter: (ms) => `${((ms ?? 0) / 1000).toFixed(1)} 秒` }}
        onChange={drag}
        onChangeComplete={([start = 0, end = 0]) =>
          end > start ? onChange({ start_ms: start, end_ms: end }) : setHeld([range.start_ms, range.end_ms])
        }
      />
      <small>
        {(start_ms / 1000).toFixed(1)}–{(end_ms / 1000).toFixed(1)} 秒
      </small>
      <Button
        size="small"
        type="text"
        disabled={is_fixed}
        aria-label={`去掉${label}`}
        icon={<DeleteOutlined aria-hidden="true" />}
        onClick={onRemove}
      />
    </div>
  );
}
