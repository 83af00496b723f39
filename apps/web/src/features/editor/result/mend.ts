import {
  type ExportProblem,
  planClip,
  planMixConfig,
  planScript,
  planShootingConfig,
  planText,
  type ProblemFix,
  type ScriptRecord,
} from '@mixreel/contract';
import type { Operation, State } from '@mixreel/document';
import { acceptance } from '#features/fact/acceptance.ts';
import { call } from '#lib/call.ts';
import type { MixActs } from '../document/mix-acts.ts';

/** How often everything is looked at again: putting one thing right may uncover another. */
const ROUNDS = 8;

/** Does one thing about a problem, as one act. False when nothing came of it. */
export function mend(acts: MixActs, mproject_id: string, problem: ExportProblem, fix: ProblemFix): Promise<boolean> {
  return acts.act((state) => planFix(state, mproject_id, problem, fix));
}

/** Lets the mix say otherwise than its sheet there, in the name of whoever is signed in. */
export async function acceptFact(acts: MixActs, { fact }: ExportProblem): Promise<boolean> {
  const made = fact && acceptance(fact.place_id, fact.said, fact.sheet);
  if (!made) return false;
  const { acceptance_id: id, ...record } = made;
  return acts.act(() => [{ do: 'add', table: 'acceptance', id, record }]);
}

/** Does the first thing about every problem that has one, until none is left. Gives how many were done: each is an act. */
export async function mendAll(acts: MixActs, mproject_id: string, check = readProblems): Promise<number> {
  const done = new Set<string>();
  let count = 0;
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = count;
      const { problems } = await check(mproject_id);
      const open = problems.filter(({ fixes }) => fixes.length > 0).filter((one) => !done.has(nameOf(one)));
      for (const problem of open) {
        // What one of them puts right another may not find any more: that one is looked at again.
        if (!(await mend(acts, mproject_id, problem, problem.fixes[0]!))) continue;
        done.add(nameOf(problem));
        count += 1;
      }
      if (count === before) break;
    }
  } catch {
    // Has been told. What was done until then stays, and is taken back by one click.
  }
  return count;
}

function readProblems(mproject_id: string): Promise<{ problems: ExportProblem[] }> {
  return call('candidate.check', { mproject_id });
}

function nameOf({ kind, where, message, fixes: [first] }: ExportProblem): string {
  return [kind, where, message, first?.label].join(' ');
}

async function planFix(
  state: State,
  mproject_id: string,
  { shooting_id, script_id, video_clip_id }: ExportProblem,
  { mix, config, wording, clip, source }: ProblemFix,
): Promise<Operation[]> {
  return [
    ...planMixConfig(state, mix),
    ...(shooting_id ? planShootingConfig(state, shooting_id, config) : []),
    ...(script_id ? planWording(state, script_id, wording) : []),
    ...(video_clip_id
      ? planClip(state, video_clip_id, { ...clip, ...(source && (await planSource(mproject_id, source))) })
      : []),
  ];
}

/** Other texts for a line and its captions; a caption that nothing is left of goes. */
function planWording(state: State, script_id: string, wording: ProblemFix['wording']): Operation[] {
  const script = state['script']?.[script_id] as ScriptRecord | undefined;
  if (!script) return [];
  const change = (text: string) => wording.find(({ from }) => from === text)?.to ?? text;
  const captions = script.captions
    ?.map((caption) => ({ ...caption, text: change(caption.text) }))
    .filter(({ text }) => text.trim() !== '');
  return [
    ...planText(state, script_id, change(script.text)),
    ...planScript(state, script_id, { captions: captions ?? null }),
  ];
}

/** A range of another material, exactly as the server would take it. */
async function planSource(mproject_id: string, source: NonNullable<ProblemFix['source']>) {
  const { shot_id: shot, ...range } = source;
  const asked = { ...range, ...(shot && { shot_id: shot }) };
  const { clips } = await call('clip.plan', { mproject_id, clips: [asked] });
  const [planned] = clips;
  if (!planned) return {};
  const { material_id, material_name, shot_id, start_ms, end_ms } = planned;
  // What was cut out of the old picture says nothing about the new one.
  return { material_id, material_name, shot_id, start_ms, end_ms, crop: null, speed: 1 };
}
