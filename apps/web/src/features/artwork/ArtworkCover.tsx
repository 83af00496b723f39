import { DownloadOutlined } from '@ant-design/icons';
import type { Artwork } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { CoverButton } from '#features/cover/CoverButton.tsx';
import { useCanEdit } from '#features/team/space.ts';
import { addressOf } from '#lib/app-config.ts';
import { call } from '#lib/call.ts';
import { showToast } from '#lib/toast.ts';
import { refreshArtworks, showArtworks } from './artwork-cache.ts';

/** The cover of a finished video: to be looked at, changed and saved. */
export function ArtworkCover({ artwork }: { artwork: Artwork }) {
  const { artwork_id, artwork_name, project_id, cover_download_url, deleted_at } = artwork;
  const cache = useQueryClient();
  const canEdit = useCanEdit() && deleted_at === null;
  return (
    <CoverButton
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
    />
  );
}
