import {
  type MixConfig,
  type MixOverrides,
  type Music,
  resolveConfig,
  VARY_MUSIC_MAX,
  VARY_VOICES_MAX,
  type VideoFactors,
} from '@mixreel/contract';
import type { PlanMusic, PlanVoice } from '@mixreel/media';
import type { App } from '#context.ts';
import { speechEngines } from '#features/ai/engines.ts';
import type { MixRow } from '#features/mix/document.ts';
import { readMusic } from '#features/music/music.queries.ts';

/** What videos of a mix may have one of: the mix's own first, and alone where nothing may vary. */
export type Factors = { voices: PlanVoice[]; music: PlanMusic[]; spare: SpareFactors };

/** What would fit too and is not among them: voices of the same character, pieces of the same mood. */
export type SpareFactors = { voice_ids: string[]; music_ids: string[] };

/** Voices and pieces that are taken where anything may be that fits: few, so that one hears that they belong together. */
const FREE_VOICES = 4;
const FREE_MUSIC = 3;
const MUSIC_PAGE = { page_index: 1, page_size: 200 };

export async function readFactors(app: App, mix: MixRow): Promise<Factors> {
  const config = resolveConfig({ template: mix.template_config, project: mix.config });
  const { voices, voice_ids } = voicesOf(app, config);
  const { music, music_ids } = await musicOf(app, mix.space_id, config);
  return { voices, music, spare: { voice_ids, music_ids } };
}

/** Only voices that can speak now: one that went away is left out, except that of the mix, which the check tells of. */
function voicesOf(app: App, { voice, vary }: MixConfig): { voices: PlanVoice[]; voice_ids: string[] } {
  if (!voice.is_on) return { voices: [], voice_ids: [] };
  const engines = speechEngines(app).filter((engine) => engine.problem() === null);
  const all = engines.flatMap((engine) => engine.voices);
  const own = all.find(({ voice_id }) => voice_id === voice.voice_id);
  const others = all.filter(({ voice_id }) => voice_id !== voice.voice_id);
  const fitting = others.filter(
    ({ language, gender, engine }) => language === own?.language && gender === own.gender && engine === own.engine,
  );
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
  space_id: string,
  { music, vary }: MixConfig,
): Promise<{ music: PlanMusic[]; music_ids: string[] }> {
  const { music_id, material_id, start_ms } = music;
  if (!music_id && !material_id) return { music: [], music_ids: [] };
  const underSpeech = underSpeechOf(music);
  const all = (await readMusic(app, space_id, {}, MUSIC_PAGE)).items;
  const piece = all.find((one) => one.music_id === music_id);
  const others = all.filter((one) => one.music_id !== music_id);
  const fitting = others.filter(({ category }) => category === piece?.category);
  const chosen: Music[] = {
    fixed: () => [],
    list: () => others.filter((one) => vary.music_ids.includes(one.music_id)),
    free: () => fitting.slice(0, FREE_MUSIC - 1),
  }[vary.music]();
  const spare = fitting.filter((one) => !chosen.includes(one)).slice(0, VARY_MUSIC_MAX - chosen.length);
  const own = { id: musicFactor(music_id || material_id, start_ms), content: music_id || material_id };
  return {
    music: [
      { ...own, name: piece?.title ?? '', startSeconds: start_ms / 1000, underSpeech },
      ...chosen.map((one) => ({ ...pieceFrom(one.music_id, underSpeech), name: one.title })),
    ],
    music_ids: spare.map((one) => one.music_id),
  };
}

/** How far the music lies below what is said, in decibels. */
function underSpeechOf({ duck_db, volume }: MixConfig['music']): number {
  return duck_db - 20 * Math.log10(Math.max(0.01, volume));
}

/** A piece of the library from its beginning. */
export function pieceFrom(music_id: string, underSpeech: number): PlanMusic {
  return { id: musicFactor(music_id, 0), content: music_id, startSeconds: 0, underSpeech };
}

function musicFactor(id: string, start_ms: number): string {
  return `${id}@${start_ms}`;
}

/** What a video has of its own, as settings that lie over those of its mix. */
export function factorConfig({ voice, music }: VideoFactors): MixOverrides {
  const [music_id = '', start_ms = '0'] = music?.split('@') ?? [];
  return {
    ...(voice !== undefined && { voice: { voice_id: voice, emotion: '' } }),
    ...(music !== undefined && { music: { music_id, material_id: '', start_ms: Number(start_ms) } }),
  };
}
