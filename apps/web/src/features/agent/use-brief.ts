import type { AgentProject } from '@mixreel/contract';
import { useState } from 'react';
import { agentBriefOf, type AgentDraft, agentDraftOf } from './brief-draft.ts';
import { type BriefPart, changedParts, copyParts, meetBriefs } from './meet-briefs.ts';

/** What was changed both here and elsewhere; `aside` is what was written here, while the other's is shown. */
export type Clash = { parts: readonly BriefPart[]; theirs: AgentDraft; aside: AgentDraft | null };

/** The brief of an agent as somebody writes it here, beside what is saved elsewhere meanwhile. */
export function useBrief(agent: AgentProject) {
  const [base, setBase] = useState(agent);
  const [draft, setDraft] = useState(() => agentDraftOf(agent.brief));
  const [taken, setTaken] = useState<readonly BriefPart[]>([]);
  const [clash, setClash] = useState<Clash | null>(null);
  if (agent.updated_at > base.updated_at) {
    const met = meetBriefs(base.brief, draft, agent.brief);
    setBase(agent);
    setDraft(met.draft);
    if (met.taken.length > 0) setTaken([...new Set([...taken, ...met.taken])]);
    const parts = [...new Set([...(clash?.parts ?? []), ...met.both])];
    if (parts.length > 0) setClash({ parts, theirs: agentDraftOf(agent.brief), aside: null });
  }
  const brief = agentBriefOf(draft);
  return {
    draft,
    setDraft,
    brief,
    /** What it was begun with. */
    updated_at: base.updated_at,
    isChanged: changedParts(base.brief, brief).length > 0,
    saved(as: AgentProject) {
      setBase(as);
      setTaken([]);
      setClash(null);
    },
    taken: taken.map(({ name }) => name),
    forgetTaken: () => setTaken([]),
    clash,
    /** Until somebody says whose counts. */
    isOpen: clash !== null && clash.aside === null,
    takeTheirs() {
      if (!clash) return;
      setClash({ ...clash, aside: draft });
      setDraft(copyParts(draft, clash.theirs, clash.parts));
    },
    takeMine() {
      if (clash?.aside) setDraft(copyParts(draft, clash.aside, clash.parts));
      setClash(null);
    },
  };
}
