import type { AgentProject } from '@mixreel/contract';
import { useEffect, useState } from 'react';
import { useSession } from '#lib/session.ts';
import { agentBriefOf, type AgentDraft, agentDraftOf } from './brief-draft.ts';
import { type Begun, readKept, writeKept } from './kept-brief.ts';
import { type BriefPart, changedParts, copyParts, meetBriefs } from './meet-briefs.ts';

/**
 * What was changed both here and elsewhere since it was `begun`; `aside` is what was written here, while the other's is
 * shown.
 */
export type Clash = { parts: readonly BriefPart[]; begun: Begun; theirs: AgentDraft; aside: AgentDraft | null };

/**
 * The brief of an agent as somebody writes it here, beside what is saved elsewhere meanwhile. What is not saved outlives a
 * reload and a look at another page, in this tab.
 */
export function useBrief(agent: AgentProject) {
  const [name] = useState(() => `agent_brief ${useSession.getState().user_info?.user_uid} ${agent.agent_project_id}`);
  const [kept] = useState(() => readKept(sessionStorage.getItem(name)));
  const [isBack, setIsBack] = useState(kept !== null);
  const [base, setBase] = useState<Begun>(kept?.begun ?? agent);
  const [draft, setDraft] = useState(() => kept?.draft ?? agentDraftOf(agent.brief));
  const [taken, setTaken] = useState<readonly BriefPart[]>([]);
  const [clash, setClash] = useState<Clash | null>(null);
  if (agent.updated_at > base.updated_at) {
    const met = meetBriefs(base.brief, draft, agent.brief);
    setBase(agent);
    setDraft(met.draft);
    if (met.taken.length > 0) setTaken([...new Set([...taken, ...met.taken])]);
    const parts = [...new Set([...(clash?.parts ?? []), ...met.both])];
    if (parts.length > 0) {
      setClash({ parts, begun: clash?.begun ?? base, theirs: agentDraftOf(agent.brief), aside: null });
    }
  }
  const brief = agentBriefOf(draft);
  const isChanged = changedParts(base.brief, brief).length > 0;
  const isOpen = clash !== null && clash.aside === null;
  // Until somebody has said whose counts, it is asked again.
  const begun = isOpen ? clash.begun : base;
  useEffect(() => {
    if (isChanged || isOpen) sessionStorage.setItem(name, writeKept({ begun, draft }));
    else sessionStorage.removeItem(name);
  }, [name, isChanged, isOpen, begun, draft]);
  return {
    draft,
    setDraft,
    brief,
    /** What it was begun with. */
    updated_at: base.updated_at,
    isChanged,
    /** What was written before the page was left is here again. */
    isBack: isBack && isChanged,
    /** What is saved counts, and nothing that was written here since. */
    forgetMine() {
      setIsBack(false);
      setClash(null);
      setDraft(agentDraftOf(base.brief));
    },
    saved(as: AgentProject) {
      setIsBack(false);
      setBase(as);
      setTaken([]);
      setClash(null);
    },
    taken: taken.map(({ name }) => name),
    forgetTaken: () => setTaken([]),
    clash,
    /** Until somebody says whose counts. */
    isOpen,
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
