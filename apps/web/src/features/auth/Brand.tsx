import { useMemo } from 'react';
import mark from '#ui/mark.svg';
import styles from './Brand.module.css';

const ROWS = 4;
const CLIPS = 3;

/** What the product does, as a picture: a few clips per shot, many different videos. */
export function Brand({ title }: { title: string }) {
  const videos = useMemo(
    () => Array.from({ length: 12 }, (_, n) => Array.from({ length: ROWS }, (_, row) => clipOf(n, row))),
    [],
  );
  return (
    <aside className={styles['brand']}>
      <p className={styles['name']}>
        <img src={mark} alt="" width="32" height="32" />
        {title}
      </p>
      <div className={styles['words']}>
        <p className={styles['slogan']}>
          一份脚本，
          <br />
          五十条不重样的视频
        </p>
        <p className={styles['text']}>素材、分镜、配音、字幕到成片，团队在一个地方做完。</p>
      </div>
      <div className={styles['picture']} aria-hidden="true">
        {videos.map((clips, n) => (
          <div key={n} className={styles['video']}>
            {clips.map((clip, row) => (
              <span key={row} className={styles[`tone${row * CLIPS + clip}`]} />
            ))}
          </div>
        ))}
      </div>
    </aside>
  );
}

function clipOf(n: number, row: number): number {
  return [n, Math.floor(n / 3), n + Math.floor(n / 2), 2 * n + Math.floor(n / 4)][row]! % CLIPS;
}
