import { z } from 'zod';
import { OneAgent } from './agent.ts';
import { get, post } from './endpoint.ts';
import { TASK_STATUSES } from './task.ts';
import { Id, Time } from './wire.ts';

/** Steps and money that a run may take at most. */
export const RUN_LIMITS = { steps: 40, money: 50 } as const;

/** Something that an agent did by itself: which call, why, and what was answered. */
export const AgentStep = z.object({
  n: z.int(),
  /** The name of the tool; empty where it only said something. */
  tool: z.string(),
  tool_name: z.string(),
  reason: z.string(),
  /** As it was asked, in JSON. */
  input: z.string(),
  /** In short. */
  answer: z.string(),
  state: z.enum(['begun', 'done', 'refused']),
  /** Yuan. */
  cost: z.number(),
  created_at: Time,
});
export type AgentStep = z.infer<typeof AgentStep>;

/** An agent that worked by itself towards something that somebody asked for. */
export const AgentRun = z.object({
  run_id: Id,
  task_id: Id,
  goal: z.string(),
  can_produce: z.boolean(),
  steps_max: z.int(),
  money_max: z.number(),
  status: z.enum(TASK_STATUSES),
  /** How it ended, in words. */
  outcome: z.string(),
  cost: z.number(),
  steps: z.array(AgentStep),
  creator_name: z.string(),
  is_undone: z.boolean(),
  created_at: Time,
});
export type AgentRun = z.infer<typeof AgentRun>;

export const agentRun = {
  add: post('/api/agent_project/run/add', {
    summary: '让智能体自己做',
    details:
      '要配置文案服务。它用产品自己的操作一步步做，只有发起人的权限，不能删除东西；can_produce 为真才能提交制作。用访问令牌发起时，令牌要有查看、修改（和制作）权限，令牌吊销或过期它就停下。到了步数或金额的上限（思考、请服务写的文案、提交的配音按最多算）、或任务被停下就结束，每一步都有记录',
    input: OneAgent.extend({
      goal: z.string().trim().min(1, '写上要它做什么').max(1000, '最多 1000 个字'),
      can_produce: z.boolean().default(false),
      steps_max: z.int().min(1, '至少 1 步').max(RUN_LIMITS.steps, `最多 ${RUN_LIMITS.steps} 步`).default(20),
      /** Yuan: what it thinks, texts that services write for it and voices of what it submits, as much as those cost at most. */
      money_max: z.number().min(0).max(RUN_LIMITS.money, `最多 ${RUN_LIMITS.money} 元`).default(2),
    }),
    output: z.object({ run_id: Id, task_id: Id }),
    space: { by: 'agent_project_id', role: 'editor' },
    scope: 'produce',
  }),
  list: get('/api/agent_project/run/list', {
    summary: '智能体自己做的',
    details: '最近的在前，各带每一步；problem 说现在为什么不能让它自己做',
    input: OneAgent,
    output: z.object({ items: z.array(AgentRun), problem: z.string().nullable() }),
    space: { by: 'agent_project_id', role: 'viewer' },
  }),
  undo: post('/api/agent_project/run/undo', {
    summary: '撤销它做的修改',
    details: '它在各个文档里的修改一次全部撤销，别人的修改不动；它新建的批次、做好的成片还在',
    input: OneAgent.extend({ run_id: Id }),
    output: z.object({ changes: z.int() }),
    space: { by: 'agent_project_id', role: 'editor' },
  }),
};
