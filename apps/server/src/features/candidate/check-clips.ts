import { damageWithin, damageWords, type ProblemFix, resolveConfig } from '@mixreel/contract';
import { soundStretches } from '@mixreel/media';
import type { App } from '#context.ts';
import { clipDamage, clipProblem, type DocumentClip } from '#features/mix/document.ts';
import { recommendClips } from '#features/search/recommend.ts';
import { lineSeconds } from './build-plan.ts';
import { readCandidates } from './candidate.queries.ts';
import type { MixState } from './choose.ts';
import { fixBy, type Found, NOTHING } from './problem.ts';
import { wholePart } from './whole-part.ts';

/** For so many clips another one is looked for: searching takes time, and whoever has more of them looks for a template. */
const MOST_SEARCHES = 12;
/** Shots that are looked at for one clip: some of them are in the mix already. */
const CONSIDERED = 30;

/** Clips that can't be used, or may not be, with what could stand in their place. */
export async function checkClips(app: App, state: MixState): Promise<Found[]> {
  const { mix, clips, shootings } = state.document;
  const place = new Map(shootings.map(({ shooting_id }, n) => [shooting_id as string | null, n]));
  const placeOf = ({ clip }: DocumentClip) => place.get(clip.shooting_id) ?? (clip.pool === 'header' ? -1 : Infinity);
  const wanted = clips
    .filter(({ clip }) => !clip.is_excluded)
    .toSorted((a, b) => (placeOf(a) === placeOf(b) ? 0 : placeOf(a) - placeOf(b)));
  const broken = wanted.filter((one) => clipProblem(one) !== null && !isComing(one));
  const rows = wanted.some((one) => clipProblem(one) !== null) ? await readCandidates(app.db, mix.mproject_id) : [];
  const replace = broken.length > 0 ? await findReplacements(app, state, broken.slice(0, MOST_SEARCHES)) : new Map();
  return wanted.flatMap((one): Found[] => {
    const { video_clip_id, shooting_id } = one.clip;
    const at = { ...NOTHING, shooting_id, video_clip_id };
    const leaveOut = fixBy('不用它', { clip: { is_excluded: true } });
    const problem = clipProblem(one);
    if (problem) {
      const numbers = rows
        .filter(({ picks, is_excluded }) => !is_excluded && picks.some((pick) => pick.video_clip_id === video_clip_id))
        .map(({ number }) => number);
      const fix = replace.get(video_clip_id) as ProblemFix | undefined;
      const message = `${problem}。${affected(numbers)}`;
      if (isComing(one)) return [{ ...at, kind: 'clip', message }];
      return [{ ...at, kind: 'clip', message, fixes: fix ? [fix, leaveOut] : [leaveOut] }];
    }
    const damage = damageIn(one, state);
    return [
      ...(damage ? [{ ...at, kind: 'damage', ...damage, fixes: [...damage.fixes, leaveOut] }] : []),
      ...(one.material.rights?.consent === 'missing'
        ? [{ ...at, kind: 'consent', blocks: true, message: '里面的人还没有同意出镜', fixes: [leaveOut] }]
        : []),
    ];
  });
}

/** It is being analysed: whoever waits a moment has it. */
function isComing({ facts, sha256, material: { deleted_at, analysis_status } }: DocumentClip): boolean {
  return facts === null && sha256 !== null && deleted_at === null && analysis_status !== 'failed';
}

/** Broken pictures that a clip shows, with the nearest range of the same length that has none. */
function damageIn(one: DocumentClip, state: MixState): Pick<Found, 'at_ms' | 'message' | 'fixes'> | null {
  const { clip, material: row } = one;
  const damage = clipDamage(one);
  const seen = damageWithin(damage, clip);
  const words = damageWords(seen);
  if (!words || wholePart(one, shownSeconds(one, state))) return null;
  const damaged = damage.map(({ start_ms, end_ms }) => ({ from: start_ms / 1000, to: end_ms / 1000 }));
  const [from, to] = [clip.start_ms / 1000, clip.end_ms / 1000];
  const length = to - from;
  const starts = soundStretches(damaged, row.duration ?? 0)
    .filter((free) => free.to - free.from >= length)
    .map((free) => Math.min(Math.max(from, free.from), free.to - length))
    .toSorted((a, b) => Math.abs(a - from) - Math.abs(b - from));
  const [start_ms] = starts.map((start) => Math.round(start * 1000));
  const range = start_ms !== undefined && { start_ms, end_ms: start_ms + clip.end_ms - clip.start_ms };
  const told = `${words}，成片里会停住或花屏`;
  return {
    at_ms: seen[0]?.start_ms ?? clip.start_ms,
    message: range ? told : `${told}；这个素材里没有一样长的好画面，请换一个片段`,
    fixes: range
      ? [fixBy(`改用 ${(range.start_ms / 1000).toFixed(1)} 到 ${(range.end_ms / 1000).toFixed(1)} 秒`, { clip: range })]
      : [],
  };
}

/** The most that a shot takes of its clip: the longest wording, the seam behind it. */
function shownSeconds({ clip }: DocumentClip, { document: { mix, shootings }, heard }: MixState): number {
  const own = (clip.end_ms - clip.start_ms) / 1000 / clip.speed;
  const shooting = shootings.find(({ shooting_id }) => shooting_id === clip.shooting_id);
  if (!shooting) return own;
  const layers = { template: mix.template_config, project: mix.config, shooting: shooting.config };
  const { duration, transition } = resolveConfig(layers);
  const seam = transition.kind === 'none' ? 0 : transition.ms / 1000;
  if (duration.rule === 'fixed') return duration.fixed_ms / 1000 + seam;
  const spoken = Math.max(0, ...shooting.scripts.map(({ script_id }) => lineSeconds(heard.get(script_id))));
  return ((duration.rule === 'narration' && spoken) || own) + seam;
}

function affected(numbers: number[]): string {
  if (numbers.length === 0) return '现在的候选都没有用到它';
  const shown = numbers.slice(0, 8).join('、');
  return numbers.length > 8 ? `第 ${shown} 等 ${numbers.length} 条用到它，不会导出` : `第 ${shown} 条用到它，不会导出`;
}

/** What the library has that fits the line of each clip's shot and is not in the mix yet; one shot for one clip. */
async function findReplacements(
  app: App,
  { document: { mix, shootings, clips }, heard }: MixState,
  broken: DocumentClip[],
): Promise<Map<string, ProblemFix>> {
  // What another place shows already would make videos more alike, and some of them impossible.
  const used = new Set(clips.map(({ clip }) => clip.material_id));
  const found = new Map<string, ProblemFix>();
  for (const { clip } of broken) {
    const script = shootings.find((one) => one.shooting_id === clip.shooting_id)?.scripts[0];
    if (!script?.text.trim()) continue;
    const needed = lineSeconds(heard.get(script.script_id)) || (clip.end_ms - clip.start_ms) / 1000 / clip.speed;
    const items = await recommendClips(
      app,
      { space_id: mix.space_id, project_id: mix.project_id },
      { text: script.text, min_duration: needed, limit: CONSIDERED },
    );
    const best = items.find(({ material_id }) => !used.has(material_id));
    if (!best) continue;
    used.add(best.material_id);
    const { material_id, shot_id, start_ms, end_ms, material_name } = best;
    found.set(
      clip.video_clip_id,
      fixBy(`换成「${shorten(material_name)}」`, { source: { material_id, shot_id, start_ms, end_ms } }),
    );
  }
  return found;
}

function shorten(name: string): string {
  return name.length > 12 ? `${name.slice(0, 11)}…` : name;
}
