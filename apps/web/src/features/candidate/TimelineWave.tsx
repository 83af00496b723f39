import { memo, useEffect, useRef, useState } from 'react';
import { barsOf } from '#features/voice/wave-bars.ts';
import { useTheme } from '#ui/theme-choice.ts';

type Sound = { peaks: number[]; beats_ms: number[]; length_ms: number };

/** What is said, as bars; beats that cuts are moved to, as lines. */
export const TimelineWave = memo(function TimelineWave({ peaks, beats_ms, length_ms }: Sound) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const isDark = useTheme((state) => state.is_dark);

  useEffect(() => {
    if (!canvas.current) return;
    const observer = new ResizeObserver(([entry]) => {
      const { width = 0, height = 0 } = entry?.contentRect ?? {};
      setSize({ width: Math.round(width), height: Math.round(height) });
    });
    observer.observe(canvas.current);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (!element || !context || size.width === 0) return;
    const { width, height } = size;
    const scale = window.devicePixelRatio || 1;
    element.width = width * scale;
    element.height = height * scale;
    context.scale(scale, scale);
    context.fillStyle = getComputedStyle(element).getPropertyValue('--wave');
    for (const { x, width: bar, share } of barsOf(peaks, width)) {
      const tall = Math.max(1, share * (height - 2));
      context.fillRect(x, (height - tall) / 2, bar, tall);
    }
    context.fillStyle = getComputedStyle(element).getPropertyValue('--beat');
    for (const ms of beats_ms) context.fillRect(Math.round((ms / length_ms) * width), 0, 1, height);
    // isDark is not read here: it changes what the style says.
  }, [peaks, beats_ms, length_ms, size, isDark]);

  return <canvas ref={canvas} aria-hidden="true" />;
});
