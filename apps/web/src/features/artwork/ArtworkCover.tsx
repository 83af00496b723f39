import { DownloadOutlined, PictureOutlined } from '@ant-design/icons';
import type { Artwork } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useCanEdit } from '#features/team/space.ts';
import { addressOf } from '#lib/app-config.ts';
import { call } from '#lib/call.ts';
import { showToast } from '#lib/toast.ts';
import { refreshArtworks, showArtworks } from './artwork-cache.ts';

const CoverDialog = lazy(async () => ({ default: (await import('#features/cover/CoverDialog.tsx')).CoverDialog }));

/** The cover of a finished video: to be looked at, changed and saved. */
export function ArtworkCover({ artwork }: { artwork: Artwork }) {
  const { artwork_id, artwork_name, project_id, cover_download_url, deleted_at } = artwork;
  const cache = useQueryClient();
  const canEdit = useCanEdit() && deleted_at === null;
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button icon={<PictureOutlined aria-hidden="true" />} onClick={() => setIsOpen(true)}>
        封面
      </Button>
      <Suspense fallback={null}>
        {isOpen && (
          <CoverDialog
            title={`封面 · ${artwork_name}`}
            project_id={project_id}
            name={artwork_id}
            read={(cover, signal) => call('artwork.cover', { artwork_id, cover }, { is_quiet: true, signal })}
            onSave={
              canEdit
                ? async (cover) => {
                    showArtworks(cache, [await call('artwork.setCover', { artwork_id, cover })]);
                    showToast('success', '封面已换好');
                    await refreshArtworks(cache);
                    await cache.invalidateQueries({ queryKey: ['cover'] });
                  }
                : null
            }
            extra={
              cover_download_url && (
                <Button icon={<DownloadOutlined aria-hidden="true" />} href={addressOf(cover_download_url)} download>
                  下载现在的封面
                </Button>
              )
            }
            onClose={close}
          />
        )}
      </Suspense>
    </>
  );
}
