import { z } from 'zod';
import { get, post } from './endpoint.ts';
import { Nothing, Time } from './wire.ts';

export const PACK_STATES = ['missing', 'fetching', 'ready', 'failed'] as const;

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
  ability: z.string(),
  ability_name: z.string(),
  is_built_in: z.boolean(),
  /** Host of the service; null for the built-in one. */
  host: z.string().nullable(),
  is_ready: z.boolean(),
  /** Why not, in Chinese. */
  reason: z.string().nullable(),
  /** Yuan, for as much as the unit says. */
  price: z.number(),
  price_unit: z.string(),
  /** How much its account is asked at once by one process; null: as much as comes. */
  at_once: z.int().nullable(),
  /** It runs a workflow that an administrator gives. */
  has_workflow: z.boolean(),
  /** What went wrong last, if nothing went well since; others are asked first while it rests. */
  trouble: z.object({ at: Time, message: z.string(), rests_s: z.int() }).nullable(),
});
export type Engine = z.infer<typeof Engine>;

/** Something that models do, whoever that is. */
export const Ability = z.object({
  ability: z.string(),
  ability_name: z.string(),
  is_ready: z.boolean(),
  /** Why not, in Chinese. */
  reason: z.string().nullable(),
  is_built_in: z.boolean(),
  /** Yuan for as much as the unit says, at the dearest of those that may be asked; 0: free, or nobody said. */
  price: z.number(),
  price_unit: z.string(),
});
export type Ability = z.infer<typeof Ability>;

/** What a space used of an engine on one day. */
export const Usage = z.object({
  day: z.string(),
  space_name: z.string(),
  engine: z.string(),
  /** Its id where it is not configured any longer. */
  engine_name: z.string(),
  ability: z.string(),
  ability_name: z.string(),
  calls: z.int(),
  cache_hits: z.int(),
  /** How much was done: characters, seconds, tokens, pictures, as the unit says. */
  amount: z.number(),
  unit: z.string(),
  cpu_seconds: z.number(),
  failures: z.int(),
  /** In yuan, by the configured price; 0 for what is built in. */
  cost: z.number(),
});
export type Usage = z.infer<typeof Usage>;

const WORKFLOW_MAX = 400_000;
/** What is filled in when somebody asks for pictures, and where. */
const WorkflowMark = z.object({
  mark: z.string(),
  mark_name: z.string(),
  node: z.string(),
  class_type: z.string(),
  input: z.string(),
});
/** A workflow as text, what is marked in it, and why it cannot be used like this, in Chinese. */
export const EngineWorkflow = z.object({
  workflow: z.string(),
  marks: z.array(WorkflowMark),
  problem: z.string().nullable(),
});
export type EngineWorkflow = z.infer<typeof EngineWorkflow>;
const OneEngine = z.object({ engine: z.string().max(40), ability: z.string().max(40) });
const WorkflowText = z.string().max(WORKFLOW_MAX, '工作流太大，最多 40 万字');

const OnePack = z.object({ pack: z.string().max(60) });

export const ai = {
  packs: get('/api/ai/packs', { summary: '模型与音乐包', input: Nothing, output: z.array(Pack), access: 'session' }),
  fetchPack: post('/api/ai/packs/fetch', { summary: '下载模型包', input: OnePack, output: Pack, access: 'admin' }),
  removePack: post('/api/ai/packs/remove', { summary: '移除模型包', input: OnePack, output: Pack, access: 'admin' }),
  abilities: get('/api/ai/abilities', {
    summary: 'AI 能力',
    details: '能不能用，不能用时为什么；由谁完成不必知道',
    input: Nothing,
    output: z.array(Ability),
    access: 'session',
  }),
  engines: get('/api/ai/engines', { summary: 'AI 引擎', input: Nothing, output: z.array(Engine), access: 'admin' }),
  testEngine: post('/api/ai/engines/test', {
    summary: '测试 AI 引擎',
    details: '真实地做一件小事，返回用时；不记入任何空间的用量',
    input: OneEngine,
    output: z.object({ is_ok: z.boolean(), milliseconds: z.int(), message: z.string() }),
    access: 'admin',
    per_minute: 20,
  }),
  workflow: get('/api/ai/engines/workflow', {
    summary: '引擎的工作流',
    details: '在页面上贴的，没有贴过就是 AI_PROVIDERS 里写的；都没有时为空',
    input: OneEngine,
    output: EngineWorkflow.extend({ is_given: z.boolean() }),
    access: 'admin',
  }),
  readWorkflow: post('/api/ai/engines/workflow/read', {
    summary: '检查工作流',
    details: '只看不存；is_marking 时先在常见的地方标出要填的值',
    input: z.object({ workflow: WorkflowText, is_marking: z.boolean().default(false) }),
    output: EngineWorkflow,
    access: 'admin',
  }),
  setWorkflow: post('/api/ai/engines/workflow/set', {
    summary: '保存工作流',
    details: '空的表示不再用页面上贴的',
    input: OneEngine.extend({ workflow: WorkflowText }),
    output: Nothing,
    access: 'admin',
  }),
  callback: post('/api/ai/callback', {
    summary: '服务商回调',
    details: '地址由我们签名；内容不采信，只是提前去问服务商',
    input: z.object({ our_job: z.string().max(60), our_proof: z.string().max(100) }),
    output: Nothing,
    access: 'public',
    per_minute: 600,
  }),
  usage: get('/api/ai/usage', {
    summary: 'AI 用量',
    input: z.object({ days: z.int().min(1).max(365).default(30) }),
    output: z.array(Usage),
    access: 'admin',
  }),
};
