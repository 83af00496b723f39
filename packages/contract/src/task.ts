import { z } from 'zod';
import { get, post, query, stream } from './endpoint.ts';
import { Done, Id, InSpace, page, PageInput, Time } from './wire.ts';

export const TASK_STATUSES = ['queued', 'running', 'succeeded', 'partial', 'failed', 'canceling', 'canceled'] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

export const TASK_TYPES = [
  'story_board_ana',
  'material_import',
  'material_analysis',
  'mix_export',
  'capcut_export',
  'artwork_download',
  'dedup',
  'face_swap',
  'text_mark_removal',
  'ai_box',
  'image_to_video',
  'text_to_image',
  'ai_audio',
  'agent_batch',
  'sku_training',
] as const;
export type TaskType = (typeof TASK_TYPES)[number];

export const TaskStep = z.object({
  key: z.string(),
  label: z.string(),
  done: z.boolean(),
  /** In the attempt that finished it, or is at it. */
  started_at: Time.nullable().default(null),
  finished_at: Time.nullable().default(null),
});
export type TaskStep = z.infer<typeof TaskStep>;

/**
 * What a person does about a failure, where the server knows: make room, get a model or a service ready, put right what
 * it was made of, or bring the file again.
 */
export const TASK_NEXTS = ['free_space', 'prepare', 'open_source', 'bring_again'] as const;
export type TaskNext = (typeof TASK_NEXTS)[number];

/** `can_retry` says whether doing it again may help: bad input will fail again, a full disk may not. */
export const TaskError = z.object({
  code: z.int(),
  message: z.string(),
  can_retry: z.boolean(),
  next: z.enum(TASK_NEXTS).nullable().default(null),
});
export type TaskError = z.infer<typeof TaskError>;

/** One piece of background work that a person can see, cancel and retry. */
export const Task = z.object({
  task_id: Id,
  task_type: z.enum(TASK_TYPES),
  title: z.string(),
  status: z.enum(TASK_STATUSES),
  progress: z.number().min(0).max(100),
  steps: z.array(TaskStep),
  /** Seconds until it is done, waiting in line included; null when nobody can say. */
  eta_s: z.number().nullable(),
  attempt: z.int(),
  error: TaskError.nullable(),
  result: z.record(z.string(), z.unknown()).nullable(),
  /** Ids of what it works on, so that a page can lead there also when there is no result. */
  about: z.record(z.string(), z.string()).default({}),
  project_id: Id.nullable(),
  mproject_id: Id.nullable(),
  user_uid: Id,
  read: z.boolean(),
  created_at: Time,
  started_at: Time.nullable(),
  finished_at: Time.nullable(),
});
export type Task = z.infer<typeof Task>;

const OneTask = z.object({ task_id: Id });

/** How far a task is, where the thing that it makes is shown. */
export const TaskWork = z.object({
  task_id: Id,
  status: z.enum(TASK_STATUSES),
  progress: z.number(),
  eta_s: z.number().nullable(),
  error: z.object({ message: z.string(), can_retry: z.boolean() }).nullable(),
});
export type TaskWork = z.infer<typeof TaskWork>;

export const task = {
  list: query('/api/v2/task/list', {
    summary: '任务列表',
    input: PageInput.extend({
      ...InSpace.shape,
      project_id: Id.optional(),
      status: z.array(z.enum(TASK_STATUSES)).max(10).optional(),
      task_type: z.array(z.enum(TASK_TYPES)).max(20).optional(),
      keyword: z.string().max(100).optional(),
      created_from: Time.optional(),
      created_to: Time.optional(),
      only_mine: z.boolean().default(false),
      unread: z.boolean().default(false),
    }),
    output: page(Task).extend({ unread_count: z.int() }),
    space: { by: 'project_id', role: 'viewer' },
  }),
  check: get('/api/task/check', {
    summary: '任务现在的状态',
    input: z.object({ task_ids: z.array(Id).min(1).max(100) }),
    output: z.object({ items: z.array(Task) }),
    space: { by: 'task_ids', role: 'viewer' },
  }),
  cancel: post('/api/task/cancel', {
    summary: '取消任务',
    input: OneTask,
    output: Task,
    space: { by: 'task_id', role: 'editor' },
  }),
  retry: post('/api/task/retry', {
    summary: '重试任务',
    details: '从上次完成的步骤继续。访问令牌要有开始它所要的权限；智能体自己做的，只有发起人能让它接着做',
    input: OneTask,
    output: Task,
    space: { by: 'task_id', role: 'editor' },
  }),
  retryAll: post('/api/task/retry-all', {
    summary: '全部重试',
    details: '当前空间里自己的、失败或只完成一部分、重试可能有用的任务',
    input: InSpace.extend({ project_id: Id.optional(), task_type: z.array(z.enum(TASK_TYPES)).max(20).optional() }),
    output: z.object({ retried: z.int() }),
    space: { by: 'team_id', role: 'editor' },
  }),
  markRead: post('/api/task/mark-read', {
    summary: '标记任务已读',
    details: '不带编号时标记当前空间的全部任务',
    input: InSpace.extend({ task_ids: z.array(Id).max(100).optional() }),
    output: Done,
    space: { by: 'task_ids', role: 'viewer' },
  }),
  listByMixProject: get('/api/task/list-by-mix-project', {
    summary: '一个混剪项目的任务',
    input: PageInput.extend({ mproject_id: Id }),
    output: page(Task),
    space: { by: 'mproject_id', role: 'viewer' },
  }),
  changes: stream('/api/task/changes', {
    summary: '任务的变化',
    details: '当前空间的事件流',
    input: InSpace,
    output: Task,
    space: { by: 'team_id', role: 'viewer' },
  }),
};
