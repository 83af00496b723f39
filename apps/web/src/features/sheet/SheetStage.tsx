import { useEffect, useEffectEvent, useRef } from 'react';
import { PickBar } from './PickBar.tsx';
import { createStage, type Stage } from './stage.ts';
import { useStudio, useStudioState } from './studio.ts';
import { useGivenPictures } from './use-given-pictures.ts';
import { Zone } from './Zone.tsx';
import styles from './Sheet.module.css';

/** The canvas with the picture on it, and the hands over it. */
export function SheetStage({ onStage }: { onStage: (stage: Stage | null) => void }) {
  const studio = useStudio();
  const canvas = useRef<HTMLCanvasElement>(null);
  const hands = useRef<HTMLDivElement>(null);
  const name = useStudioState(({ content }) => content.sheet_name);
  const hand = useEffectEvent(onStage);
  const { drop, isOver, open } = useGivenPictures(studio);
  useEffect(() => {
    if (!canvas.current || !hands.current) return undefined;
    const made = createStage(hands.current, canvas.current, studio);
    hand(made);
    const watch = new ResizeObserver(() => made.resize());
    watch.observe(hands.current);
    return () => {
      watch.disconnect();
      made.end();
      hand(null);
    };
  }, [studio]);
  return (
    <section className={styles['stage']} aria-label="画布" {...drop}>
      <canvas ref={canvas} role="img" aria-label={`图片「${name}」`} />
      <div ref={hands} className={styles['hands']} />
      <Zone />
      <PickBar />
      {isOver && <p className={styles['drop']}>松手放到画布上</p>}
      {open > 0 && (
        <p className={styles['arriving']} role="status">
          正在上传 {open} 张图片…
        </p>
      )}
    </section>
  );
}
