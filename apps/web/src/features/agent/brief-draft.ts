import { AgentBrief, BRIEF_FIELDS, type BriefField, type Fact, FACTS_MAX, type SheetItem } from '@mixreel/contract';
import { briefOf, type Draft, draftOf, withItems } from '#features/writer/draft.ts';
import { randomId } from '#lib/random.ts';

/** The form as it is typed: lists are lines. */
export type AgentDraft = Omit<AgentBrief, 'product' | 'forbidden'> & { product: Draft; forbidden: string };

/** What the form calls its fields, besides those of the product. */
export const FIELD_NAMES: Record<Exclude<keyof AgentDraft, 'product'>, string> = {
  brand: '品牌',
  facts: '锁定的事实',
  forbidden: '不能出现的词',
  platforms: '发到哪里',
  seconds: '每条多长',
  other_seconds: '还要的时长',
  languages: '语言',
  material_dir_ids: '只用的文件夹',
  template_id: '字幕样式',
  ratios: '画幅',
  count: '几条',
  is_spoken: '配音',
  voice_ids: '音色',
  music_ids: '音乐',
  factors: '因素试验',
  dir_id: '成片放在',
};

export function agentDraftOf({ product, forbidden, ...rest }: AgentBrief): AgentDraft {
  return { ...rest, product: draftOf(product, rest.seconds), forbidden: forbidden.join(' ') };
}

export function agentBriefOf({ product, brand, forbidden, ...rest }: AgentDraft): AgentBrief {
  const words = [...new Set(forbidden.split(/[\s,，、]+/u).filter(Boolean))];
  return { ...rest, product: briefOf(product), brand: brand.trim(), forbidden: words };
}

/** With what was ticked of a sheet; its numbers, names and claims are locked. */
export function withSheet(draft: AgentDraft, items: readonly SheetItem[]): AgentDraft {
  const known = new Set(draft.facts.map(factKey));
  const found = items.flatMap(({ facts }) => facts).filter((fact) => !known.has(factKey(fact)));
  const each = [...new Map(found.map((fact) => [factKey(fact), fact])).values()];
  const facts = [...draft.facts, ...each.map((fact) => ({ ...fact, id: randomId(12), locked: true }))];
  const said = (field: SheetItem['field']) => items.filter((item) => item.field === field).map(({ text }) => text);
  const forbidden = [...new Set([draft.forbidden, ...said('forbidden')].filter(Boolean))].join(' ');
  const brand = draft.brand || (said('brand')[0] ?? '');
  return { ...draft, brand, forbidden, product: withItems(draft.product, items), facts: facts.slice(0, FACTS_MAX) };
}

function factKey({ kind, text }: Fact): string {
  return `${kind} ${text}`;
}

/** What is wrong with it, in words; empty when nothing is. */
export function problemOf(brief: AgentBrief): string {
  if (brief.product.name === '') return '先写商品名称';
  if (brief.product.points.length === 0) return '先写至少一个卖点';
  const issue = AgentBrief.safeParse(brief).error?.issues[0];
  if (!issue) return '';
  const [part, ...inside] = issue.path;
  const isProduct = part === 'product';
  const name = isProduct ? BRIEF_FIELDS[inside[0] as BriefField] : FIELD_NAMES[part as keyof typeof FIELD_NAMES];
  const n = inside[isProduct ? 1 : 0];
  return `${name}${typeof n === 'number' ? `第 ${n + 1} 条` : ''}：${issue.message}`;
}
