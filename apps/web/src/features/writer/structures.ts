import type { StructureKey } from '@mixreel/contract';

/** What each structure is like, in a few words. */
export const STRUCTURE_HINTS: Record<StructureKey, string> = {
  trouble: '先说烦恼，再给办法',
  show: '先用给人看，再说是什么',
  list: '一条一条讲卖点',
  versus: '以前怎样，现在怎样',
  story: '用第一人称讲经过',
  parcel: '拆开看，进门看',
  trust: '先亮检测、资质',
  offer: '先报价，再说值在哪儿',
  lesson: '教人怎么选',
  ask: '两个人一问一答',
};
