import { useEffect, useRef } from 'react';
import { useCameraSettings } from './camera-settings.ts';
import styles from './Camera.module.css';

/** The line, close to the lens; it runs while the take does, at the chosen speed. */
export function Prompter({ line, isRunning }: { line: string; isRunning: boolean }) {
  const speed = useCameraSettings((state) => state.speed);
  const box = useRef<HTMLDivElement>(null);
  const text = useRef<HTMLParagraphElement>(null);
  const said = useRef(0);
  useEffect(() => {
    if (!isRunning) {
      said.current = 0;
      box.current?.scrollTo(0, 0);
      return;
    }
    let frame = 0;
    let last = performance.now();
    const step = (now: number) => {
      said.current += ((now - last) / 1000) * speed;
      last = now;
      const [around, words] = [box.current, text.current];
      // What is being said stands in the first line.
      const way = words ? words.offsetHeight * Math.min(1, said.current / Math.max(1, line.length)) : 0;
      around?.scrollTo(0, way);
      frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [isRunning, speed, line]);
  return (
    <div ref={box} className={styles['prompter']} role="region" aria-label="提词">
      <p ref={text}>{line}</p>
    </div>
  );
}
