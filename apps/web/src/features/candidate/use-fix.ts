import { callOf, type CallKey, type ExportProblem, type Script } from '@mixreel/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#lib/call.ts';

const OUTDATED: CallKey[] = ['mix.detail', 'candidate.check', 'candidate.list', 'candidate.summary'];

/** Does what a problem suggests: sets its shooting, as that is now. */
export function useFix(mproject_id: string) {
  const cache = useQueryClient();
  return useMutation({
    async mutationFn({ fix, shooting_id, script_id }: ExportProblem) {
      const { shootings } = await call('mix.detail', { mproject_id });
      const shooting = shootings.find((one) => one.shooting_id === shooting_id);
      if (!fix || !shooting) return;
      const { revision } = shooting;
      if (fix.wording.length === 0) {
        await call('shooting.updateConfig', { shooting_id: shooting.shooting_id, revision, config: fix.config });
      } else {
        const scripts = shooting.scripts.map((one) => (one.script_id === script_id ? reword(one, fix.wording) : one));
        await call('shooting.update', { shooting_id: shooting.shooting_id, revision, scripts });
      }
    },
    onSuccess: () =>
      Promise.all(OUTDATED.map((key) => cache.invalidateQueries({ queryKey: [callOf(key).path] }))).then(() => {}),
  });
}

/** The wording with other texts for its line and its captions; a caption that nothing is left of goes. */
function reword(script: Script, wording: { from: string; to: string }[]): Script {
  const change = (text: string) => wording.find(({ from }) => from === text)?.to ?? text;
  const captions = script.captions
    ?.map((caption) => ({ ...caption, text: change(caption.text) }))
    .filter(({ text }) => text.trim() !== '');
  return { ...script, text: change(script.text), captions: captions ?? null };
}
