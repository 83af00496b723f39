import { PictureOutlined } from '@ant-design/icons';
import { candidate as candidateCalls, type Candidate, type CoverChange } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useCanEdit } from '#features/team/space.ts';
import { call } from '#lib/call.ts';
import { showToast } from '#lib/toast.ts';
import { readCandidates } from './read-candidates.ts';

const CoverDialog = lazy(async () => ({ default: (await import('#features/cover/CoverDialog.tsx')).CoverDialog }));

type Props = { candidate: Pick<Candidate, 'candidate_id' | 'mproject_id' | 'number'>; project_id: string };

/** The cover that a candidate will have when it is exported. */
export function CandidateCover({ candidate: { candidate_id, mproject_id, number }, project_id }: Props) {
  const cache = useQueryClient();
  const canEdit = useCanEdit();
  const [isOpen, setIsOpen] = useState(false);
  const send = async (candidate_ids: string[], cover: CoverChange) => {
    const { changed } = await call('candidate.setCover', { candidate_ids, cover });
    await cache.invalidateQueries({ queryKey: [candidateCalls.list.path] });
    await cache.invalidateQueries({ queryKey: ['cover'] });
    return changed;
  };
  return (
    <>
      <Button icon={<PictureOutlined aria-hidden="true" />} onClick={() => setIsOpen(true)}>
        封面
      </Button>
      <Suspense fallback={null}>
        {isOpen && (
          <CoverDialog
            title={`封面 · 第 ${number} 条`}
            project_id={project_id}
            name={candidate_id}
            read={(cover, signal) => call('candidate.cover', { candidate_id, cover }, { is_quiet: true, signal })}
            onSave={
              canEdit
                ? async (cover) => {
                    await send([candidate_id], cover);
                    showToast('success', '导出时用这个封面');
                  }
                : null
            }
            onTitleForAll={{
              label: '标题用到全部候选',
              run: async (title) => {
                const all = await readCandidates(cache, mproject_id);
                const changed = await send(
                  all.map((one) => one.candidate_id),
                  { title },
                );
                showToast('success', `${changed} 条候选的封面都用这个标题`);
              },
            }}
            onClose={() => setIsOpen(false)}
          />
        )}
      </Suspense>
    </>
  );
}
