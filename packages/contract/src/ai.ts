import { z } from 'zod';
import { get, post } from './endpoint.ts';
import { Nothing } from './wire.ts';

export const PACK_STATES = ['missing', 'fetching', 'ready', 'failed'] as const;
export const ABILITIES = ['speech', 'transcription'] as const;

/** Weights or sounds that are fetched once and kept outside the program; `progress` is 0 to 1. */
export const Pack = z.object({
  pack: z.string(),
  title: z.string(),
  purpose: z.string(),
  is_default: z.boolean(),
  state: z.enum(PACK_STATES),
  progress: z.number(),
  bytes: z.int(),
  licence: z.object({ code: z.string(), weights: z.string() }),
  origin: z.string(),
  error: z.string().nullable(),
});
export type Pack = z.infer<typeof Pack>;

/** Something that can carry out an ability: built in, or a configured service. Keys are never told. */
export const Engine = z.object({
  engine: z.string(),
  engine_name: z.string(),
  ability: z.enum(ABILITIES),
  is_built_in: z.boolean(),
  /** Host of the service; null for the built-in one. */
  host: z.string().nullable(),
  is_ready: z.boolean(),
  /** Why not, in Chinese. */
  reason: z.string().nullable(),
});
export type Engine = z.infer<typeof Engine>;

/** What a space used of an engine on one day. */
export const Usage = z.object({
  day: z.string(),
  space_name: z.string(),
  engine: z.string(),
  /** Its id where it is not configured any longer. */
  engine_name: z.string(),
  ability: z.enum(ABILITIES),
  calls: z.int(),
  cache_hits: z.int(),
  characters: z.int(),
  seconds: z.number(),
  cpu_seconds: z.number(),
  failures: z.int(),
  /** In yuan, by the configured price; 0 for what is built in. */
  cost: z.number(),
});
export type Usage = z.infer<typeof Usage>;

const OnePack = z.object({ pack: z.string().max(60) });

export const ai = {
  packs: get('/api/ai/packs', { summary: '模型与音乐包', input: Nothing, output: z.array(Pack), access: 'session' }),
  fetchPack: post('/api/ai/packs/fetch', { summary: '下载模型包', input: OnePack, output: Pack, access: 'admin' }),
  removePack: post('/api/ai/packs/remove', { summary: '移除模型包', input: OnePack, output: Pack, access: 'admin' }),
  engines: get('/api/ai/engines', { summary: 'AI 引擎', input: Nothing, output: z.array(Engine), access: 'admin' }),
  testEngine: post('/api/ai/engines/test', {
    summary: '测试 AI 引擎',
    details: '真实地说一句话或听一段话，返回用时',
    input: z.object({ engine: z.string().max(40), ability: z.enum(ABILITIES) }),
    output: z.object({ is_ok: z.boolean(), milliseconds: z.int(), message: z.string() }),
    access: 'admin',
    per_minute: 20,
  }),
  usage: get('/api/ai/usage', {
    summary: 'AI 用量',
    input: z.object({ days: z.int().min(1).max(365).default(30) }),
    output: z.array(Usage),
    access: 'admin',
  }),
};
