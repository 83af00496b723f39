import type { Music } from '@mixreel/contract';
import { Drawer, Tabs } from 'antd';
import { EmptyState } from '#ui/EmptyState.tsx';
import { MusicList } from './MusicList.tsx';
import { OwnMusic } from './OwnMusic.tsx';
import { PlatformMusicList } from './PlatformMusicList.tsx';

type Props = { chosen: string | null; onChoose: ((music: Music) => void) | null; onClose: () => void };

/** The music libraries: what may be used anywhere, what the space has rights to, and doors to what platforms keep. */
export function MusicPicker({ chosen, onChoose, onClose }: Props) {
  const empty = <EmptyState title="音乐还没有下载" text="管理员可以在「管理 → AI 引擎」里下载音乐包。" />;
  return (
    <Drawer title="音乐库" open onClose={onClose} size={560} styles={{ body: { padding: '0 0 16px' } }}>
      <Tabs
        aria-label="音乐库"
        tabBarStyle={{ padding: '0 16px', margin: 0 }}
        items={[
          {
            key: 'free',
            label: '免版权',
            children: <MusicList is_own={false} chosen={chosen} onChoose={onChoose} empty={empty} />,
          },
          { key: 'own', label: '我的音乐', children: <OwnMusic chosen={chosen} onChoose={onChoose} /> },
          { key: 'platform', label: '平台音乐', children: <PlatformMusicList /> },
        ]}
      />
    </Drawer>
  );
}
