import { z } from 'zod';
import { get, post, query } from './endpoint.ts';
import { MusicLicence } from './music.ts';
import { SpeechSettings } from './voice.ts';
import { Done, Id, Name, PageInput, Time, page } from './wire.ts';

export const AUDIO_STATUSES = ['draft', 'submitted', 'done', 'failed'] as const;
export const AUDIO_LINES_MAX = 500;
export const AUDIO_LINE_CHARACTERS_MAX = 1000;
export const AUDIO_FILE_BYTES_MAX = 5_000_000;
export const AUDIO_FORMATS = ['mp3', 'm4a', 'wav', 'srt'] as const;
export const AI_MARK_PLACES = ['start', 'end'] as const;
export const SPLIT_RULES = ['line', 'sentence', 'paragraph'] as const;

/** One line of a piece: what is said, how, and the silence after it. */
export const AudioLine = SpeechSettings.extend({
  line_id: Id,
  text: z.string().max(AUDIO_LINE_CHARACTERS_MAX, '每行最多 1000 字'),
  pause_ms: z.int().min(0).max(10_000, '停顿最长 10 秒').default(300),
  /** How long the shot is that this line should fit; null: no shot. */
  shot_ms: z.int().min(100).max(600_000).nullable().default(null),
});
export type AudioLine = z.output<typeof AudioLine>;

/** Music under a piece. */
export const AudioMusic = z.object({
  music_id: Id,
  volume: z.number().min(0).max(2).default(0.35),
  fade_in_ms: z.int().min(0).max(20_000).default(500),
  fade_out_ms: z.int().min(0).max(20_000).default(1500),
  /** How far it goes down under the voice, in decibels. */
  duck_db: z.number().min(0).max(40).default(12),
});
export type AudioMusic = z.output<typeof AudioMusic>;

export const AudioContent = z.object({
  lines: z
    .array(AudioLine)
    .max(AUDIO_LINES_MAX, '一篇最多 500 行')
    .refine((lines) => new Set(lines.map(({ line_id }) => line_id)).size === lines.length, '每行的编号不能相同'),
  music: AudioMusic.nullable(),
  target_lufs: z.number().min(-30).max(-5),
  /** Where the audible AI mark that the law asks for is put. */
  ai_mark: z.enum(AI_MARK_PLACES),
});

/** A piece made of spoken lines. */
export const AiAudio = AudioContent.extend({
  ai_audio_id: Id,
  project_id: Id,
  audio_name: z.string(),
  status: z.enum(AUDIO_STATUSES),
  revision: z.int(),
  /** Of the finished piece; null until there is one. */
  duration: z.number().nullable(),
  audio_url: z.string().nullable(),
  /** Waveform of the finished piece, 50 values a second, 0 to 100. */
  peaks: z.array(z.int()),
  /** When each line sounds in the finished piece. */
  line_times: z.array(z.object({ line_id: Id, start: z.number(), end: z.number() })),
  material_id: Id.nullable(),
  task_id: Id.nullable(),
  error: z.string().nullable(),
  /** Whether lines were changed since the finished piece was made. */
  is_stale: z.boolean(),
  /** Null without music, and where nothing is known of it any longer. */
  music_title: z.string().nullable(),
  music_licence: MusicLicence.nullable(),
  /** What the licence of the music does not cover; `blocks` refuses the export. */
  music_problem: z.object({ blocks: z.boolean(), message: z.string() }).nullable(),
  creator_name: z.string(),
  created_at: Time,
  updated_at: Time,
});
export type AiAudio = z.infer<typeof AiAudio>;

export const AudioCard = AiAudio.pick({
  ai_audio_id: true,
  project_id: true,
  audio_name: true,
  status: true,
  duration: true,
  music_title: true,
  creator_name: true,
  created_at: true,
  updated_at: true,
}).extend({ line_count: z.int(), first_line: z.string() });
export type AudioCard = z.infer<typeof AudioCard>;

const OneAudio = z.object({ ai_audio_id: Id });
const Change = z.object({
  audio_name: Name.optional(),
  lines: AudioContent.shape.lines.optional(),
  music: AudioMusic.nullable().optional(),
  target_lufs: AudioContent.shape.target_lufs.optional(),
  ai_mark: AudioContent.shape.ai_mark.optional(),
});

export const audio = {
  add: post('/api/ai_audio/add', {
    summary: '新建配音',
    input: Change.extend({ project_id: Id }),
    output: AiAudio,
    space: { by: 'project_id', role: 'editor' },
  }),
  update: post('/api/ai_audio/update', {
    summary: '修改配音',
    details: 'revision 不是最新时得到冲突与最新内容',
    input: Change.extend({ ai_audio_id: Id, revision: z.int() }),
    output: AiAudio,
    space: { by: 'ai_audio_id', role: 'editor' },
  }),
  submit: post('/api/ai_audio/submit', {
    summary: '合成整篇配音',
    details: '合成每一行，加入音乐，统一响度，标注为 AI 声音',
    input: OneAudio,
    output: AiAudio,
    space: { by: 'ai_audio_id', role: 'editor' },
    scope: 'produce',
  }),
  parseFile: query('/api/ai_audio/file_parse', {
    summary: '从文件导入台词',
    details: '接受 txt、md、docx、xlsx、srt，最大 5 MB；只解析，不保存。表格里有角色或音色一列时，说明每行由谁说',
    input: z.object({
      project_id: Id,
      ai_audio_id: Id.optional(),
      file_name: z.string().min(1).max(255),
      content_base64: z.base64('文件内容应为 base64').max(Math.ceil(AUDIO_FILE_BYTES_MAX / 3) * 4, '文件最大 5 MB'),
      split: z.enum(SPLIT_RULES).default('line'),
    }),
    output: z.object({
      /** `role`: who says the line in the script; null where it does not tell. */
      lines: z.array(z.object({ text: z.string(), shot_ms: z.int().nullable(), role: z.string().nullable() })),
      /** Who speaks, in the order they come in. `voice_name`: what the script calls their voice; null where it does not. */
      roles: z.array(z.object({ role: z.string(), voice_name: z.string().nullable() })),
      /** What was left out and why, in Chinese; empty when nothing was. */
      notices: z.array(z.string()),
    }),
    space: { by: 'project_id', role: 'viewer' },
    body_max: 8 * 1024 * 1024,
  }),
  list: get('/api/ai_audio/list', {
    summary: '配音列表',
    details: 'keyword 在名称和第一行台词里查找',
    input: PageInput.extend({ project_id: Id, keyword: z.string().trim().max(100).optional() }),
    output: page(AudioCard),
    space: { by: 'project_id', role: 'viewer' },
  }),
  detail: get('/api/ai_audio/detail', {
    summary: '配音详情',
    input: OneAudio,
    output: AiAudio,
    space: { by: 'ai_audio_id', role: 'viewer' },
  }),
  export: post('/api/ai_audio/export', {
    summary: '导出配音',
    details: 'mp3、m4a、wav 或字幕 srt；要先合成',
    input: OneAudio.extend({ format: z.enum(AUDIO_FORMATS) }),
    output: z.object({ url: z.string(), file_name: z.string() }),
    space: { by: 'ai_audio_id', role: 'viewer' },
    scope: 'produce',
  }),
  save: post('/api/ai_audio/save', {
    summary: '把配音存为音频素材',
    details: '文件、波形与逐字时间一起保存；要先合成',
    input: OneAudio.extend({ material_name: Name.optional() }),
    output: z.object({ material_id: Id, material_name: z.string() }),
    space: { by: 'ai_audio_id', role: 'editor' },
  }),
  delete: post('/api/ai_audio/delete', {
    summary: '删除配音',
    details: '已存入素材库的音频不受影响',
    input: OneAudio,
    output: Done,
    space: { by: 'ai_audio_id', role: 'editor' },
  }),
  restore: post('/api/ai_audio/restore', {
    summary: '恢复刚删除的配音',
    input: OneAudio,
    output: AiAudio,
    space: { by: 'ai_audio_id', role: 'editor' },
  }),
};
