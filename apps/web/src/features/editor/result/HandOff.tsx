import { DownloadOutlined, ScissorOutlined } from '@ant-design/icons';
import { ARTWORKS_AT_ONCE, type Candidate, DRAFTS_AT_ONCE, type MixProject, type MixSummary } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { tellError } from '#lib/call.ts';
import { showToast } from '#lib/toast.ts';
import { readCandidates } from '../stage/read-candidates.ts';
import styles from './Result.module.css';

const DownloadDialog = lazy(async () => ({
  default: (await import('#features/download/DownloadDialog.tsx')).DownloadDialog,
}));
const DraftDialog = lazy(async () => ({ default: (await import('#features/draft/DraftDialog.tsx')).DraftDialog }));

type Kind = 'download' | 'draft';
type Props = { mix: Pick<MixProject, 'mproject_id' | 'project_id'>; summary: MixSummary | undefined };

/** Finished videos leave as files, picked candidates as drafts of another editor. Which they are is read when asked. */
export function HandOff({ mix: { mproject_id, project_id }, summary }: Props) {
  const cache = useQueryClient();
  const [busy, setBusy] = useState<Kind | null>(null);
  const [open, setOpen] = useState<{ kind: Kind; ids: string[] } | null>(null);
  if (!summary || (summary.exported === 0 && summary.picked === 0)) return null;

  const begin = async (kind: Kind) => {
    setBusy(kind);
    try {
      const ids = IDS[kind](await readCandidates(cache, mproject_id));
      const most = kind === 'download' ? ARTWORKS_AT_ONCE : DRAFTS_AT_ONCE;
      if (ids.length === 0) showToast('info', '没有可以给出的视频，可能刚刚改过');
      else if (ids.length > most) showToast('warning', `一次最多 ${most} 条，请少选一些`);
      else setOpen({ kind, ids });
    } catch (error) {
      tellError(error, () => void begin(kind));
    } finally {
      setBusy(null);
    }
  };
  const close = () => setOpen(null);
  return (
    <div className={styles['tools']}>
      {summary.exported > 0 && (
        <Button
          size="small"
          icon={<DownloadOutlined aria-hidden="true" />}
          loading={busy === 'download'}
          onClick={() => void begin('download')}
        >
          下载成片
        </Button>
      )}
      {summary.picked > 0 && (
        <Button
          size="small"
          icon={<ScissorOutlined aria-hidden="true" />}
          loading={busy === 'draft'}
          onClick={() => void begin('draft')}
        >
          选中的导出工程
        </Button>
      )}
      <Suspense fallback={null}>
        {open?.kind === 'download' && <DownloadDialog artwork_ids={open.ids} onClose={close} />}
        {open?.kind === 'draft' && (
          <DraftDialog project_id={project_id} artwork_ids={[]} candidate_ids={open.ids} onClose={close} />
        )}
      </Suspense>
    </div>
  );
}

const IDS: Record<Kind, (all: Candidate[]) => string[]> = {
  download: (all) => all.flatMap(({ artwork_id }) => artwork_id ?? []),
  draft: (all) => all.filter(({ is_picked }) => is_picked).map(({ candidate_id }) => candidate_id),
};
