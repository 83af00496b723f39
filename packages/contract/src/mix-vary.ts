import { z } from 'zod';
import { SpeechSettings } from './voice.ts';
import { Id } from './wire.ts';

/** How far a factor may differ from video to video: as the mix sets it, one of a list, or whatever fits. */
export const VARY_RULES = { fixed: '固定', list: '指定几个', free: '自动' } as const;
export type VaryRule = keyof typeof VARY_RULES;
export const VARY_VOICES_MAX = 8;
export const VARY_MUSIC_MAX = 12;
export const VARY_STARTS_MAX = 6;
export const VARY_PACES_MAX = 4;
export const VARY_TITLES_MAX = 8;
export const VARY_STYLES_MAX = 6;
export const TITLE_MAX = 60;
/** Clips and shootings that can be named: as many as a mix holds of either in one place. */
const VARY_IDS_MAX = 200;

export const TitleText = z.string().max(TITLE_MAX, `标题最多 ${TITLE_MAX} 个字`);
const Rule = z.enum(['fixed', 'list', 'free']);
const Ids = z.array(Id).max(VARY_IDS_MAX);

/**
 * What may differ from video to video besides the clips of a shooting. What the mix itself sets, its voice, its music, its
 * title and so on, is always among it.
 */
export const VarySettings = z.object({
  voice: Rule,
  voice_ids: z.array(SpeechSettings.shape.voice_id).max(VARY_VOICES_MAX),
  /** How fast it is spoken, as a factor on what the mix sets. */
  pace: Rule,
  paces: z.array(z.number().min(0.8, '语速最慢 0.8 倍').max(1.25, '语速最快 1.25 倍')).max(VARY_PACES_MAX),
  music: Rule,
  music_ids: z.array(Id).max(VARY_MUSIC_MAX),
  /** From where in a piece it plays. */
  music_start: Rule,
  music_starts_ms: z.array(z.int().min(0).max(3_600_000)).max(VARY_STARTS_MAX),
  /** Of which shootings all wordings are used, rather than the first alone. */
  wording: Rule,
  wording_ids: Ids,
  /** Clips of the first shooting, of the header and of the footer that videos may have. */
  opening: Rule,
  opening_ids: Ids,
  header: Rule,
  header_ids: Ids,
  footer: Rule,
  footer_ids: Ids,
  /** Shootings that may change places with one another. */
  order: Rule,
  order_ids: Ids,
  /** Shootings that a video may do without. */
  length: Rule,
  length_ids: Ids,
  /** Left free, the built-in writer says the mix's title otherwise. */
  title: Rule,
  titles: z.array(TitleText.regex(/\S/, '标题不能为空')).max(VARY_TITLES_MAX),
  /** Ready-made looks of captions, by their keys. */
  style: Rule,
  style_keys: z.array(z.string().max(40)).max(VARY_STYLES_MAX),
});
export type VarySettings = z.infer<typeof VarySettings>;

/** What costs nothing and needs nobody's look is free; what changes how a video sounds, reads or looks is asked for. */
export const DEFAULT_VARY: VarySettings = {
  voice: 'fixed',
  voice_ids: [],
  pace: 'fixed',
  paces: [],
  music: 'fixed',
  music_ids: [],
  music_start: 'fixed',
  music_starts_ms: [],
  wording: 'free',
  wording_ids: [],
  opening: 'free',
  opening_ids: [],
  header: 'free',
  header_ids: [],
  footer: 'free',
  footer_ids: [],
  order: 'fixed',
  order_ids: [],
  length: 'fixed',
  length_ids: [],
  title: 'fixed',
  titles: [],
  style: 'fixed',
  style_keys: [],
};
