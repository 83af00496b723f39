import { z } from 'zod';
import { TARGET_PLATFORMS } from './project.ts';

export const TONES = { plain: '自然', lively: '活泼', warm: '温和', expert: '专业' } as const;
export type Tone = keyof typeof TONES;

const text = (most: number) => z.string().trim().max(most, `最多 ${most} 个字`);
const list = (most: number) => z.array(text(120)).max(most, `最多 ${most} 条`);

/** What a board is written from: the product as its sheet has it, for whom, where and how it is told. */
export const StoryBrief = z.object({
  name: text(60),
  /** What it is: 咖啡, 防晒霜, 税务咨询. */
  category: text(30),
  points: list(20),
  pains: list(10),
  proofs: list(10),
  price: text(60),
  promotion: text(120),
  audience: text(60),
  platform: z.enum(TARGET_PLATFORMS).nullable(),
  tone: z.enum(Object.keys(TONES) as [Tone]),
});
export type StoryBrief = z.infer<typeof StoryBrief>;

export const EMPTY_BRIEF: StoryBrief = {
  name: '',
  category: '',
  points: [],
  pains: [],
  proofs: [],
  price: '',
  promotion: '',
  audience: '',
  platform: null,
  tone: 'plain',
};

/** What a line of a sheet can be for the brief. */
export const BRIEF_FIELDS = {
  name: '商品名称',
  category: '品类',
  points: '卖点',
  pains: '痛点',
  proofs: '依据',
  price: '价格',
  promotion: '活动',
  audience: '人群',
} as const;
export type BriefField = keyof typeof BRIEF_FIELDS;
