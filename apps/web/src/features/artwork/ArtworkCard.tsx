import { DownloadOutlined, PlaySquareOutlined } from '@ant-design/icons';
import type { Artwork } from '@mixreel/contract';
import { useState } from 'react';
import { formatDuration, formatSize, formatTime } from '#lib/format.ts';
import { SpriteCover } from '#ui/SpriteCover.tsx';
import card from '#ui/Card.module.css';
import styles from './Artwork.module.css';

type Props = { artwork: Artwork; index: number; is_active: boolean };

/** One finished video: plays under the pointer, opens on a click. */
export function ArtworkCard({ artwork, index, is_active }: Props) {
  const { artwork_id, artwork_name, cover_url, video_url, download_url, duration, bytes, created_at } = artwork;
  const [isOver, setIsOver] = useState(false);
  return (
    <div
      id={`artwork-${artwork_id}`}
      className={`${card['card']} ${styles['card']}`}
      role="gridcell"
      data-index={index}
      data-active={is_active}
      onPointerEnter={() => setIsOver(true)}
      onPointerLeave={() => setIsOver(false)}
    >
      <SpriteCover cover_url={cover_url} sprite={null} icon={<PlaySquareOutlined />}>
        {isOver && <video className={styles['video']} src={video_url} muted autoPlay loop playsInline />}
        {isOver && (
          <a
            className={card['act']}
            href={download_url}
            download={`${artwork_name}.mp4`}
            aria-label={`下载${artwork_name}`}
            title="下载"
            tabIndex={-1}
            data-act="download"
          >
            <DownloadOutlined aria-hidden="true" />
          </a>
        )}
        <span className={card['facts']}>
          <span>{formatDuration(duration)}</span>
          {artwork.ai_origin && <span title="含 AI 生成内容">AI</span>}
        </span>
      </SpriteCover>
      <p className={card['name']} title={artwork_name}>
        {artwork_name}
      </p>
      <p className={styles['line']}>
        {formatSize(bytes)}
        <span>{formatTime(created_at)}</span>
      </p>
    </div>
  );
}
