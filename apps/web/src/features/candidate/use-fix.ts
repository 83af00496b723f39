import {
  callOf,
  type CallKey,
  type ExportProblem,
  inverseChange,
  type Script,
  type Shooting,
  type ShootingConfigChange,
} from '@mixreel/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#lib/call.ts';
import { showToast } from '#lib/toast.ts';

const UNDO_MS = 8000;
const OUTDATED: CallKey[] = ['mix.detail', 'candidate.check', 'candidate.list', 'candidate.summary'];

/** Does what a problem suggests: sets its shooting, as that is now. It can be taken back. */
export function useFix(mproject_id: string) {
  const cache = useQueryClient();
  const refresh = async () => {
    await Promise.all(OUTDATED.map((key) => cache.invalidateQueries({ queryKey: [callOf(key).path] })));
  };
  return useMutation({
    async mutationFn(problem: ExportProblem) {
      const { shootings } = await call('mix.detail', { mproject_id });
      const shooting = shootings.find((one) => one.shooting_id === problem.shooting_id);
      return shooting && (await fixShooting(shooting, problem));
    },
    async onSuccess(takeBack) {
      await refresh();
      if (!takeBack) return;
      const run = () => void takeBack().then(refresh, () => {});
      showToast('success', '改好了', { ms: UNDO_MS, action: { label: '撤销', run } });
    },
  });
}

/** Answers with what takes it back. */
async function fixShooting(
  { shooting_id, revision, scripts, config }: Shooting,
  { fix, script_id }: ExportProblem,
): Promise<(() => Promise<unknown>) | undefined> {
  if (!fix) return undefined;
  if (fix.wording.length === 0) {
    const after = await call('shooting.updateConfig', { shooting_id, revision, config: fix.config });
    const back = inverseChange(config, fix.config) as ShootingConfigChange;
    return () => call('shooting.updateConfig', { shooting_id, revision: after.revision, config: back });
  }
  const reworded = scripts.map((one) => (one.script_id === script_id ? reword(one, fix.wording) : one));
  const after = await call('shooting.update', { shooting_id, revision, scripts: reworded });
  return () => call('shooting.update', { shooting_id, revision: after.revision, scripts });
}

/** The wording with other texts for its line and its captions; a caption that nothing is left of goes. */
function reword(script: Script, wording: { from: string; to: string }[]): Script {
  const change = (text: string) => wording.find(({ from }) => from === text)?.to ?? text;
  const captions = script.captions
    ?.map((caption) => ({ ...caption, text: change(caption.text) }))
    .filter(({ text }) => text.trim() !== '');
  return { ...script, text: change(script.text), captions: captions ?? null };
}
