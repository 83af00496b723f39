import type { Sprite } from '@mixreel/contract';
import { memo } from 'react';
import styles from './Trimmer.module.css';

type Props = {
  sprite: Sprite | null;
  cover_url: string | null;
  from: number;
  to: number;
  width: number;
  height: number;
};

/** Frames of a source side by side between two moments (ms), out of its one picture of all of them. */
export const Filmstrip = memo(function Filmstrip({ sprite, cover_url, from, to, width, height }: Props) {
  if (width === 0) return null;
  if (!sprite) {
    return (
      <div
        className={styles['film']}
        style={cover_url ? { background: `0 0 / auto 100% repeat-x url(${JSON.stringify(cover_url)})` } : {}}
        aria-hidden="true"
      />
    );
  }
  const scale = height / sprite.height;
  const frame = sprite.width * scale;
  const count = Math.ceil(width / frame);
  const last = sprite.columns * sprite.rows - 1;
  return (
    <div className={styles['film']} aria-hidden="true">
      {Array.from({ length: count }, (_, n) => {
        const at = from + ((n * frame + frame / 2) / width) * (to - from);
        const index = Math.min(last, Math.max(0, Math.floor(at / 1000 / sprite.step)));
        const [column, row] = [index % sprite.columns, Math.floor(index / sprite.columns)];
        return (
          <span
            key={n}
            style={{
              left: n * frame,
              width: frame,
              height,
              backgroundImage: `url(${JSON.stringify(sprite.url)})`,
              backgroundSize: `${sprite.columns * frame}px ${sprite.rows * height}px`,
              backgroundPosition: `${-column * frame}px ${-row * height}px`,
            }}
          />
        );
      })}
    </div>
  );
});
