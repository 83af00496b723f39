import { z } from 'zod';
import { get, post, stream } from './endpoint.ts';
import { Done, Id, InSpace, Nothing, TeamId, Time } from './wire.ts';

/** Videos of a batch that somebody wants made and that somebody else has to agree to, and what came of it. */
export const AgentAsk = z.object({
  agent_batch_config_id: Id,
  project_id: Id,
  batch_name: z.string(),
  row_ids: z.array(Id),
  user_uid: Id,
  name: z.string(),
  asked_at: Time,
  /** Null: nobody has answered. */
  answer: z
    .object({
      is_approved: z.boolean(),
      /** Why not. */
      reason: z.string(),
      name: z.string(),
    })
    .nullable(),
});
export type AgentAsk = z.infer<typeof AgentAsk>;

/** The same, told wherever one works: with the team that it is in. */
export const AgentAskTold = AgentAsk.extend({ team_id: TeamId, team_name: z.string() });
export type AgentAskTold = z.infer<typeof AgentAskTold>;

const OneBatch = z.object({ agent_batch_config_id: Id });

export const agentAsk = {
  list: get('/api/agent_enhance/ask/list', {
    summary: '等我的批准',
    details: '别人请求制作、等我批准的批次，和我请求过、已经有答复的；请求以后改过内容的不在里面',
    input: InSpace,
    output: z.object({ items: z.array(AgentAsk) }),
    space: { by: 'team_id', role: 'viewer' },
  }),
  everywhere: get('/api/agent_enhance/ask/everywhere', {
    summary: '各团队等我批准',
    details: '同 ask/list，所有团队的一起，各带是哪个团队的',
    input: Nothing,
    output: z.object({ items: z.array(AgentAskTold) }),
  }),
  changes: stream('/api/agent_enhance/ask/changes', {
    summary: '批准的请求和答复',
    details: '任何一个团队里有了新的请求或答复；之后再读一次 ask/everywhere',
    input: Nothing,
    output: OneBatch,
  }),
  refuse: post('/api/agent_enhance/ask/refuse', {
    summary: '退回请求',
    details: '写上原因，请求的人会看到；请求的人自己调用是撤回。批准是提交同样的行：batch_config/submit',
    input: OneBatch.extend({ reason: z.string().trim().max(200, '最多 200 个字').default('') }),
    output: Done,
    space: { by: 'agent_batch_config_id', role: 'editor' },
    scope: 'produce',
  }),
  hear: post('/api/agent_enhance/ask/hear', {
    summary: '知道了',
    details: '请求的人看过答复，不再提醒',
    input: OneBatch,
    output: Done,
    space: { by: 'agent_batch_config_id', role: 'viewer' },
  }),
};
