import type { Sprite } from '@mixreel/contract';
import { memo, type ReactNode, useRef, useState } from 'react';
import { whenCalm } from './grid-motion.ts';
import styles from './SpriteCover.module.css';

type Props = {
  cover_url: string | null;
  sprite: Sprite | null;
  /** The part of the sprite to move through, in seconds; all of it without. */
  from?: number;
  to?: number;
  /** What stands for a picture where there is none. */
  icon: ReactNode;
  children?: ReactNode;
};

const AGAIN_MS = 3000;
const TRIES_MAX = 5;

/** A picture that shows its video while the pointer moves across it. Moves a background, so that nothing is laid out. */
export const SpriteCover = memo(function SpriteCover({ cover_url, sprite, from = 0, to, icon, children }: Props) {
  const [isOver, setIsOver] = useState(false);
  const [tries, setTries] = useState({ url: '', count: 0, is_waiting: false });
  const isWaiting = tries.url === cover_url && tries.is_waiting;
  const film = useRef<HTMLSpanElement>(null);
  const line = useRef<HTMLSpanElement>(null);

  const show = (share: number) => {
    if (!film.current || !line.current || !sprite) return;
    const { columns, rows, width, height, step } = sprite;
    const seconds = from + share * ((to ?? columns * rows * step) - from);
    const index = Math.min(columns * rows - 1, Math.max(0, Math.floor(seconds / step)));
    film.current.style.backgroundPosition = `${-(index % columns) * width}px ${-Math.floor(index / columns) * height}px`;
    line.current.style.transform = `scaleX(${share})`;
  };
  return (
    <div
      className={styles['cover']}
      onPointerEnter={() => sprite && setIsOver(true)}
      onPointerLeave={() => setIsOver(false)}
      onPointerMove={({ currentTarget, clientX }) => {
        if (!isOver) return;
        const { left, width } = currentTarget.getBoundingClientRect();
        show(Math.min(1, Math.max(0, (clientX - left) / width)));
      }}
    >
      {cover_url && !isWaiting ? (
        <img
          key={`${cover_url} ${tries.count}`}
          ref={(image) => showWhenCalm(image, cover_url)}
          alt=""
          decoding="async"
          draggable={false}
          onError={() => {
            const count = tries.url === cover_url ? tries.count + 1 : 1;
            setTries({ url: cover_url, count, is_waiting: true });
            // It may still be made; until then the icon stands for it.
            if (count <= TRIES_MAX) {
              setTimeout(() => setTries((now) => ({ ...now, is_waiting: false })), AGAIN_MS * count);
            }
          }}
        />
      ) : (
        <span className={styles['icon']} aria-hidden="true">
          {icon}
        </span>
      )}
      {isOver && sprite && (
        <>
          <span
            ref={(element) => {
              film.current = element;
              if (!element?.parentElement) return;
              const { width, height } = element.parentElement.getBoundingClientRect();
              element.style.transform = `scale(${Math.min(width / sprite.width, height / sprite.height)})`;
            }}
            className={styles['film']}
            style={{
              width: sprite.width,
              height: sprite.height,
              margin: `${-sprite.height / 2}px 0 0 ${-sprite.width / 2}px`,
              backgroundImage: `url(${JSON.stringify(sprite.url)})`,
            }}
            aria-hidden="true"
          />
          <span ref={line} className={styles['line']} aria-hidden="true" />
        </>
      )}
      {children}
    </div>
  );
});

/**
 * Fetches the picture when it can be seen. One that left the page would be kept until the next collection; without its
 * address the browser lets go of it, and of its fetching, at once.
 */
function showWhenCalm(image: HTMLImageElement | null, url: string) {
  if (!image) return;
  const takeBack = whenCalm(() => {
    image.src = url;
  });
  return () => {
    takeBack();
    image.removeAttribute('src');
  };
}
