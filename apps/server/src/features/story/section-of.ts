import type { StoryRow } from '@mixreel/contract';

type Section = NonNullable<StoryRow['section']>;

/** What is said or written where, by the part of an ad that it belongs to; the first that fits. */
const SIGNS: [Section, RegExp][] = [
  ['call', /点击|下单|链接|购物车|小黄车|左下角|右下角|评论区|关注|私信|扫码|抢购|立即|赶紧|快来|带走|拍下/u],
  ['promotion', /优惠|福利|买.送|立减|满减|折|赠|券|活动价|限时|到手价|包邮/u],
  ['price', /原价|市场价|专柜|同款|比.{0,6}便宜|只要.{0,6}[元块]|平均.{0,4}[元块]|[元块]钱?一/u],
  ['proof', /认证|检测|专利|专家|回购|好评|销量|万人|明星|同款|口碑|测评|报告|多年|老字号/u],
  ['pain', /烦恼|困扰|怎么办|总是|老是|受不了|头疼|难受|踩坑|还在|是不是也|有没有发现|不舒服|担心|害怕/u],
  ['usage', /使用方法|怎么用|步骤|首先|然后|接着|倒入|涂抹|冲泡|搅拌|按下|打开|装上|一挤|一抹|一按/u],
  ['results', /效果|变得|立刻|马上|看得见|对比|前后|干净|清爽|白了|亮了|瘦|顺滑|好喝|好吃|香/u],
  ['positioning', /专为|适合|人群|宝妈|学生|上班族|敏感肌|一款|国货|高端|轻奢/u],
  ['solution', /采用|含有|添加|成分|材质|设计|技术|配方|容量|功能|面料|原料|工艺/u],
];

/** Openings are what the first seconds are, whatever they say. */
const HOOK_MS = 3000;

/** Which part of the whole a shot is; null where nothing tells. */
export function sectionOf(text: string, { start_ms, is_last }: { start_ms: number; is_last: boolean }): Section | null {
  if (start_ms < HOOK_MS) return 'hook';
  const found = SIGNS.find(([, signs]) => signs.test(text))?.[0] ?? null;
  return found ?? (is_last && text.trim() !== '' ? 'call' : null);
}
