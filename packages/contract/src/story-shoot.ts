import { z } from 'zod';
import { WebAddress } from './auth.ts';
import { get, post, stream } from './endpoint.ts';
import { Done, Id, Time } from './wire.ts';

/** How far the shooting of a row is. */
export const SHOOT_STATES = { todo: '待拍', done: '拍好了', again: '要重拍', dropped: '不拍了' } as const;
export const ShootState = z.enum(Object.keys(SHOOT_STATES) as [keyof typeof SHOOT_STATES]);
export type ShootState = z.infer<typeof ShootState>;

/** How long a code lets phones in, in hours. */
export const SHOOT_HOURS = { '12h': 12, '3d': 72, '14d': 336 } as const;
const Expire = z.enum(Object.keys(SHOOT_HOURS) as [keyof typeof SHOOT_HOURS]);
export type ShootExpire = z.infer<typeof Expire>;

/** A code that phones came in with, or may. The code itself is told once, when it is made. */
export const ShootCode = z.object({
  shoot_code_id: Id,
  creator_name: z.string(),
  created_at: Time,
  expires_at: Time,
  revoked_at: Time.nullable(),
  last_used_at: Time.nullable(),
});
export type ShootCode = z.infer<typeof ShootCode>;

/** Of a row: what was said of it, by whom. */
export const ShootMark = z.object({ row_id: Id, state: ShootState, by_name: z.string() });
export type ShootMark = z.infer<typeof ShootMark>;

/** One take: on its way, in the library, or refused. */
export const ShootTake = z.object({
  take_id: Id,
  row_id: Id,
  /** Of the row, from 1. */
  number: z.int(),
  shot_by: z.string(),
  status: z.enum(['sending', 'there', 'failed']),
  /** Why it was refused, or what could not be done with it, in words. */
  message: z.string().nullable(),
  material_id: Id.nullable(),
  cover_url: z.string().nullable(),
  duration: z.number().nullable(),
  created_at: Time,
});
export type ShootTake = z.infer<typeof ShootTake>;

const OneBoard = z.object({ story_board_id: Id });

/** The shooting day of a board, for those who are signed in. What phones call is in `story-phone.ts`. */
export const storyShoot = {
  codes: get('/api/story_board/shoot_codes', {
    summary: '拍摄码',
    input: OneBoard,
    output: z.object({ items: z.array(ShootCode) }),
    space: { by: 'story_board_id', role: 'viewer' },
  }),
  addCode: post('/api/story_board/shoot_code_add', {
    summary: '生成拍摄码',
    details: '手机打开 url 就能看拍摄清单、拍摄并上传到这个故事板，不用登录；url 只在这里给一次',
    input: OneBoard.extend({ expire: Expire.default('12h'), origin: WebAddress.optional() }),
    output: z.object({ shoot_code_id: Id, url: z.string(), expires_at: Time }),
    space: { by: 'story_board_id', role: 'editor' },
    secret: true,
  }),
  revokeCode: post('/api/story_board/shoot_code_revoke', {
    summary: '停用拍摄码',
    input: OneBoard.extend({ shoot_code_id: Id }),
    output: Done,
    space: { by: 'story_board_id', role: 'editor' },
  }),
  day: get('/api/story_board/shoot_day', {
    summary: '拍摄进度',
    details: '标记过的行和拍的每一条',
    input: OneBoard,
    output: z.object({ marks: z.array(ShootMark), takes: z.array(ShootTake) }),
    space: { by: 'story_board_id', role: 'viewer' },
  }),
  mark: post('/api/story_board/shoot_mark', {
    summary: '标记一行的拍摄',
    input: OneBoard.extend({ row_id: Id, state: ShootState }),
    output: Done,
    space: { by: 'story_board_id', role: 'editor' },
  }),
  changes: stream('/api/story_board/shoot_changes', {
    summary: '拍摄进度的变化',
    details: '每次变化一条消息，内容请重新读取',
    input: OneBoard,
    output: z.object({ story_board_id: Id }),
    space: { by: 'story_board_id', role: 'viewer' },
  }),
};
