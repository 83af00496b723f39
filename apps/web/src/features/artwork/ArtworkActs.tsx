import { DeleteOutlined, FolderOpenOutlined, RollbackOutlined } from '@ant-design/icons';
import type { Artwork } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { DownloadButton } from '#features/download/DownloadButton.tsx';
import { DraftButton } from '#features/draft/DraftButton.tsx';
import { useCanEdit } from '#features/team/space.ts';
import { deleteArtworks, restoreArtworks } from './artwork-actions.ts';
import { dirPath } from './artwork-words.ts';
import { ArtworkCover } from './ArtworkCover.tsx';
import styles from './Detail.module.css';

const MoveDialog = lazy(async () => ({ default: (await import('./MoveDialog.tsx')).MoveDialog }));

type Props = {
  artwork: Artwork;
  can_edit: boolean;
  onClose: () => void;
};

/** What can be done with one finished video. */
export function ArtworkActs({ artwork, can_edit, onClose }: Props) {
  const { artwork_id, project_id, dir_id, dir_name, deleted_at } = artwork;
  const navigate = useNavigate();
  const cache = useQueryClient();
  const mayRestore = useCanEdit();
  const [isMoving, setIsMoving] = useState(false);
  if (deleted_at !== null) {
    return (
      <>
        <p className={styles['note']}>这条在回收站里。</p>
        {mayRestore && (
          <Button
            icon={<RollbackOutlined aria-hidden="true" />}
            onClick={() => void restoreArtworks(cache, [artwork_id]).then(onClose, () => {})}
          >
            恢复
          </Button>
        )}
      </>
    );
  }
  return (
    <>
      <DownloadButton type="primary" artwork_ids={[artwork_id]} />
      <ArtworkCover artwork={artwork} />
      <DraftButton project_id={project_id} artwork_ids={[artwork_id]} label="导出工程" />
      <Button
        icon={<FolderOpenOutlined aria-hidden="true" />}
        title={dir_name}
        onClick={() => void navigate(dirPath(project_id, dir_id))}
      >
        <span className={styles['dir']}>目录「{dir_name}」</span>
      </Button>
      {can_edit && <Button onClick={() => setIsMoving(true)}>移动…</Button>}
      {can_edit && (
        <Button
          danger
          type="text"
          icon={<DeleteOutlined aria-hidden="true" />}
          aria-label="删除"
          title="删除"
          onClick={() => void deleteArtworks(cache, [artwork]).then(onClose, () => {})}
        />
      )}
      <Suspense fallback={null}>
        {isMoving && <MoveDialog artworks={[artwork]} project_id={project_id} onClose={() => setIsMoving(false)} />}
      </Suspense>
    </>
  );
}
