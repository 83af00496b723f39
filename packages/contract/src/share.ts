import { z } from 'zod';
import { WebAddress } from './auth.ts';
import { get, plain, post, query } from './endpoint.ts';
import { MATERIAL_TYPES, Sprite } from './material.ts';
import { StoryRow } from './story-row.ts';
import { StorySettings } from './story.ts';
import { Done, Id, InSpace, Name, page, PageInput, Time } from './wire.ts';

export const SHARE_QUALITIES = ['preview', 'source'] as const;
export const SHARE_EXPIRIES = { '1d': 1, '7d': 7, '30d': 30, forever: null } as const;
export const SHARE_ITEMS_MAX = 500;

/** What a link is to: materials, finished videos, a directory of either or a storyboard, both as they are when opened. */
export const SHARE_KINDS = ['material', 'artwork', 'material_dir', 'artwork_dir', 'story'] as const;

/** A link, as its owner sees it. */
export const Share = z.object({
  record_uuid: Id,
  kind: z.enum(SHARE_KINDS),
  title: z.string(),
  /** In full, as others reach it, where the page said where it is. */
  url: z.string(),
  quality: z.enum(SHARE_QUALITIES),
  allow_download: z.boolean(),
  has_password: z.boolean(),
  expires_at: Time.nullable(),
  revoked_at: Time.nullable(),
  view_count: z.int(),
  download_count: z.int(),
  item_count: z.int(),
  cover_url: z.string().nullable(),
  creator_name: z.string(),
  created_at: Time,
});
export type Share = z.infer<typeof Share>;

/** One thing behind a link, with no more than a visitor needs. */
export const SharedItem = z.object({
  item_id: Id,
  name: z.string(),
  material_type: z.enum(MATERIAL_TYPES),
  duration: z.number().nullable(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  bytes: z.int().nullable(),
  ai_origin: z.boolean(),
  cover_url: z.string().nullable(),
  preview_url: z.string().nullable(),
  sprite: Sprite.nullable(),
});
export type SharedItem = z.infer<typeof SharedItem>;

/** A directory inside a shared one. */
export const SharedDir = z.object({ dir_id: Id, dir_name: z.string(), item_count: z.int() });
export type SharedDir = z.infer<typeof SharedDir>;

/** A storyboard behind a link: what is written in its rows, and their pictures. */
export const SharedBoard = StorySettings.pick({ board_name: true, target_ms: true }).extend({
  updated_at: Time,
  rows: z.array(
    StoryRow.omit({ reference: true }).extend({
      /** The picture that stands for the reference; null: none, or deleted since. */
      cover_url: z.string().nullable(),
      ai_origin: z.boolean(),
    }),
  ),
});
export type SharedBoard = z.infer<typeof SharedBoard>;

const Items = z.array(Id).min(1, '请选择要分享的内容').max(SHARE_ITEMS_MAX, '一次最多分享 500 个');
const Password = z.string().max(50);
const NewPassword = Password.min(4, '密码至少 4 位');
const Expire = z.enum(Object.keys(SHARE_EXPIRIES) as ['1d', '7d', '30d', 'forever']);
/** `visitor` is what a browser calls itself, long and random: wrong passwords of others behind its address do not count. */
const Visitor = z.string().regex(/^[\w-]{16,64}$/, '格式不正确');
const Visit = z.object({ record_uuid: Id, password: Password.optional(), visitor: Visitor.optional() });

export const share = {
  add: post('/api/share/add', {
    summary: '分享素材、成片或故事板',
    details: 'material_ids、artwork_ids、dir_id、story_board_id 给一种；目录和故事板打开时里面有什么就是什么',
    input: InSpace.extend({
      material_ids: Items.optional(),
      artwork_ids: Items.optional(),
      dir_id: Id.optional(),
      story_board_id: Id.optional(),
      origin: WebAddress.optional(),
      title: Name.optional(),
      expire: Expire.default('7d'),
      password: NewPassword.optional(),
      quality: z.enum(SHARE_QUALITIES).default('preview'),
      allow_download: z.boolean().default(true),
    }).refine(
      ({ material_ids, artwork_ids, dir_id, story_board_id }) =>
        [material_ids, artwork_ids, dir_id, story_board_id].filter(Boolean).length === 1,
      '请选择要分享的素材、成片、目录或故事板',
    ),
    output: Share,
    space: { by: 'material_ids', role: 'editor' },
  }),
  mine: get('/api/share/mine', {
    summary: '空间里的分享',
    input: PageInput.extend({
      ...InSpace.shape,
      keyword: z.string().trim().max(50).optional(),
      origin: WebAddress.optional(),
    }),
    output: page(Share),
    space: { by: 'team_id', role: 'viewer' },
  }),
  update: post('/api/share/update', {
    summary: '修改分享',
    details: '链接不变；没给的保持原样。期限从现在算起，过期的可以续，停止的不行。password 为 null 时不再要密码',
    input: InSpace.extend({
      record_uuid: Id,
      title: Name.optional(),
      expire: Expire.optional(),
      password: NewPassword.nullable().optional(),
      allow_download: z.boolean().optional(),
    }),
    output: Done,
    space: { by: 'team_id', role: 'editor' },
  }),
  revoke: post('/api/share/revoke', {
    summary: '停止分享',
    input: InSpace.extend({ record_uuid: Id }),
    output: Done,
    space: { by: 'team_id', role: 'editor' },
  }),
  detail: get('/api/share/detail', {
    summary: '查看分享',
    details: '不登录也可以；要密码时只说要密码',
    input: Visit,
    output: z.object({
      record_uuid: Id,
      kind: z.enum(SHARE_KINDS),
      title: z.string(),
      need_password: z.boolean(),
      quality: z.enum(SHARE_QUALITIES),
      allow_download: z.boolean(),
      expires_at: Time.nullable(),
      item_count: z.int(),
      total_bytes: z.int(),
      owner_name: z.string(),
    }),
    access: 'public',
    per_minute: 120,
  }),
  list: query('/api/share/share_list', {
    summary: '分享里的素材或成片',
    details: '目录分享可以给 dir_id 看下一层',
    input: PageInput.extend({ ...Visit.shape, dir_id: Id.optional() }),
    output: page(SharedItem).extend({
      /** Of a directory that is shared: those in the one that is looked at, and the way down to it. */
      dirs: z.array(SharedDir),
      path: z.array(SharedDir.pick({ dir_id: true, dir_name: true })),
    }),
    access: 'public',
    per_minute: 600,
  }),
  board: query('/api/share/story_board', {
    summary: '分享的故事板',
    input: Visit,
    output: SharedBoard,
    access: 'public',
    per_minute: 120,
  }),
  download: query('/api/share/share_download_v2', {
    summary: '下载分享的素材',
    details: '一个素材得到文件链接，多个得到边打包边下载的 zip 链接，故事板得到 PDF',
    input: Visit.extend({ item_ids: z.array(Id).max(SHARE_ITEMS_MAX).optional(), dir_id: Id.optional() }),
    output: z.object({ url: z.string(), file_name: z.string(), expires_at: Time }),
    access: 'public',
    per_minute: 120,
  }),
  file: plain('GET', '/share/:record_uuid/file/:vlc_id', {
    summary: '分享里的一个文件，支持分段；停止分享后随即失效',
    per_minute: 6000,
  }),
  paper: plain('GET', '/share/:record_uuid/paper', { summary: '分享的故事板的 PDF', per_minute: 60 }),
  zip: plain('GET', '/share/:record_uuid/zip', { summary: '分享的素材打包下载', per_minute: 60 }),
};
