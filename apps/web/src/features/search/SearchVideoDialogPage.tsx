import { FolderOpenOutlined } from '@ant-design/icons';
import type { Clip } from '@mixreel/contract';
import { Button } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useCurrentProject } from '#features/project/current-project.ts';
import { useSpaceLoader } from '#features/team/use-space-loader.ts';
import { showToast } from '#lib/toast.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { LoadingRows } from '#ui/LoadingRows.tsx';
import { handOver } from './hand-over.ts';
import { SearchClips } from './SearchClips.tsx';
import styles from './Search.module.css';

/** A window that other pages open to have shots picked: `projectId` and `q` of the address say where and what. */
export function SearchVideoDialogPage() {
  const [params] = useSearchParams();
  const { error, retry } = useSpaceLoader();
  const { project_id, has_none } = useCurrentProject();
  const [picked, setPicked] = useState<ReadonlyMap<string, Clip>>(new Map());

  const take = (clips: Clip[]) => {
    if (clips.length === 0) return;
    if (!handOver(clips)) showToast('warning', '打开这个窗口的页面已经关了，请从那一页重新打开');
  };
  return (
    <main className={styles['page']}>
      <header className={styles['head']}>
        <h1>搜索视频</h1>
      </header>
      {error ? (
        <ErrorState title="空间没有加载出来" error={error} onRetry={retry} />
      ) : has_none ? (
        <EmptyState icon={<FolderOpenOutlined />} title="还没有项目" text="先在素材库里建一个项目，上传素材。" />
      ) : project_id ? (
        <SearchClips
          key={project_id}
          project_id={project_id}
          q={params.get('q')?.trim() ?? ''}
          picked={picked}
          onPick={setPicked}
          onTake={(clip) => take([clip])}
        />
      ) : (
        <LoadingRows />
      )}
      <footer className={styles['foot']}>
        <span role="status">{picked.size > 0 ? `已选 ${picked.size} 个镜头` : '点选镜头，可以选多个'}</span>
        <Button onClick={() => window.close()}>取消</Button>
        <Button type="primary" disabled={picked.size === 0} onClick={() => take([...picked.values()])}>
          用这些镜头
        </Button>
      </footer>
    </main>
  );
}
