import { memo, useCallback } from 'react';
import { barsOf } from '#features/voice/wave-bars.ts';
import { useDrawing } from '#ui/use-drawing.ts';

type Sound = { peaks: number[]; beats_ms: number[]; length_ms: number };

/** What is said, as bars; beats that cuts are moved to, as lines. */
export const TimelineWave = memo(function TimelineWave({ peaks, beats_ms, length_ms }: Sound) {
  const canvas = useDrawing(
    useCallback(
      (context, { width, height }, colour) => {
        context.fillStyle = colour('--wave');
        for (const { x, width: bar, share } of barsOf(peaks, width)) {
          const tall = Math.max(1, share * (height - 2));
          context.fillRect(x, (height - tall) / 2, bar, tall);
        }
        context.fillStyle = colour('--beat');
        for (const ms of beats_ms) context.fillRect(Math.round((ms / length_ms) * width), 0, 1, height);
      },
      [peaks, beats_ms, length_ms],
    ),
  );
  return <canvas ref={canvas} aria-hidden="true" />;
});
