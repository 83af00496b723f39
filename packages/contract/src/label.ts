import { z } from 'zod';
import { get, post, query } from './endpoint.ts';
import { Id, PageInput, Time, page } from './wire.ts';

/** What a space owner accepts to get files without the visible notice. The label inside the file is never waived. */
export const LABEL_CLAUSE = {
  version: 1,
  title: '自行添加 AI 生成标识的责任',
  text: [
    '接受后，本空间导出的含 AI 生成或合成内容的视频、图片和音频不再叠加可见（可听）标识。',
    '发布前由我们按《人工智能生成合成内容标识办法》自行添加显式标识，并主动声明，责任由我们承担。',
    '文件内的隐式标识始终保留，任何人不得删除、篡改、伪造或隐匿标识。',
    '每次下载会留下记录（人、文件、时间、地址），至少保存六个月。',
  ],
} as const;

export const LabelDuty = z.object({
  is_accepted: z.boolean(),
  clause_version: z.int().nullable(),
  accepted_by_name: z.string(),
  accepted_at: Time.nullable(),
});
export type LabelDuty = z.infer<typeof LabelDuty>;

export const LABEL_LOG_LINES_MAX = 50_000;

/** Who got which file without the visible notice. */
export const LabelLogLine = z.object({
  log_id: Id,
  user_uid: z.string(),
  user_name: z.string(),
  file_name: z.string(),
  vlc_id: Id,
  artwork_id: Id.nullable(),
  address: z.string(),
  created_at: Time,
});
export type LabelLogLine = z.infer<typeof LabelLogLine>;

const LogDays = z.object({ project_id: Id, created_from: Time.optional(), created_to: Time.optional() });

export const label = {
  duty: get('/api/label/duty', {
    summary: '标识责任',
    details: '这个空间是否自行承担可见标识',
    input: z.object({ project_id: Id }),
    output: LabelDuty,
    space: { by: 'project_id', role: 'viewer' },
  }),
  updateDuty: post('/api/label/duty/update', {
    summary: '接受或收回标识责任',
    details: '只有空间所有者；只影响之后导出的文件',
    input: z.object({ project_id: Id, is_accepted: z.boolean(), clause_version: z.literal(LABEL_CLAUSE.version) }),
    output: LabelDuty,
    space: { by: 'project_id', role: 'owner' },
  }),
  log: query('/api/label/log', {
    summary: '无可见标识文件的下载记录',
    details: '只有空间所有者；保存一年',
    input: PageInput.extend(LogDays.shape),
    output: page(LabelLogLine),
    space: { by: 'project_id', role: 'owner' },
  }),
  logFile: post('/api/label/log/export', {
    summary: '导出下载记录',
    details: `CSV，最新的 ${LABEL_LOG_LINES_MAX} 条`,
    input: LogDays,
    output: z.object({ file_name: z.string(), csv: z.string(), line_count: z.int() }),
    space: { by: 'project_id', role: 'owner' },
  }),
};
