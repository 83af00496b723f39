import type { Music } from '@mixreel/contract';
import { Drawer, Tabs } from 'antd';
import { FreeMusic } from './FreeMusic.tsx';
import { PlatformMusicList } from './PlatformMusicList.tsx';

type Props = { chosen: string | null; onChoose: ((music: Music) => void) | null; onClose: () => void };

/** The music libraries: what may be used anywhere, and the doors to what platforms keep to themselves. */
export function MusicPicker({ chosen, onChoose, onClose }: Props) {
  return (
    <Drawer title="音乐库" open onClose={onClose} size={560} styles={{ body: { padding: '0 0 16px' } }}>
      <Tabs
        aria-label="音乐库"
        tabBarStyle={{ padding: '0 16px', margin: 0 }}
        items={[
          { key: 'free', label: '免版权', children: <FreeMusic chosen={chosen} onChoose={onChoose} /> },
          { key: 'platform', label: '平台音乐', children: <PlatformMusicList /> },
        ]}
      />
    </Drawer>
  );
}
