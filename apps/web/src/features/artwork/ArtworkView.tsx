import { FolderOpenOutlined, MessageOutlined, ScissorOutlined } from '@ant-design/icons';
import type { Artwork } from '@mixreel/contract';
import { Alert, Button } from 'antd';
import { useNavigate } from 'react-router';
import { DownloadButton } from '#features/download/DownloadButton.tsx';
import { formatTime } from '#lib/format.ts';
import { Film } from '#ui/Film.tsx';
import { Pill } from '#ui/Pill.tsx';
import { dirPath, factsOf, mixPath, WORDS } from './artwork-words.ts';
import { ArtworkCover } from './ArtworkCover.tsx';
import styles from './Artwork.module.css';

/** A finished video large, with what can be done with it. */
export function ArtworkView({ artwork, is_in_mix = false }: { artwork: Artwork; is_in_mix?: boolean }) {
  const navigate = useNavigate();
  const { artwork_id, artwork_name, video_url, cover_url, project_id, dir_id, dir_name, mproject_id } = artwork;
  return (
    <div className={styles['view']}>
      <div className={styles['stage']}>
        <Film
          src={video_url}
          {...(cover_url && { poster: cover_url })}
          controls
          autoPlay
          playsInline
          aria-label={artwork_name}
        >
          <track kind="captions" />
        </Film>
      </div>
      {artwork.withheld && <Alert type="warning" showIcon title={artwork.withheld} />}
      <p className={styles['about']}>
        {factsOf(artwork)}
        {artwork.creator_name && ` · ${artwork.creator_name}`} · {formatTime(artwork.created_at)}
        {artwork.ai_origin && <Pill>{WORDS.ai}</Pill>}
      </p>
      <div className={styles['acts']}>
        <DownloadButton type="primary" artwork_ids={[artwork_id]} />
        <ArtworkCover artwork={artwork} />
        <Button
          icon={<MessageOutlined aria-hidden="true" />}
          onClick={() => void navigate(dirPath(project_id, dir_id, artwork_id))}
        >
          审核与批注
        </Button>
        <Button
          icon={<FolderOpenOutlined aria-hidden="true" />}
          onClick={() => void navigate(dirPath(project_id, dir_id))}
        >
          目录「{dir_name}」
        </Button>
        {mproject_id && !is_in_mix && (
          <Button icon={<ScissorOutlined aria-hidden="true" />} onClick={() => void navigate(mixPath(mproject_id))}>
            {WORDS.from_mix}
          </Button>
        )}
      </div>
    </div>
  );
}
