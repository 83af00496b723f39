import { z } from 'zod';
import { plain, post, query, stream } from './endpoint.ts';
import { StoryRow } from './story-row.ts';
import { ShootState } from './story-shoot.ts';
import { UPLOAD_STATUSES } from './upload.ts';
import { Done, Id, Name, Time } from './wire.ts';

/** A row to be shot, as a phone shows it. */
export const PhoneRow = StoryRow.omit({ reference: true }).extend({
  cover_url: z.string().nullable(),
  state: ShootState,
  by_name: z.string(),
  /** Takes that came or are on their way. */
  take_count: z.int(),
});
export type PhoneRow = z.infer<typeof PhoneRow>;

const Code = z.string().min(20).max(100);
const Phone = z.object({ code: Code });
const ShotBy = Name.max(20, '名字最多 20 个字');

/** What has come of a take, and how the rest is sent. */
export const PhoneTake = z.object({
  number: z.int(),
  status: z.enum(UPLOAD_STATUSES),
  received_bytes: z.int(),
  /** Where the bytes go by the tus protocol, with which token; null when none are waited for. */
  upload_url: z.string().nullable(),
  token: z.string(),
  chunk_size: z.int(),
  message: z.string().nullable(),
  can_retry: z.boolean(),
});
export type PhoneTake = z.infer<typeof PhoneTake>;

/** What a phone may do that has the code of a board: see its rows, say how far they are, send takes. Nothing else. */
export const storyPhone = {
  list: query('/api/shoot/list', {
    summary: '拍摄清单',
    details: 'key 用来听变化（/api/shoot/changes）',
    input: Phone,
    output: z.object({
      story_board_id: Id,
      board_name: z.string(),
      expires_at: Time,
      key: z.string(),
      has_mix: z.boolean(),
      rows: z.array(PhoneRow),
    }),
    access: 'public',
    per_minute: 600,
  }),
  order: query('/api/shoot/order', {
    summary: '哪一行最值得拍',
    details: '按关联的混剪的加拍建议，最能多出片的在前',
    input: Phone,
    output: z.object({ items: z.array(z.object({ row_id: Id, why: z.string() })) }),
    access: 'public',
    per_minute: 60,
  }),
  mark: post('/api/shoot/mark', {
    summary: '标记拍摄',
    input: Phone.extend({ row_id: Id, state: ShootState, by_name: ShotBy }),
    output: Done,
    access: 'public',
    per_minute: 300,
  }),
  startTake: post('/api/shoot/take_start', {
    summary: '开始上传一条',
    details: '同一个 take_id 再次调用就接着传；没传成的要从头再来时 is_again 为真',
    input: Phone.extend({
      take_id: z.string().regex(/^[0-9a-f]{24,64}$/, '编号格式不正确'),
      row_id: Id,
      shot_by: ShotBy,
      file_name: z.string().min(1).max(255),
      bytes: z.int().min(1),
      is_again: z.boolean().default(false),
    }),
    output: PhoneTake,
    access: 'public',
    per_minute: 300,
  }),
  endTake: post('/api/shoot/take_end', {
    summary: '完成一条的上传',
    input: Phone.extend({
      take_id: Id,
      sha256: z
        .string()
        .regex(/^[0-9a-f]{64}$/, '内容校验值格式不正确')
        .optional(),
    }),
    output: PhoneTake,
    access: 'public',
    per_minute: 300,
  }),
  changes: stream('/api/shoot/changes', {
    summary: '拍摄清单的变化',
    input: z.object({ key: z.string().min(1).max(200) }),
    output: z.object({ story_board_id: Id }),
    access: 'public',
    per_minute: 120,
  }),
  picture: plain('GET', '/api/shoot/picture/:shoot_code_id/:vlc_id', {
    summary: '拍摄清单的参考画面；拍摄码停用后随即失效',
    per_minute: 6000,
  }),
};
