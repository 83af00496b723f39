import {
  BRIEF_FIELDS,
  type BriefField,
  EMPTY_BRIEF,
  type SheetItem,
  StoryBrief,
  type StoryRow,
  type StructureKey,
} from '@mixreel/contract';

/** The form as it is typed: lists are lines. */
export type Draft = Omit<StoryBrief, 'points' | 'pains' | 'proofs'> & {
  points: string;
  pains: string;
  proofs: string;
  seconds: number;
  structure: StructureKey | 'own' | null;
  sections: NonNullable<StoryRow['section']>[];
  versions: number;
};

const SECONDS = 30;

export function draftOf(brief: StoryBrief | null, seconds: number | null): Draft {
  const { points, pains, proofs, ...rest } = brief ?? EMPTY_BRIEF;
  const lines = { points: points.join('\n'), pains: pains.join('\n'), proofs: proofs.join('\n') };
  return { ...rest, ...lines, seconds: seconds ?? SECONDS, structure: null, sections: [], versions: 3 };
}

export function briefOf(draft: Draft): StoryBrief {
  const { name, category, price, promotion, audience, platform, tone } = draft;
  const [points, pains, proofs] = [linesOf(draft.points), linesOf(draft.pains), linesOf(draft.proofs)];
  const lists = { points, pains, proofs };
  return {
    name: name.trim(),
    category: category.trim(),
    price: price.trim(),
    promotion: promotion.trim(),
    audience: audience.trim(),
    platform,
    tone,
    ...lists,
  };
}

/** What is wrong with a brief, in words; empty when nothing is. */
export function problemOf(brief: StoryBrief): string {
  if (brief.name === '') return '先写商品名称';
  const issue = StoryBrief.safeParse(brief).error?.issues[0];
  if (!issue) return '';
  const [field, n] = issue.path;
  const which = typeof n === 'number' ? `第 ${n + 1} 条` : '';
  return `${BRIEF_FIELDS[field as BriefField]}${which}：${issue.message}`;
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}

/** With what was ticked of a sheet: lists grow, and what is said once is said by the first. */
export function withItems(draft: Draft, items: readonly SheetItem[]): Draft {
  const next = { ...draft };
  for (const { field, text } of items) {
    if (field === 'brand' || field === 'forbidden') continue;
    if (field === 'points' || field === 'pains' || field === 'proofs') {
      const lines = linesOf(next[field]);
      if (!lines.includes(text)) next[field] = [...lines, text].join('\n');
    } else if (next[field] === '') next[field] = text;
    else if (field === 'promotion' && !next.promotion.includes(text)) next.promotion = `${next.promotion}，${text}`;
  }
  return next;
}

/** Whether what was ticked still stands in the brief: somebody may have taken it out again. */
export function isUsed({ field, text }: SheetItem, brief: StoryBrief): boolean {
  if (field === 'brand' || field === 'forbidden') return false;
  return [brief[field]].flat().some((one) => one.includes(text));
}
