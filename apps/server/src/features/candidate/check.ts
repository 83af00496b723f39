import { AppError, type ExportProblem, type MixConfig, resolveConfig } from '@mixreel/contract';
import type { App } from '#context.ts';
import { checkLicence } from '#features/music/check-licence.ts';
import { readBeats } from '#features/music/measure-music.ts';
import { findMusic } from '#features/music/music.queries.ts';
import { readPlatforms } from '#features/project/project.queries.ts';
import { checkCaptions } from './check-captions.ts';
import { checkClips } from './check-clips.ts';
import { checkMixFacts } from './check-facts.ts';
import type { MixState } from './choose.ts';
import { readCoverWords } from './cover-words.ts';
import { askPlanner } from './plan-thread.ts';
import { fixBy, type Found, NOTHING } from './problem.ts';
import { openSources } from './sources.ts';

const MOST = 200;
const POOLS = { shooting: '', header: '片头', footer: '片尾' };

/** Everything that a viewer, a platform or a lawyer would stumble over, before anything is exported. */
export async function checkMix(app: App, state: MixState): Promise<ExportProblem[]> {
  const report = await askPlanner<'limits'>({ kind: 'limits', plan: state.plan });
  const empty = report.limits.filter(({ kind }) => kind === 'empty' || kind === 'conflict');
  const covers = await readCoverWords(app.db, state.document.mix.mproject_id);
  const found: Found[] = [
    ...empty.map(({ kind, slotIds: [slot], sentence }) => ({
      ...NOTHING,
      kind,
      blocks: true,
      message: sentence,
      shooting_id: state.document.shootings.find((one) => one.shooting_id === slot)?.shooting_id ?? null,
    })),
    ...(await checkMusic(app, state)),
    ...(await checkClips(app, state)),
    ...(await checkMixFacts(app, state, covers)),
    ...(await checkCaptions(app, state, covers)),
  ];
  return eachOnce(found.map((one) => ({ ...one, where: whereOf(state, one) }))).slice(0, MOST);
}

/** Refuses where something of it must not go out. */
export async function requireExportable(app: App, state: MixState): Promise<void> {
  const blocking = (await checkMix(app, state)).find(({ blocks }) => blocks);
  if (blocking) throw new AppError('conflict', blocking.message);
}

/** `镜头 2 · 海边.mp4 · 第 3.2 秒`: as far as it is known. */
function whereOf({ document: { shootings, clips } }: MixState, problem: Found): string {
  const { shooting_id, script_id, video_clip_id, at_ms, fixes } = problem;
  const n = shootings.findIndex((one) => one.shooting_id === shooting_id);
  const clip = clips.find((one) => one.clip.video_clip_id === video_clip_id);
  const scripts = shootings[n]?.scripts ?? [];
  const isOfWording = scripts.length > 1 && fixes.some(({ wording }) => wording.length > 0);
  return [
    n >= 0 ? shootings[n]?.shooting_name || `镜头 ${n + 1}` : clip && POOLS[clip.clip.pool],
    isOfWording && `台词 ${scripts.findIndex((one) => one.script_id === script_id) + 1}`,
    clip?.material.material_name,
    at_ms !== null && `第 ${(at_ms / 1000).toFixed(1)} 秒`,
  ]
    .filter(Boolean)
    .join(' · ');
}

/** What is wrong with two wordings of a shot in the same way, and put right by the same click, is one thing. */
function eachOnce(problems: ExportProblem[]): ExportProblem[] {
  const known = new Map(problems.map((one) => [`${one.kind} ${one.where} ${one.message}`, one]));
  return [...known.values()];
}

async function checkMusic(app: App, { document: { mix } }: MixState): Promise<Found[]> {
  const { music, vary } = resolveConfig({ template: mix.template_config, project: mix.config });
  return [
    ...(music.music_id ? await checkRights(app, mix, music.music_id) : []),
    ...(vary.music === 'list' ? await checkListed(app, mix, vary.music_ids) : []),
    ...(!music.music_id && music.material_id ? await checkBed(app, mix.space_id, music.material_id) : []),
    ...(music.is_beat_snapped ? await checkBeats(app, mix.space_id, music) : []),
  ];
}

async function checkRights(app: App, mix: MixState['document']['mix'], music_id: string) {
  const found = await findMusic(app, mix.space_id, music_id);
  const fixes = [fixBy('不用音乐', { mix: { music: { music_id: '', material_id: '' } } })];
  if (!found) {
    return [{ ...NOTHING, kind: 'music', blocks: true, message: '所选的音乐已不在音乐库里，请重新选择', fixes }];
  }
  const problem = checkLicence(found.licence, await readPlatforms(app.db, mix.project_id));
  return problem ? [{ ...NOTHING, kind: 'music', ...problem, ...(problem.blocks && { fixes }) }] : [];
}

/** Pieces that take turns with that of the mix; one that is gone is not among them. */
async function checkListed(app: App, mix: MixState['document']['mix'], music_ids: string[]): Promise<Found[]> {
  const platforms = await readPlatforms(app.db, mix.project_id);
  const found = await Promise.all(music_ids.map((music_id) => findMusic(app, mix.space_id, music_id)));
  return found.flatMap((one) => {
    const problem = one && checkLicence(one.licence, platforms);
    if (!problem) return [];
    const rest = music_ids.filter((music_id) => music_id !== one.music_id);
    const fixes = problem.blocks ? [fixBy(`不用「${one.title}」`, { mix: { vary: { music_ids: rest } } })] : [];
    return [{ ...NOTHING, kind: 'music', ...problem, message: `「${one.title}」：${problem.message}`, fixes }];
  });
}

async function checkBed(app: App, space_id: string, material_id: string): Promise<Found[]> {
  const sources = openSources(app, space_id);
  try {
    if (await sources.ofMaterial(material_id)) return [];
    const message = '当作音乐的素材被删除了，或授权已过期，成片里不会有音乐';
    const fixes = [fixBy('不用音乐', { mix: { music: { material_id: '' } } })];
    return [{ ...NOTHING, kind: 'music', message, fixes }];
  } finally {
    await sources.close();
  }
}

async function checkBeats(app: App, space_id: string, { music_id, material_id }: MixConfig['music']): Promise<Found[]> {
  const sources = openSources(app, space_id);
  try {
    const bed = music_id ? await sources.ofMusic(music_id) : material_id ? await sources.ofMaterial(material_id) : null;
    if (!bed || (await readBeats(app, music_id || bed.hash, bed.path)).length > 0) return [];
    const message = '这段音乐里听不出鼓点，卡点不会起作用，可换一段节奏分明的音乐';
    return [{ ...NOTHING, kind: 'music', message }];
  } finally {
    await sources.close();
  }
}
