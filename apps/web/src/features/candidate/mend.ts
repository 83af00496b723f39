import {
  type ExportProblem,
  inverseChange,
  type MixProject,
  type ProblemFix,
  type Script,
  type Shooting,
  type ShootingConfigChange,
  type VideoClip,
} from '@mixreel/contract';
import { call } from '#lib/call.ts';
import { allClips } from './combination.ts';

/** Takes a change back, as the mix is by then. */
type TakeBack = () => Promise<unknown>;

/** How often everything is looked at again: putting one thing right may uncover another. */
const ROUNDS = 4;

/** A mix while it is being mended: every answer of the server is the newest revision. */
type Bench = { mix: MixProject; shootings: Map<string, Shooting>; clips: Map<string, VideoClip>; backs: TakeBack[] };

/** Does one thing about a problem. Answers what takes it back. */
export async function mend(mproject_id: string, problem: ExportProblem, fix: ProblemFix): Promise<TakeBack> {
  const bench = await openBench(mproject_id);
  await apply(bench, problem, fix);
  return () => takeBack(bench);
}

/** Does the first thing about every problem that has one, until none is left. Answers how many, and what takes it all back. */
export async function mendAll(mproject_id: string): Promise<{ count: number; takeBack: TakeBack }> {
  const bench = await openBench(mproject_id);
  const done = new Set<string>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const { problems } = await call('candidate.check', { mproject_id });
    const open = problems.filter(({ fixes }) => fixes.length > 0).filter((one) => !done.has(nameOf(one)));
    if (open.length === 0) break;
    for (const problem of open) {
      done.add(nameOf(problem));
      await apply(bench, problem, problem.fixes[0]!);
    }
  }
  return { count: bench.backs.length, takeBack: () => takeBack(bench) };
}

function nameOf({ kind, where, message, fixes: [first] }: ExportProblem): string {
  return [kind, where, message, first?.label].join(' ');
}

async function openBench(mproject_id: string): Promise<Bench> {
  const mix = await call('mix.detail', { mproject_id });
  return {
    mix,
    shootings: new Map(mix.shootings.map((one) => [one.shooting_id, one])),
    clips: new Map(allClips(mix).map((one) => [one.video_clip_id, one])),
    backs: [],
  };
}

/** What was done last goes first. */
async function takeBack({ backs }: Bench): Promise<void> {
  for (const back of backs.splice(0).toReversed()) await back();
}

async function apply(bench: Bench, problem: ExportProblem, fix: ProblemFix): Promise<void> {
  const { shooting_id, script_id, video_clip_id } = problem;
  if (!isEmpty(fix.mix)) await setMix(bench, fix.mix);
  if (shooting_id && !isEmpty(fix.config)) await setShooting(bench, shooting_id, fix.config);
  if (shooting_id && fix.wording.length > 0) await rewordShooting(bench, shooting_id, script_id, fix.wording);
  if (video_clip_id && !isEmpty(fix.clip)) await setClip(bench, video_clip_id, fix.clip);
  if (video_clip_id && fix.source) await replaceClip(bench, video_clip_id, fix.source);
}

async function setMix(bench: Bench, config: ProblemFix['mix']): Promise<void> {
  const back = inverseChange(bench.mix.config, config);
  const send = async (change: typeof config) => {
    const { mproject_id, revision } = bench.mix;
    bench.mix = await call('mix.updateConfig', { mproject_id, revision, config: change });
  };
  await send(config);
  bench.backs.push(() => send(back));
}

async function setShooting(bench: Bench, shooting_id: string, config: ShootingConfigChange): Promise<void> {
  const before = bench.shootings.get(shooting_id);
  if (!before) return;
  const back = inverseChange(before.config, config) as ShootingConfigChange;
  const send = async (change: ShootingConfigChange) => {
    const { revision } = bench.shootings.get(shooting_id)!;
    bench.shootings.set(shooting_id, await call('shooting.updateConfig', { shooting_id, revision, config: change }));
  };
  await send(config);
  bench.backs.push(() => send(back));
}

async function rewordShooting(
  bench: Bench,
  shooting_id: string,
  script_id: string | null,
  wording: ProblemFix['wording'],
): Promise<void> {
  const before = bench.shootings.get(shooting_id);
  if (!before) return;
  const send = async (scripts: Script[]) => {
    const { revision } = bench.shootings.get(shooting_id)!;
    bench.shootings.set(shooting_id, await call('shooting.update', { shooting_id, revision, scripts }));
  };
  await send(before.scripts.map((one) => (one.script_id === script_id ? reword(one, wording) : one)));
  bench.backs.push(() => send(before.scripts));
}

/** The wording with other texts for its line and its captions; a caption that nothing is left of goes. */
function reword(script: Script, wording: ProblemFix['wording']): Script {
  const change = (text: string) => wording.find(({ from }) => from === text)?.to ?? text;
  const captions = script.captions
    ?.map((caption) => ({ ...caption, text: change(caption.text) }))
    .filter(({ text }) => text.trim() !== '');
  return { ...script, text: change(script.text), captions: captions ?? null };
}

async function setClip(bench: Bench, video_clip_id: string, change: ProblemFix['clip']): Promise<void> {
  const before = bench.clips.get(video_clip_id);
  if (!before) return;
  const send = async (settings: ProblemFix['clip']) => {
    const { revision } = bench.clips.get(video_clip_id)!;
    bench.clips.set(video_clip_id, await call('clip.update', { video_clip_id, revision, ...settings }));
  };
  await send(change);
  const fields = Object.keys(change) as (keyof typeof change)[];
  bench.backs.push(() => send(Object.fromEntries(fields.map((field) => [field, before[field]]))));
}

async function replaceClip(
  bench: Bench,
  video_clip_id: string,
  source: NonNullable<ProblemFix['source']>,
): Promise<void> {
  const before = bench.clips.get(video_clip_id);
  if (!before) return;
  const send = async (to: typeof source) => {
    const { revision } = bench.clips.get(video_clip_id)!;
    bench.clips.set(video_clip_id, await call('clip.replace', { video_clip_id, revision, source: to }));
  };
  await send(source);
  const { material_id, shot_id, start_ms, end_ms, speed, crop } = before;
  bench.backs.push(async () => {
    await send({ material_id, shot_id, start_ms, end_ms });
    const { revision } = bench.clips.get(video_clip_id)!;
    await call('clip.update', { video_clip_id, revision, speed, crop });
  });
}

function isEmpty(change: object): boolean {
  return Object.keys(change).length === 0;
}
