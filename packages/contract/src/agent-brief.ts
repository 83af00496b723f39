import { z } from 'zod';
import { FACTS_MAX, Fact } from './fact.ts';
import { LanguageCode } from './language.ts';
import { type Ratio, RATIOS } from './mix-config.ts';
import { TARGET_PLATFORMS } from './project.ts';
import { EMPTY_BRIEF, StoryBrief } from './story-brief.ts';
import { SpeechSettings } from './voice.ts';
import { Id } from './wire.ts';
import { SCRIPT_SECONDS } from './writer.ts';

export const AGENT_KINDS = { social: '社媒智能体', ad: '广告智能体', enhanced: '增强智能体' } as const;
export type AgentKind = keyof typeof AGENT_KINDS;
export type Platform = (typeof TARGET_PLATFORMS)[number];

/** A batch is a table that people read and change: more than this, and nobody does. */
export const AGENT_ROWS_MAX = 200;
const WORDS_MAX = 50;

const Word = z.string().trim().min(1, '不能为空').max(30, '最多 30 个字');

/** What an agent works from: the product as its sheet has it, what may not be said, and what is wanted of it. */
export const AgentBrief = z.object({
  product: StoryBrief,
  brand: z.string().trim().max(60, '最多 60 个字'),
  /** Of the sheet; nobody may say otherwise. */
  facts: z.array(Fact).max(FACTS_MAX, `最多 ${FACTS_MAX} 条产品事实`),
  /** Words that this product is not to be sold with, besides those that the law forbids. */
  forbidden: z.array(Word).max(WORDS_MAX, `最多 ${WORDS_MAX} 个词`),
  platforms: z.array(z.enum(TARGET_PLATFORMS)).max(TARGET_PLATFORMS.length),
  seconds: z
    .int()
    .min(SCRIPT_SECONDS.min, `最短 ${SCRIPT_SECONDS.min} 秒`)
    .max(SCRIPT_SECONDS.max, `最长 ${SCRIPT_SECONDS.max} 秒`),
  /** Other lengths that rows take turns with, besides `seconds`. */
  other_seconds: z
    .array(z.int().min(SCRIPT_SECONDS.min).max(SCRIPT_SECONDS.max))
    .max(3, '最多再加 3 种时长')
    .default([]),
  /** Rows take turns with them; empty: Chinese. */
  languages: z.array(LanguageCode).max(6, '最多 6 种语言').default([]),
  /** Folders of materials that shots are taken from; empty: all of the project. */
  material_dir_ids: z.array(Id).max(20, '最多 20 个文件夹').default([]),
  /** How captions look; empty: as in new mixes. */
  template_id: z.union([Id, z.literal('')]).default(''),
  /** Rows take turns with them. */
  ratios: z
    .array(z.enum(Object.keys(RATIOS) as [Ratio]))
    .min(1, '至少选一种画幅')
    .max(Object.keys(RATIOS).length),
  count: z.int().min(1, '至少 1 条').max(AGENT_ROWS_MAX, `一批最多 ${AGENT_ROWS_MAX} 条`),
  /** Captions alone where nobody is to speak. */
  is_spoken: z.boolean(),
  /** Rows take turns with them; empty: the voice of new mixes. */
  voice_ids: z.array(SpeechSettings.shape.voice_id).max(8, '最多 8 个音色'),
  /** Rows take turns with them; empty: no music. */
  music_ids: z.array(Id).max(12, '最多 12 首音乐'),
  /**
   * A trial of an ad agent: of each point so many openings and calls, each with every voice, and all else the same; null:
   * rows as different as can be.
   */
  factors: z
    .object({
      openings: z.int().min(1, '至少 1 种开头').max(10, '最多 10 种开头'),
      calls: z.int().min(1, '至少 1 种号召').max(5, '最多 5 种号召'),
    })
    .nullable()
    .default(null),
  /** Where finished videos go; empty: a directory named after the batch. */
  dir_id: z.union([Id, z.literal('')]),
});
export type AgentBrief = z.infer<typeof AgentBrief>;

export const EMPTY_AGENT_BRIEF: AgentBrief = {
  product: EMPTY_BRIEF,
  brand: '',
  facts: [],
  forbidden: [],
  platforms: ['douyin'],
  seconds: 20,
  other_seconds: [],
  languages: [],
  material_dir_ids: [],
  template_id: '',
  ratios: ['9:16'],
  count: 20,
  is_spoken: true,
  voice_ids: [],
  music_ids: [],
  factors: null,
  dir_id: '',
};

/** What a platform takes of a title and of topics; of those that say nothing, what people hold to. */
export const PLATFORM_LIMITS: Record<Platform, { title: number; topics: number }> = {
  douyin: { title: 55, topics: 5 },
  kuaishou: { title: 40, topics: 4 },
  xiaohongshu: { title: 20, topics: 10 },
  wechat: { title: 16, topics: 5 },
  tiktok: { title: 90, topics: 5 },
  reels: { title: 125, topics: 5 },
  shorts: { title: 100, topics: 3 },
};

/** What all of these platforms take. */
export function limitsOf(platforms: readonly Platform[]): { title: number; topics: number } {
  const limits = platforms.map((one) => PLATFORM_LIMITS[one]);
  return {
    title: Math.min(55, ...limits.map(({ title }) => title)),
    topics: Math.min(5, ...limits.map(({ topics }) => topics)),
  };
}
