import type { Candidate, CoverChange } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { CoverButton } from '#features/cover/CoverButton.tsx';
import { useCanEdit } from '#features/team/space.ts';
import { call } from '#lib/call.ts';
import { readAgain } from '#lib/read-again.ts';
import { showToast } from '#lib/toast.ts';
import { readCandidates } from '../stage/read-candidates.ts';

type Props = { candidate: Pick<Candidate, 'candidate_id' | 'mproject_id' | 'number'>; project_id: string };

/** The cover that a candidate will have when it is exported. */
export function CandidateCover({ candidate: { candidate_id, mproject_id, number }, project_id }: Props) {
  const cache = useQueryClient();
  const canEdit = useCanEdit();
  const send = async (candidate_ids: string[], cover: CoverChange) => {
    const { changed } = await call('candidate.setCover', { candidate_ids, cover });
    await readAgain(cache, 'candidate.list');
    return changed;
  };
  return (
    <CoverButton
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
    />
  );
}
