import { type AgentBrief, BRIEF_FIELDS, type BriefField } from '@mixreel/contract';
import { isEqual, type Json } from '@mixreel/document';
import { agentBriefOf, type AgentDraft, agentDraftOf } from './brief-draft.ts';

/** What the form calls its fields. */
const NAMES: Record<Exclude<keyof AgentDraft, 'product'>, string> = {
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

/** A field of the form: somebody else may have changed it. */
export type BriefPart = {
  name: string;
  read: (brief: AgentBrief) => Json;
  copy: (to: AgentDraft, from: AgentDraft) => AgentDraft;
};

const PARTS: BriefPart[] = [
  ...(Object.keys(BRIEF_FIELDS) as BriefField[]).map((field) => ({
    name: BRIEF_FIELDS[field],
    read: ({ product }: AgentBrief) => product[field],
    copy: (to: AgentDraft, from: AgentDraft) => ({
      ...to,
      product: { ...to.product, [field]: from.product[field] },
    }),
  })),
  ...(Object.keys(NAMES) as (keyof typeof NAMES)[]).map((field) => ({
    name: NAMES[field],
    read: (brief: AgentBrief) => brief[field],
    copy: (to: AgentDraft, from: AgentDraft) => ({ ...to, [field]: from[field] }),
  })),
];

export function changedParts(before: AgentBrief, after: AgentBrief): BriefPart[] {
  return PARTS.filter(({ read }) => !isEqual(read(before), read(after)));
}

export function copyParts(to: AgentDraft, from: AgentDraft, parts: readonly BriefPart[]): AgentDraft {
  return parts.reduce((draft, { copy }) => copy(draft, from), to);
}

/** A draft that was begun with `base`, when somebody else has saved: what was changed here stays, all else is theirs. */
export function meetBriefs(base: AgentBrief, draft: AgentDraft, theirs: AgentBrief) {
  const mine = agentBriefOf(draft);
  const own = changedParts(base, mine);
  const others = changedParts(base, theirs);
  const differ = changedParts(mine, theirs);
  return {
    draft: copyParts(agentDraftOf(theirs), draft, own),
    taken: others.filter((part) => !own.includes(part)),
    both: differ.filter((part) => own.includes(part) && others.includes(part)),
  };
}
