import { z } from 'zod';
import { get, post } from './endpoint.ts';
import { Done, Id, InSpace, Name, Nothing, page, PageInput, Time } from './wire.ts';

/** What is advertised, by kind; the labels are what people read. */
export const SKU_TYPES = {
  apparel: '服饰',
  beauty: '美妆',
  food: '食品',
  home: '家居',
  digital: '3C数码',
  mother_baby: '母婴',
  health: '大健康',
  pet: '宠物',
  auto: '汽车',
  game: '游戏',
  app: '应用',
  education: '教育',
  finance: '金融',
  local_life: '本地生活',
  travel: '旅游',
  real_estate: '房产',
  other: '其他',
} as const;
export const SkuType = z.enum(Object.keys(SKU_TYPES) as [keyof typeof SKU_TYPES, ...(keyof typeof SKU_TYPES)[]]);
export type SkuType = z.infer<typeof SkuType>;

export const TARGET_PLATFORMS = ['tiktok', 'douyin', 'reels', 'shorts', 'kuaishou', 'xiaohongshu', 'wechat'] as const;
/** What people call each platform, those of China first. */
export const PLATFORM_NAMES: Record<(typeof TARGET_PLATFORMS)[number], string> = {
  douyin: '抖音',
  kuaishou: '快手',
  xiaohongshu: '小红书',
  wechat: '视频号',
  tiktok: 'TikTok',
  reels: 'Instagram Reels',
  shorts: 'YouTube Shorts',
};

/** An advertiser or brand that videos are made for. */
export const Client = z.object({
  client_id: Id,
  client_name: z.string(),
  project_count: z.int(),
  created_at: Time,
});
export type Client = z.infer<typeof Client>;

/** One product or campaign of a client, in one space. */
export const Project = z.object({
  project_id: Id,
  project_name: z.string(),
  client_id: Id.nullable(),
  client_name: z.string().nullable(),
  sku_type: SkuType,
  sku_name: z.string(),
  description: z.string(),
  selling_points: z.array(z.string()),
  target_platforms: z.array(z.enum(TARGET_PLATFORMS)),
  /** The example that comes with the product. */
  is_demo: z.boolean(),
  material_count: z.int(),
  creator_name: z.string(),
  revision: z.int(),
  created_at: Time,
  updated_at: Time,
});
export type Project = z.infer<typeof Project>;

/** `data` of the conflict (409) that answers a name which is taken in the space. */
export const SameName = z.object({
  reason: z.literal('same_name'),
  project_id: Id,
  project_name: z.string(),
  suggested_name: z.string(),
});
export type SameName = z.infer<typeof SameName>;

const ProjectName = Name.max(50, '最多 50 个字');
const Details = z.object({
  client_id: Id.nullable().optional(),
  /** Instead of client_id: the client of this name, made when there is none. */
  client_name: Name.max(50, '最多 50 个字').optional(),
  sku_type: SkuType.optional(),
  sku_name: z.string().trim().max(100).optional(),
  description: z.string().trim().max(2000).optional(),
  selling_points: z.array(z.string().trim().min(1).max(200)).max(30).optional(),
  target_platforms: z.array(z.enum(TARGET_PLATFORMS)).max(TARGET_PLATFORMS.length).optional(),
});

export const project = {
  clients: get('/api/client/list', {
    summary: '当前空间的客户',
    input: InSpace.extend({ keyword: z.string().trim().max(100).optional() }),
    output: z.array(Client),
    space: { by: 'team_id', role: 'viewer' },
  }),
  add: post('/api/project/add', {
    summary: '新建项目',
    details: '在当前空间',
    input: Details.extend({ ...InSpace.shape, project_name: ProjectName }),
    output: Project,
    space: { by: 'team_id', role: 'editor' },
  }),
  update: post('/api/project/update', {
    summary: '修改项目',
    details: '带上 revision 时，已被他人修改会得到冲突与最新内容',
    input: Details.extend({ project_id: Id, project_name: ProjectName.optional(), revision: z.int().optional() }),
    output: Project,
    space: { by: 'project_id', role: 'editor' },
  }),
  delete: post('/api/project/delete', {
    summary: '删除项目',
    input: z.object({ project_id: Id }),
    output: Done,
    space: { by: 'project_id', role: 'editor' },
  }),
  list: get('/api/project/list', {
    summary: '项目列表',
    details: '当前空间的项目，最近修改的在前',
    input: PageInput.extend({
      ...InSpace.shape,
      keyword: z.string().trim().max(100).optional(),
      /** Only this one. */
      project_id: Id.optional(),
      client_id: Id.optional(),
      sku_type: SkuType.optional(),
    }),
    output: page(Project),
    space: { by: 'team_id', role: 'viewer' },
  }),
  skuTypes: get('/api/project/sku_type', {
    summary: '商品类型',
    input: Nothing,
    output: z.array(z.object({ value: SkuType, label: z.string() })),
  }),
};
