import { z } from 'zod';
import { post } from './endpoint.ts';
import { Id, InSpace } from './wire.ts';

export const demo = {
  restore: post('/api/project/demo', {
    summary: '恢复示例项目',
    details: '空间里还有示例项目时补齐缺少的素材，否则新建一个',
    input: InSpace,
    output: z.object({ project_id: Id, task_id: Id }),
    space: { by: 'team_id', role: 'editor' },
    per_minute: 10,
  }),
};
