import { type MixConfig, type MixOverrides, type Music, resolveConfig, type VideoFactors } from '@mixreel/contract';
import type { PlanMusic, PlanVoice } from '@mixreel/media';
import type { App } from '#context.ts';
import { speechEngines } from '#features/ai/engines.ts';
import type { MixRow } from '#features/mix/document.ts';
import { readMusic } from '#features/music/music.queries.ts';

type Parts = Omit<App, 'queue'>;

/** What videos of a mix may have one of: the mix's own first, and alone where nothing may vary. */
export type Factors = { voices: PlanVoice[]; music: PlanMusic[] };

/** Voices and pieces that are taken where anything may be that fits: few, so that one hears that they belong together. */
const FREE_VOICES = 4;
const FREE_MUSIC = 3;
const MUSIC_PAGE = { page_index: 1, page_size: 200 };

export async function readFactors(app: Parts, mix: MixRow): Promise<Factors> {
  const config = resolveConfig({ template: mix.template_config, project: mix.config });
  return { voices: voicesOf(app, config), music: await musicOf(app, mix.space_id, config) };
}

/** Only voices that can speak now: one that went away is left out, except that of the mix, which the check tells of. */
function voicesOf(app: Parts, { voice, vary }: MixConfig): PlanVoice[] {
  const engines = speechEngines(app).filter((engine) => engine.problem() === null);
  const all = engines.flatMap((engine) => engine.voices);
  const own = all.find(({ voice_id }) => voice_id === voice.voice_id);
  const others = all.filter(({ voice_id }) => voice_id !== voice.voice_id);
  const isFitting = ({ language, gender, engine }: (typeof all)[number]) =>
    language === own?.language && gender === own.gender && engine === own.engine;
  const chosen = {
    fixed: () => [],
    list: () => others.filter(({ voice_id }) => vary.voice_ids.includes(voice_id)),
    free: () => others.filter(isFitting).slice(0, FREE_VOICES - 1),
  }[vary.voice]();
  const name = own?.voice_name ?? '';
  const more = chosen.map(({ voice_id, voice_name }) => ({ id: voice_id, name: voice_name }));
  return voice.is_on ? [{ id: voice.voice_id, name }, ...more] : [];
}

async function musicOf(app: Parts, space_id: string, { music, vary }: MixConfig): Promise<PlanMusic[]> {
  const { music_id, material_id, start_ms } = music;
  if (!music_id && !material_id) return [];
  const underSpeech = music.duck_db - 20 * Math.log10(Math.max(0.01, music.volume));
  const own = { id: musicFactor(music_id || material_id, start_ms), content: music_id || material_id };
  const all = vary.music === 'fixed' ? [] : (await readMusic(app, space_id, {}, MUSIC_PAGE)).items;
  const piece = all.find((one) => one.music_id === music_id);
  const others = all.filter((one) => one.music_id !== music_id);
  const chosen: Music[] = {
    fixed: () => [],
    list: () => others.filter((one) => vary.music_ids.includes(one.music_id)),
    free: () => others.filter(({ category }) => category === piece?.category).slice(0, FREE_MUSIC - 1),
  }[vary.music]();
  return [
    { ...own, name: piece?.title ?? '', startSeconds: start_ms / 1000, underSpeech },
    ...chosen.map((one) => ({
      id: musicFactor(one.music_id, 0),
      name: one.title,
      content: one.music_id,
      startSeconds: 0,
      underSpeech,
    })),
  ];
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
