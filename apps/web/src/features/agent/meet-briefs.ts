import { type AgentBrief, BRIEF_FIELDS, type BriefField } from '@mixreel/contract';
import { isEqual, type Json } from '@mixreel/document';
import { agentBriefOf, type AgentDraft, agentDraftOf, FIELD_NAMES } from './brief-draft.ts';

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
  ...(Object.keys(FIELD_NAMES) as (keyof typeof FIELD_NAMES)[]).map((field) => ({
    name: FIELD_NAMES[field],
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
