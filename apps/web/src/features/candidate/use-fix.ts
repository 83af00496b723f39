import { callOf, type CallKey, type ExportProblem } from '@mixreel/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#lib/call.ts';

const OUTDATED: CallKey[] = ['mix.detail', 'candidate.check', 'candidate.list', 'candidate.summary'];

/** Does what a problem suggests: sets its shooting, as that is now. */
export function useFix(mproject_id: string) {
  const cache = useQueryClient();
  return useMutation({
    async mutationFn({ fix, shooting_id }: ExportProblem) {
      const { shootings } = await call('mix.detail', { mproject_id });
      const shooting = shootings.find((one) => one.shooting_id === shooting_id);
      if (!fix || !shooting) return;
      await call('shooting.updateConfig', {
        shooting_id: shooting.shooting_id,
        revision: shooting.revision,
        config: fix.config,
      });
    },
    onSuccess: () =>
      Promise.all(OUTDATED.map((key) => cache.invalidateQueries({ queryKey: [callOf(key).path] }))).then(() => {}),
  });
}
