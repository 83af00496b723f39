import type { Dir } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Drawer } from 'antd';
import { useCall } from '#lib/use-call.ts';
import { useMedia } from '#lib/use-media.ts';
import { ListStates } from '#ui/ListStates.tsx';
import { DetailBody } from './DetailBody.tsx';
import { DetailHead } from './DetailHead.tsx';
import { DetailSkeleton } from './DetailSkeleton.tsx';
import type { OnAlike } from './library-view.ts';
import { refreshLists } from './material-cache.ts';

type Props = {
  material_id: string;
  /** Where to begin, in seconds. */
  at: number;
  /** The folders of the project, to say which it lies in. */
  dirs: Dir[];
  onFolder: (dir_id: string) => void;
  onAlike: OnAlike;
  onClose: () => void;
};

/** Everything about one material. */
export function MaterialDrawer({ material_id, at, dirs, onFolder, onAlike, onClose }: Props) {
  const cache = useQueryClient();
  const isNarrow = useMedia('(width <= 1100px)');
  const detail = useCall('material.detail', { material_id });
  return (
    <Drawer
      open
      size={isNarrow ? '100%' : 1080}
      onClose={onClose}
      title={
        detail.data ? (
          <DetailHead material={detail.data} dirs={dirs} onFolder={onFolder} onGone={onClose} />
        ) : (
          '素材详情'
        )
      }
      styles={{ body: { padding: 0 }, header: { padding: '8px 16px' } }}
      afterOpenChange={(isOpen) => {
        if (!isOpen) void refreshLists(cache);
      }}
    >
      <ListStates query={detail} isEmpty={() => false} empty={null} loading={<DetailSkeleton />}>
        {(material) => <DetailBody material={material} at={at} onAlike={onAlike} />}
      </ListStates>
    </Drawer>
  );
}
