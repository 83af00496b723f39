import { type MixConfig, type MixLimit, resolveConfig } from '@mixreel/contract';
import type { App } from '#context.ts';
import { speechEngines } from '#features/ai/speech.ability.ts';
import { readMusic } from '#features/music/music.queries.ts';
import type { MixState } from './choose.ts';

const ALL_MUSIC = { page_index: 1, page_size: 500 };

/**
 * Voices and music that the mix asks for and that are not there: told before anything is planned. What was set stays as it
 * is and counts again when they are back.
 */
export async function readHindrances(app: App, { document: { mix } }: Pick<MixState, 'document'>): Promise<MixLimit[]> {
  const config = resolveConfig({ template: mix.template_config, project: mix.config });
  const music = await musicSentences(app, mix.space_id, config);
  return [
    ...voiceSentences(app, config).map((sentence) => ({ kind: 'voice' as const, slot_ids: [], sentence })),
    ...music.map((sentence) => ({ kind: 'music' as const, slot_ids: [], sentence })),
    ...silentSentences(config).map((sentence) => ({ kind: 'silent' as const, slot_ids: [], sentence })),
  ];
}

function voiceSentences(app: App, { voice, vary }: MixConfig): string[] {
  if (!voice.is_on) return [];
  const engines = speechEngines(app);
  const engine = engines.find((one) => one.voices.some(({ voice_id }) => voice_id === voice.voice_id));
  const problem = engine?.problem() ?? null;
  const able = new Set(
    engines.flatMap((one) => (one.problem() === null ? one.voices.map(({ voice_id }) => voice_id) : [])),
  );
  const gone = vary.voice === 'list' ? vary.voice_ids.filter((voice_id) => !able.has(voice_id)) : [];
  return [
    ...(engine ? [] : ['配音用的声音已经不在了，请换一个声音。']),
    ...(problem ? [`配音用的声音现在不能用：${problem}`] : []),
    ...(gone.length > 0 && !problem ? [`换着用的声音里有 ${gone.length} 个现在不能用，没有算进去。`] : []),
  ];
}

/** Nothing is wrong without music, but there is nothing of it to differ in. */
function silentSentences({ music: { music_id, material_id }, voice, vary }: MixConfig): string[] {
  if (music_id || material_id || vary.music === 'list') return [];
  const left = voice.is_on ? '声音上的不同只靠配音' : '声音上没有不同';
  return [`没有音乐，${left}：选一首，再让同类的换着用。`];
}

async function musicSentences(app: App, space_id: string, { music, vary }: MixConfig): Promise<string[]> {
  const { music_id, material_id } = music;
  if (!music_id && !material_id) {
    return vary.music === 'list' ? ['还没有选音乐，换着用的音乐都没有算进去：先选一首。'] : [];
  }
  const { items } = await readMusic(app, space_id, {}, ALL_MUSIC);
  const there = new Set(items.map((one) => one.music_id));
  const gone = vary.music === 'list' ? vary.music_ids.filter((one) => !there.has(one)) : [];
  return [
    ...(music_id && !there.has(music_id) ? ['选的音乐已经不在音乐库里，请重新选一首，或不用音乐。'] : []),
    ...(gone.length > 0 ? [`换着用的音乐里有 ${gone.length} 首已经不在，没有算进去。`] : []),
  ];
}
