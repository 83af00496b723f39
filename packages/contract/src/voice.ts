import { z } from 'zod';
import { get, post, query } from './endpoint.ts';
import { Done, Id, InSpace, page, PageInput } from './wire.ts';

export const SPEECH_CHARACTERS_MAX = 5000;
export const VOICE_GENDERS = ['female', 'male'] as const;
export const SPEECH_FORMATS = ['mp3', 'wav'] as const;

/** Who can speak a line. `voice_id` is `engine:voice`, so that two engines never share one. */
export const Voice = z.object({
  voice_id: z.string(),
  voice_name: z.string(),
  engine: z.string(),
  engine_name: z.string(),
  gender: z.enum(VOICE_GENDERS),
  language: z.string(),
  language_name: z.string(),
  style_tags: z.array(z.string()),
  /** What `emotion` may be; empty where the voice knows none. */
  emotions: z.array(z.string()),
  sample_text: z.string(),
});
export type Voice = z.infer<typeof Voice>;

const VoiceId = z.string().regex(/^[\w.-]{1,40}:[\w.-]{1,100}$/, '音色编号格式不正确');

/** How a line is spoken. Pitch in semitones; 1 is the voice's own speed and loudness. */
export const SpeechSettings = z.object({
  voice_id: VoiceId,
  rate: z.number().min(0.5, '语速最慢 0.5 倍').max(2, '语速最快 2 倍').default(1),
  pitch: z.number().min(-12, '音调最低 −12').max(12, '音调最高 12').default(0),
  volume: z.number().min(0, '音量最小 0').max(2, '音量最大 200%').default(1),
  emotion: z.string().max(40).nullable().default(null),
});
export type SpeechSettings = z.output<typeof SpeechSettings>;

/** One spoken word: when it sounds (seconds) and which characters of the text it is. */
export const SpokenWord = z.object({
  text: z.string(),
  start: z.number(),
  end: z.number(),
  from: z.int(),
  to: z.int(),
});
export type SpokenWord = z.infer<typeof SpokenWord>;

/** A spoken text. `peaks` draws its waveform: 50 values a second, 0 to 100. */
export const Speech = z.object({
  speech_id: Id,
  audio_url: z.string(),
  duration: z.number(),
  words: z.array(SpokenWord),
  peaks: z.array(z.int()),
  /** Which sentence this is and how many the text has; null: all of it. */
  sentence: z.int().nullable(),
  sentence_count: z.int(),
  cache_hit: z.boolean(),
  engine: z.string(),
});
export type Speech = z.infer<typeof Speech>;

/** How a word is read in this space: pinyin with tone numbers, or other words that sound like it. */
export const Pronunciation = z.object({
  pronunciation_id: Id,
  word: z.string(),
  reading: z.string(),
});
export type Pronunciation = z.infer<typeof Pronunciation>;

const Reading = z.object({
  word: z.string().trim().min(1, '请填写词语').max(30, '最多 30 个字'),
  reading: z.string().trim().min(1, '请填写读音').max(200, '最多 200 个字'),
});

const VoiceFilter = z.object({
  keyword: z.string().trim().max(50).optional(),
  language: z.string().max(20).optional(),
  gender: z.enum(VOICE_GENDERS).optional(),
  engine: z.string().max(40).optional(),
  style_tag: z.string().max(20).optional(),
});

export const voice = {
  list: get('/api/v2/utils/tts-voices', {
    summary: '全部音色',
    input: VoiceFilter,
    output: z.array(Voice),
  }),
  find: query('/api/v3/utils/tts-voices', {
    summary: '查找音色',
    details: '按语言、性别、引擎、风格筛选，分页',
    input: VoiceFilter.extend(PageInput.shape),
    output: page(Voice),
  }),
  speak: query('/api/utils/tts', {
    summary: '文字转语音',
    details:
      '相同的文字、音色与设置只合成一次；带 sentence 时只读其中一句，长文可以边合成边听；try_reading 试听还没保存的读音',
    input: SpeechSettings.extend({
      ...InSpace.shape,
      text: z.string().min(1, '请先填写要朗读的文字').max(SPEECH_CHARACTERS_MAX, '一次最多 5000 字，请分成几行'),
      format: z.enum(SPEECH_FORMATS).default('mp3'),
      sentence: z.int().min(0).optional(),
      /** A reading to hear before it is saved; stands in for that of the dictionary. */
      try_reading: Reading.optional(),
    }),
    output: Speech,
    space: { by: 'team_id', role: 'viewer' },
    scope: 'produce',
    per_minute: 600,
  }),
  pronunciations: get('/api/utils/pronunciation/list', {
    summary: '本空间的读音词典',
    input: InSpace,
    output: z.array(Pronunciation),
    space: { by: 'team_id', role: 'viewer' },
  }),
  savePronunciation: post('/api/utils/pronunciation/save', {
    summary: '保存读音',
    details: '同一个词再次保存会覆盖；读音是带声调数字的拼音（chong2 qing4）或读音相同的文字',
    input: Reading.extend(InSpace.shape),
    output: Pronunciation,
    space: { by: 'team_id', role: 'editor' },
  }),
  deletePronunciation: post('/api/utils/pronunciation/delete', {
    summary: '删除读音',
    input: InSpace.extend({ pronunciation_id: Id }),
    output: Done,
    space: { by: 'team_id', role: 'editor' },
  }),
};
