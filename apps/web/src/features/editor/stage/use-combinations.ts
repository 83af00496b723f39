import type { CallKey } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useCanEdit } from '#features/team/space.ts';
import { call, CallError, tellError } from '#lib/call.ts';
import { readAgain } from '#lib/read-again.ts';
import { showToast } from '#lib/toast.ts';
import { useEditorState } from '../editor-state.ts';
import { WORDS } from './candidate-words.ts';
import { neighbour, readCandidates } from './read-candidates.ts';
import { stageControls, useStage } from './stage-state.ts';
import { prefetchPreview } from './use-stage-preview.ts';

const PLANNED: CallKey[] = ['candidate.list', 'candidate.summary', 'candidate.matrix'];

/** 下一个组合: the next candidate from its beginning. Where none were chosen yet they are chosen first. */
export function useCombinations(mproject_id: string) {
  const cache = useQueryClient();
  const canEdit = useCanEdit();
  const [isBusy, setIsBusy] = useState(false);

  /** The one after is loaded while this one plays, so that the next press shows it at once. */
  const getReady = (candidate_id: string) => {
    prefetchPreview(cache, mproject_id, { candidate_id }).then(
      ({ url }) => stageControls().preload(url),
      () => {},
    );
  };
  const step = async (by: -1 | 1) => {
    setIsBusy(true);
    try {
      let all = await readCandidates(cache, mproject_id);
      if (all.length === 0 && canEdit) {
        await call('candidate.plan', { mproject_id }, { is_quiet: true });
        void readAgain(cache, PLANNED);
        all = await readCandidates(cache, mproject_id);
      }
      const { candidate_id, showCandidate } = useEditorState.getState();
      const current = candidate_id ?? useStage.getState().preview?.candidate_id ?? null;
      const next = neighbour(all, current, by);
      if (!next) return void showToast('info', WORDS.no_combination);
      if (next.candidate_id === current) {
        showToast('info', WORDS.only_combination);
        return stageControls().seek(0);
      }
      useStage.setState({ entry: { at_ms: 0, plays: true } });
      showCandidate(next.candidate_id);
      const after = neighbour(all, next.candidate_id, by);
      if (after) getReady(after.candidate_id);
    } catch (error) {
      if (error instanceof CallError) tellError(error);
      else showToast('error', WORDS.step_failed);
    } finally {
      setIsBusy(false);
    }
  };
  return { step: (by: -1 | 1) => void step(by), is_busy: isBusy };
}
