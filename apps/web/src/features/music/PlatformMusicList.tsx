import { ExportOutlined } from '@ant-design/icons';
import { PLATFORM_NAMES } from '@mixreel/contract';
import { useCall } from '#lib/use-call.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ListStates } from '#ui/ListStates.tsx';
import { LoadingRows } from '#ui/LoadingRows.tsx';
import { Pill } from '#ui/Pill.tsx';
import styles from './Music.module.css';

/** Doors to the platforms' own music: nothing to play or use here, because the rights end at their border. */
export function PlatformMusicList() {
  const list = useCall('music.platformList', { page_size: 50 });
  return (
    <ListStates
      query={list}
      loading={<LoadingRows count={4} label="正在加载平台音乐" />}
      isEmpty={({ items }) => items.length === 0}
      empty={<EmptyState title="没有平台音乐的入口" text="可以先用「免版权」里的音乐。" />}
    >
      {({ items }) => (
        <ul className={styles['list']} aria-label="平台音乐">
          {items.map(({ platform, title, url, notice }) => (
            <li key={url} className={styles['door']}>
              <div className={styles['what']}>
                <span className={styles['title']}>
                  {title} <Pill tone="warning">只能用于{PLATFORM_NAMES[platform]}</Pill>
                </span>
                <span className={styles['notice']}>{notice}</span>
              </div>
              <a href={url} target="_blank" rel="noreferrer" aria-label={`打开${title}（新窗口）`}>
                打开 <ExportOutlined aria-hidden="true" />
              </a>
            </li>
          ))}
        </ul>
      )}
    </ListStates>
  );
}
