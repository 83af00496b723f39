import { z } from 'zod';
import { get, post } from './endpoint.ts';
import { Done, Id, Nothing, Time } from './wire.ts';

export const FUNC_GROUPS = ['素材', '创作', 'AI 工具', '智能体'] as const;
export const COMMON_FUNCS_MAX = 8;

/** One function of the product; `app_name` is the second half of the tab title while it is open. */
export const Func = z.object({
  func_id: Id,
  app_name: z.string(),
  description: z.string(),
  /** A name from the page's icon set. */
  icon: z.string(),
  route: z.string(),
  group: z.enum(FUNC_GROUPS),
  badge: z.enum(['new', 'hot', 'beta']).nullable(),
  /** Pinyin and initials, for typing two letters. */
  keywords: z.array(z.string()),
});
export type Func = z.infer<typeof Func>;

export const Banner = z.object({
  banner_id: Id,
  title: z.string(),
  image_url: z.string().nullable(),
  /** A path of this site or an https address. */
  link: z.string().nullable(),
  audience: z.enum(['all', 'admin']),
  start_at: Time.nullable(),
  end_at: Time.nullable(),
  sort: z.int(),
  closable: z.boolean(),
});
export type Banner = z.infer<typeof Banner>;

const OneFunc = z.object({ func_id: Id });

export const home = {
  all: get('/api/func/all', { summary: '全部功能', input: Nothing, output: z.array(Func) }),
  common: get('/api/func/common/list', {
    summary: '我的常用功能',
    details: `按添加的先后，最多 ${COMMON_FUNCS_MAX} 个`,
    input: Nothing,
    output: z.array(Func),
  }),
  addCommon: post('/api/func/common/add', { summary: '添加常用功能', input: OneFunc, output: Done }),
  deleteCommon: post('/api/func/common/delete', { summary: '移除常用功能', input: OneFunc, output: Done }),
  banners: get('/api/banner_show/list', { summary: '现在的公告', input: Nothing, output: z.array(Banner) }),
};
