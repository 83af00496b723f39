import { ExclamationCircleOutlined, PlayCircleFilled } from '@ant-design/icons';
import type { Generation } from '@mixreel/contract';
import { useRef } from 'react';
import { formatDuration } from '#lib/format.ts';
import { Film } from '#ui/Film.tsx';
import { stateOf } from './generation-words.ts';
import styles from './Card.module.css';

type Props = { generation: Generation; onOpen: (generation: Generation) => void };

/** What is to be seen of it: the result, or what it is made of and how far that is. */
export function CardPicture({ generation, onOpen }: Props) {
  const { status, files, sources, kind, error, progress } = generation;
  const [file] = files;
  if (status === 'succeeded' && file) {
    return (
      <button type="button" className={styles['picture']} aria-label="打开大图" onClick={() => onOpen(generation)}>
        {kind === 'video' ? (
          <Moving url={file.url} cover={file.cover_url} />
        ) : (
          <span className={styles['many']} data-count={Math.min(4, files.length)}>
            {files.slice(0, 4).map(({ vlc_id, url }) => (
              <img key={vlc_id} src={url} alt="" loading="lazy" decoding="async" />
            ))}
          </span>
        )}
        <span className={styles['mark']}>AI 生成</span>
        {file.duration !== null && <span className={styles['length']}>{formatDuration(file.duration)}</span>}
      </button>
    );
  }
  const shown = sources[0]?.url;
  const isBad = status === 'failed' || status === 'canceled';
  return (
    <div className={styles['picture']} data-waiting={!isBad} data-bad={isBad}>
      {shown && <img src={shown} alt="" loading="lazy" decoding="async" />}
      {isBad ? (
        <p className={styles['bad']}>
          <ExclamationCircleOutlined aria-hidden="true" />
          {status === 'canceled' ? '已取消' : (error?.message ?? '没有完成')}
        </p>
      ) : (
        <div className={styles['state']} role="status">
          <span>{stateOf(generation)}</span>
          <progress max={100} value={progress} aria-label="进度" />
        </div>
      )}
    </div>
  );
}

/** Plays while it is pointed at. */
function Moving({ url, cover }: { url: string; cover: string | null }) {
  const film = useRef<HTMLVideoElement>(null);
  return (
    <>
      <Film
        ref={film}
        src={url}
        {...(cover && { poster: cover })}
        muted
        loop
        playsInline
        preload="none"
        onMouseEnter={() => void film.current?.play().catch(() => {})}
        onMouseLeave={() => film.current?.pause()}
      />
      <PlayCircleFilled className={styles['play'] ?? ''} aria-hidden="true" />
    </>
  );
}
