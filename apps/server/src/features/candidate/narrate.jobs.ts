import { z } from 'zod';
import type { App } from '#context.ts';
import { and, eq, inArray } from '#db/orm.ts';
import { type Heard, heardKeys } from '#features/mix/narration.ts';
import { tellChange } from '#features/mix/tell-change.ts';
import { task } from '#features/task/task.tables.ts';
import { speak } from '#features/voice/speak.ts';
import { defineJob } from '#queue/job.ts';
import { readCandidates } from './candidate.queries.ts';
import { hearNumbers } from './check-spoken.ts';
import { readState } from './choose.ts';
import { refreshFigures } from './rewrite.ts';

type Who = { space_id: string; user_uid: string };

/**
 * Speaks the lines of a mix that nobody has spoken yet, and listens to those with numbers of its sheet. Nobody waits for
 * it: estimates stand in until it is done.
 */
export const narrateMix = defineJob({
  name: 'mix.narrate',
  scope: 'edit',
  task_type: 'ai_audio',
  input: z.object({ mproject_id: z.string() }),
  kind: 'model',
  lane: 'now',
  async run({ mproject_id }, context) {
    const { task: own, signal, report, db } = context;
    const who = { space_id: own.space_id, user_uid: own.user_uid };
    const { heard } = await readState(context, own.space_id, mproject_id);
    // In other voices only what some candidate says: nobody waits for the rest.
    const rows = await readCandidates(db, mproject_id);
    const inOwnVoice = [...heard].flatMap(([key, { script }]) => (key === script.script_id ? key : []));
    const scripts = new Set([...inOwnVoice, ...rows.flatMap(heardKeys)]);
    await speakMissing(context, who, heard, scripts, signal, async (done) => {
      report(done);
      await tellChange(context, db, mproject_id, 'narrations');
    });
    const state = await readState(context, own.space_id, mproject_id);
    await refreshFigures(context, state);
    if ((await hearNumbers(context, state, scripts, signal)) > 0) {
      await tellChange(context, db, mproject_id, 'narrations');
    }
    return {};
  },
});

/** Speaks these wordings where they are not yet, and says how many; `onDone` hears the share that is done. */
export async function speakMissing(
  app: App,
  who: Who,
  heard: Map<string, Heard>,
  scripts: Set<string>,
  signal: AbortSignal,
  onDone: (share: number) => Promise<void> = async () => {},
): Promise<number> {
  const missing = [...scripts].flatMap((id) => {
    const said = heard.get(id);
    return said?.request && !said.sha256 ? said.request : [];
  });
  for (const [n, request] of missing.entries()) {
    await speak(app, who, request, signal);
    await onDone((n + 1) / missing.length);
  }
  return missing.length;
}

/** Sees to it that the lines of a mix get spoken, once however often it is asked. */
export async function wantNarration({ db, queue }: Pick<App, 'db' | 'queue'>, who: Who, mproject_id: string) {
  const [waiting] = await db
    .select({ task_id: task.task_id })
    .from(task)
    .where(
      and(
        eq(task.mproject_id, mproject_id),
        eq(task.job_name, narrateMix.name),
        inArray(task.status, ['queued', 'running']),
      ),
    )
    .limit(1);
  if (waiting) return;
  await queue.add(narrateMix, { ...who, mproject_id, title: '合成混剪配音', is_quiet: true, input: { mproject_id } });
}
