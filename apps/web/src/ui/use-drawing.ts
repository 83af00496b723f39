import { useEffect, useRef, useState } from 'react';
import { useTheme } from './theme-choice.ts';

type Size = { width: number; height: number };
/** `colour` reads a variable of the style that the canvas stands in. */
type Draw = (context: CanvasRenderingContext2D, size: Size, colour: (name: string) => string) => void;

/** For a canvas that is drawn anew with its size, with the theme and with another `draw`. */
export function useDrawing(draw: Draw) {
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
    const scale = window.devicePixelRatio || 1;
    element.width = size.width * scale;
    element.height = size.height * scale;
    context.scale(scale, scale);
    const style = getComputedStyle(element);
    draw(context, size, (name) => style.getPropertyValue(name));
    // isDark is not read here: it changes what the style says.
  }, [draw, size, isDark]);
  return canvas;
}
