import { type KeyboardEvent, useCallback } from 'react';
import { useDrawing } from '#ui/use-drawing.ts';
import { barsOf } from './wave-bars.ts';
import styles from './Waveform.module.css';

type Props = {
  label: string;
  /** 50 values a second, 0 to 100. */
  peaks: number[];
  seconds: number;
  /** Where it plays, in seconds; null when it does not. */
  at: number | null;
  onSeek: (seconds: number) => void;
};

const STEP_S = 1;

/** Sound as bars, played ones in the accent. Click or arrow keys play from there. */
export function Waveform({ label, peaks, seconds, at, onSeek }: Props) {
  const canvas = useDrawing(
    useCallback(
      (context, { width, height }, colour) => {
        const [idle, played] = [colour('--wave'), colour('--wave-played')];
        const reached = at === null || seconds === 0 ? -1 : (at / seconds) * width;
        for (const { x, width: bar, share } of barsOf(peaks, width)) {
          const tall = Math.max(2, share * (height - 4));
          context.fillStyle = x < reached ? played : idle;
          context.beginPath();
          context.roundRect(x, (height - tall) / 2, bar, tall, 1);
          context.fill();
        }
        if (reached >= 0) {
          context.fillStyle = played;
          context.fillRect(Math.min(width - 2, reached), 0, 2, height);
        }
      },
      [peaks, seconds, at],
    ),
  );

  const handleKey = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -STEP_S, ArrowRight: STEP_S }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onSeek(Math.min(Math.max(0, seconds - 0.05), Math.max(0, (at ?? 0) + step)));
  };

  return (
    <div
      className={styles['wave']}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Number(seconds.toFixed(1))}
      aria-valuenow={Number((at ?? 0).toFixed(1))}
      aria-valuetext={`${(at ?? 0).toFixed(1)} 秒，共 ${seconds.toFixed(1)} 秒`}
      onKeyDown={handleKey}
      onPointerDown={(event) => {
        const { left, width } = event.currentTarget.getBoundingClientRect();
        onSeek(((event.clientX - left) / width) * seconds);
      }}
    >
      <canvas ref={canvas} aria-hidden="true" />
    </div>
  );
}
