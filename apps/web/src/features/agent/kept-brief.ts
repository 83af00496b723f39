import { type AgentProject, EMPTY_AGENT_BRIEF } from '@mixreel/contract';
import { type AgentDraft, agentDraftOf } from './brief-draft.ts';

export type Begun = Pick<AgentProject, 'brief' | 'updated_at'>;
/** A draft that is not saved yet, with the brief that it was begun with. */
export type KeptBrief = { begun: Begun; draft: AgentDraft };

const KNOWN = agentDraftOf(EMPTY_AGENT_BRIEF);

export function writeKept({ begun: { brief, updated_at }, draft }: KeptBrief): string {
  return JSON.stringify({ begun: { brief, updated_at }, draft });
}

/** As it was kept; null where another version of the page has kept something else. */
export function readKept(text: string | null): KeptBrief | null {
  try {
    const { begun, draft } = JSON.parse(text ?? '') as KeptBrief;
    const isWhole =
      typeof begun.updated_at === 'string' &&
      isLike(EMPTY_AGENT_BRIEF, begun.brief) &&
      isLike(EMPTY_AGENT_BRIEF.product, begun.brief.product) &&
      isLike(KNOWN, draft) &&
      isLike(KNOWN.product, draft.product);
    return isWhole ? { begun, draft } : null;
  } catch {
    return null;
  }
}

function isLike(known: object, kept: object): boolean {
  const values = kept as Record<string, unknown>;
  return Object.entries(known).every(
    ([key, value]) => typeof values[key] === typeof value && Array.isArray(values[key]) === Array.isArray(value),
  );
}
