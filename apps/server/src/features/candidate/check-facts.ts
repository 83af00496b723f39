import {
  type FactSheet,
  factSheetOf,
  type MixConfig,
  type MixConfigChange,
  resolveConfig,
  TITLE_PLACE,
} from '@mixreel/contract';
import { checkSheet, isBroken, type SheetProblem } from '@mixreel/contract/fact';
import type { App } from '#context.ts';
import { readFactTables } from '#features/fact/fact.document.ts';
import { clipProblem, type DocumentClip, type ShootingRow } from '#features/mix/document.ts';
import type { Heard } from '#features/mix/narration.ts';
import { checkSpoken, tellUnheard } from './check-spoken.ts';
import type { MixState } from './choose.ts';
import type { CoverWords } from './cover-words.ts';
import { fixBy, type Found, NOTHING, rewordFix } from './problem.ts';

/** What is said, written or heard in a mix otherwise than on the sheet that it carries. */
export async function checkMixFacts(app: App, state: MixState, covers: CoverWords[]): Promise<Found[]> {
  const { mix, shootings, clips } = state.document;
  const sheet = factSheetOf(await readFactTables(app.db, mix.mproject_id));
  if (!sheet.facts.some(({ locked }) => locked)) return [];
  const config = resolveConfig({ template: mix.template_config, project: mix.config });
  const usable = clips.filter((one) => clipProblem(one) === null && !one.clip.is_excluded);
  return [
    ...checkTitles(config, sheet),
    ...covers.flatMap(({ name, text }) => checkTitle(text, name, sheet)),
    ...shootings.flatMap((shooting) => {
      const layers = { template: mix.template_config, project: mix.config, shooting: shooting.config };
      const own = usable.filter(({ clip }) => clip.shooting_id === shooting.shooting_id);
      return checkShooting(shooting, { heard: state.heard, sheet, config: resolveConfig(layers), clips: own });
    }),
    ...checkSpoken(state, sheet),
    ...tellUnheard(app, state, sheet),
  ];
}

type Asked = { heard: Map<string, Heard>; sheet: FactSheet; config: MixConfig; clips: DocumentClip[] };

function checkShooting({ shooting_id, scripts }: ShootingRow, { heard, sheet, config, clips }: Asked): Found[] {
  const ofScripts = scripts.flatMap(({ script_id, text, captions, recording_material_id }) => {
    const at = { ...NOTHING, shooting_id, script_id };
    const texts = [text, ...(captions ?? []).map((one) => one.text)];
    const written = eachOnce(texts.flatMap((one) => checkSheet(one, shooting_id, sheet))).map((problem): Found => {
      const put = (from: string) => putRight(from, problem, shooting_id, sheet);
      const fix = problem.fixed === null ? null : rewordFix(`改成「${problem.sheet}」`, texts, put);
      return { ...at, ...told(problem, shooting_id), fixes: fix ? [fix] : [] };
    });
    const words = recording_material_id ? (heard.get(script_id)?.words ?? []) : [];
    return [...written, ...checkHeard(words, '录音里说的', at, sheet)];
  });
  const speaks = scripts.some(({ script_id }) => (heard.get(script_id)?.seconds ?? 0) > 0);
  const { own_volume } = config.sound;
  const isLoud = own_volume === 'auto' ? !speaks : own_volume > 0;
  const ofClips = clips.flatMap(({ clip, words }) => {
    if (config.caption.source !== 'speech' && (!isLoud || clip.volume === 0)) return [];
    const said = (words ?? []).filter(({ start, end }) => end * 1000 > clip.start_ms && start * 1000 < clip.end_ms);
    return checkHeard(said, '片段里说的', { ...NOTHING, shooting_id, video_clip_id: clip.video_clip_id }, sheet);
  });
  return [...ofScripts, ...ofClips];
}

/** What a recogniser heard: numbers in its own spelling. What has no ground may have been misheard. */
function checkHeard(
  words: { text: string }[],
  where: string,
  at: Omit<Found, 'kind' | 'message'>,
  sheet: FactSheet,
): Found[] {
  const place_id = at.shooting_id ?? TITLE_PLACE;
  return eachOnce(checkSheet(words.map(({ text }) => text).join(''), place_id, sheet))
    .filter(({ kind }) => kind === 'changed')
    .map((problem) => {
      const { message, ...rest } = told(problem, place_id);
      return { ...at, ...rest, message: message.replace(/^写的/u, where) };
    });
}

/** Every title that some video may have. */
function checkTitles(config: MixConfig, sheet: FactSheet): Found[] {
  const { title, vary } = config;
  if (!title.text.trim()) return [];
  const others = vary.title === 'list' ? vary.titles : [];
  const of = (text: string, change: (to: string) => MixConfigChange) => checkTitle(text, '标题', sheet, change);
  return [
    ...of(title.text, (text) => ({ title: { text } })),
    ...others.flatMap((text, n) => of(text, (to) => ({ vary: { titles: others.with(n, to) } }))),
  ];
}

/** A title of videos, or of a cover, which only a person changes. */
function checkTitle(text: string, name: string, sheet: FactSheet, change?: (to: string) => MixConfigChange): Found[] {
  return checkSheet(text, TITLE_PLACE, sheet).map((problem) => {
    const { message, ...rest } = told(problem, TITLE_PLACE);
    const { fixed } = problem;
    const fixes = change && fixed !== null ? [fixBy(`改成「${problem.sheet}」`, { mix: change(fixed) })] : [];
    return { ...NOTHING, ...rest, message: `${name}里${message}`, fixes };
  });
}

function told(problem: SheetProblem, place_id: string): Pick<Found, 'kind' | 'message' | 'blocks' | 'fact'> {
  const { kind, message, said, sheet, accepted } = problem;
  if (kind === 'unfounded') return { kind: 'fact', blocks: false, message, fact: null };
  if (accepted) {
    const by = `${message}，${accepted.accepted_by_name}接受了这个说法`;
    return { kind: 'fact', blocks: false, message: by, fact: null };
  }
  return { kind: 'fact', blocks: isBroken(problem), message, fact: { place_id, said, sheet } };
}

/** The text with this one difference put right, wherever it stands in it. */
function putRight(text: string, { said, sheet: wanted }: SheetProblem, place_id: string, sheet: FactSheet): string {
  let now = text;
  for (let n = 0; n < 10; n += 1) {
    const next = checkSheet(now, place_id, sheet).find((one) => one.said === said && one.sheet === wanted)?.fixed;
    if (!next || next === now) break;
    now = next;
  }
  return now;
}

function eachOnce(problems: SheetProblem[]): SheetProblem[] {
  return [...new Map(problems.map((one) => [`${one.said} ${one.sheet}`, one])).values()];
}
