import {
  type MixConfig,
  type MixOverrides,
  type Music,
  resolveConfig,
  VARY_MUSIC_MAX,
  VARY_VOICES_MAX,
  type VaryRule,
  type VideoFactors,
  type Voice,
} from '@mixreel/contract';
import {
  findPreset,
  type PlanMusic,
  type PlanPace,
  type PlanStyle,
  type PlanTitle,
  type PlanVoice,
} from '@mixreel/media';
import type { App } from '#context.ts';
import { eq } from '#db/orm.ts';
import { speechEngines } from '#features/ai/speech.ability.ts';
import { toWireStyle } from '#features/caption/media-style.ts';
import { material } from '#features/material/material.tables.ts';
import type { MixRow } from '#features/mix/document.ts';
import { checkLicence } from '#features/music/check-licence.ts';
import { readMusic } from '#features/music/music.queries.ts';
import { readPlatforms } from '#features/project/project.queries.ts';
import { otherStyles } from './other-styles.ts';
import { otherTitles } from './other-titles.ts';

/** What videos of a mix may have one of: the mix's own first, and alone where nothing may vary. */
export type Factors = {
  voices: PlanVoice[];
  music: PlanMusic[];
  titles: PlanTitle[];
  paces: PlanPace[];
  styles: PlanStyle[];
  spare: SpareFactors;
};

/** What would fit too and is not among them: voices of the same character, pieces of the same mood. */
export type SpareFactors = { voice_ids: string[]; music_ids: string[] };

/** Voices and pieces that are taken where anything may be that fits: few, so that one hears that they belong together. */
const FREE_VOICES = 4;
const FREE_MUSIC = 3;
const FREE_STARTS = 3;
const FREE_STYLES = 3;
const FREE_PACES = [0.92, 1.08];
const ALL_MUSIC = { page_index: 1, page_size: 10_000 };
/** What is left of a piece where it begins late. */
const LEAST_MS = 20_000;

export async function readFactors(app: App, mix: MixRow): Promise<Factors> {
  const config = resolveConfig({ template: mix.template_config, project: mix.config });
  const { voices, voice_ids } = voicesOf(app, config);
  const { music, music_ids } = await musicOf(app, mix, config);
  return {
    voices,
    music,
    titles: await titlesOf(app, mix, config),
    paces: pacesOf(config),
    styles: stylesOf(config),
    spare: { voice_ids, music_ids },
  };
}

/** Only voices that can speak now: one that went away is left out, except that of the mix, which the check tells of. */
function voicesOf(app: App, { voice, vary }: MixConfig): { voices: PlanVoice[]; voice_ids: string[] } {
  if (!voice.is_on) return { voices: [], voice_ids: [] };
  const engines = speechEngines(app).filter((engine) => engine.problem() === null);
  const all = engines.flatMap((engine) => engine.voices);
  const own = all.find(({ voice_id }) => voice_id === voice.voice_id);
  const others = all.filter(({ voice_id }) => voice_id !== voice.voice_id);
  const common = ({ style_tags }: Voice) => style_tags.filter((tag) => own?.style_tags.includes(tag)).length;
  const fitting = others
    .filter(
      ({ language, gender, engine }) => language === own?.language && gender === own.gender && engine === own.engine,
    )
    .toSorted((a, b) => common(b) - common(a));
  const chosen = {
    fixed: () => [],
    list: () => others.filter(({ voice_id }) => vary.voice_ids.includes(voice_id)),
    free: () => fitting.slice(0, FREE_VOICES - 1),
  }[vary.voice]();
  const spare = fitting.filter((one) => !chosen.includes(one)).slice(0, VARY_VOICES_MAX - chosen.length);
  return {
    voices: [
      { id: voice.voice_id, name: own?.voice_name ?? '' },
      ...chosen.map(({ voice_id, voice_name }) => ({ id: voice_id, name: voice_name })),
    ],
    voice_ids: spare.map(({ voice_id }) => voice_id),
  };
}

async function musicOf(
  app: App,
  { space_id, project_id }: MixRow,
  { music, vary }: MixConfig,
): Promise<{ music: PlanMusic[]; music_ids: string[] }> {
  const { music_id, material_id, start_ms } = music;
  if (!music_id && !material_id) return { music: [], music_ids: [] };
  const underSpeech = underSpeechOf(music);
  const all = (await readMusic(app, space_id, {}, ALL_MUSIC)).items;
  const piece = all.find((one) => one.music_id === music_id);
  const others = all.filter((one) => one.music_id !== music_id);
  const platforms = await readPlatforms(app.db, project_id);
  const isAllowed = ({ licence }: Music) => checkLicence(licence, platforms)?.blocks !== true;
  const fitting = others.filter((one) => one.category === piece?.category && isAllowed(one));
  const chosen: Music[] = {
    fixed: () => [],
    list: () => others.filter((one) => vary.music_ids.includes(one.music_id)),
    free: () => fitting.slice(0, FREE_MUSIC - 1),
  }[vary.music]();
  const spare = fitting.filter((one) => !chosen.includes(one)).slice(0, VARY_MUSIC_MAX - chosen.length);
  const seconds = piece?.duration ?? (await materialSeconds(app, material_id));
  const own = music_id || `${MATERIAL}${material_id}`;
  const from = (id: string, title: string, first_ms: number, length: number): PlanMusic[] =>
    startsOf(vary, first_ms, length * 1000).map((ms) => pieceFrom(id, underSpeech, { start_ms: ms, title }));
  return {
    music: [
      ...from(own, piece?.title ?? '', start_ms, seconds),
      ...chosen.flatMap((one) => from(one.music_id, one.title, 0, one.duration)),
    ],
    music_ids: spare.map((one) => one.music_id),
  };
}

async function materialSeconds({ db }: App, material_id: string): Promise<number> {
  if (!material_id) return 0;
  const [found] = await db
    .select({ duration: material.duration })
    .from(material)
    .where(eq(material.material_id, material_id));
  return found?.duration ?? 0;
}

/** From where a piece of so many milliseconds may play, the usual place first. */
function startsOf({ music_start, music_starts_ms }: MixConfig['vary'], first_ms: number, length_ms: number): number[] {
  const others: Record<VaryRule, () => number[]> = {
    fixed: () => [],
    list: () => music_starts_ms,
    free: () =>
      Array.from({ length: FREE_STARTS }, (_, n) => Math.round((first_ms + (n * length_ms) / FREE_STARTS) % length_ms)),
  };
  const usable = others[music_start]().filter((ms) => ms + LEAST_MS <= length_ms);
  return [...new Set([first_ms, ...usable])];
}

async function titlesOf(app: App, mix: MixRow, { title, vary }: MixConfig): Promise<PlanTitle[]> {
  if (title.text.trim() === '') return [];
  const others: Record<VaryRule, () => string[] | Promise<string[]>> = {
    fixed: () => [],
    list: () => vary.titles.filter((text) => text !== title.text),
    free: () => otherTitles(app, mix, title.text),
  };
  return [
    { id: '', text: title.text },
    ...[...new Set(await others[vary.title]())].map((text) => ({ id: text, text })),
  ];
}

function pacesOf({ vary }: MixConfig): PlanPace[] {
  const rates = { fixed: [], list: vary.paces, free: FREE_PACES }[vary.pace].filter((rate) => rate !== 1);
  return [1, ...new Set(rates)].map((rate) => ({ id: String(rate), rate }));
}

function stylesOf(config: MixConfig): PlanStyle[] {
  const { style, style_keys } = config.vary;
  const others: Record<VaryRule, () => PlanStyle[]> = {
    fixed: () => [],
    list: () => style_keys.flatMap((key) => findPreset(key) ?? []).map(({ key, name }) => ({ id: key, name })),
    free: () =>
      otherStyles(config)
        .slice(0, FREE_STYLES - 1)
        .map(({ key, name }) => ({ id: key, name })),
  };
  return config.caption.source === 'none' ? [] : [{ id: '' }, ...others[style]()];
}

/** How far the music lies below what is said, in decibels. */
function underSpeechOf({ duck_db, volume }: MixConfig['music']): number {
  return duck_db - 20 * Math.log10(Math.max(0.01, volume));
}

/** Marks music that is a material of the library rather than a piece of the collection. */
const MATERIAL = 'material:';

/** A piece from its beginning, or from elsewhere. */
export function pieceFrom(
  id: string,
  underSpeech: number,
  { start_ms = 0, title = '' }: { start_ms?: number; title?: string } = {},
): PlanMusic {
  const from = start_ms > 0 ? `（从 ${Math.round(start_ms / 1000)} 秒起）` : '';
  const content = id.replace(MATERIAL, '');
  return {
    id: `${id}@${start_ms}`,
    name: title && `${title}${from}`,
    content,
    startSeconds: start_ms / 1000,
    underSpeech,
  };
}

/** What a video has of its own, as settings that lie over those of its mix. */
export function factorConfig({ voice, music, title, style }: VideoFactors, { caption }: MixConfig): MixOverrides {
  const [id = '', start_ms = '0'] = music?.split('@') ?? [];
  const isMaterial = id.startsWith(MATERIAL);
  const piece = isMaterial
    ? { music_id: '', material_id: id.slice(MATERIAL.length) }
    : { music_id: id, material_id: '' };
  const look = style === undefined ? undefined : findPreset(style)?.style;
  return {
    ...(voice !== undefined && { voice: { voice_id: voice, emotion: '' } }),
    ...(music !== undefined && { music: { ...piece, start_ms: Number(start_ms) } }),
    ...(title !== undefined && { title: { text: title } }),
    ...(look && { caption: { style: { ...toWireStyle(look), size: caption.style.size } } }),
  };
}
