import { type HistoryEntry, type MixProject, mixKind, type VideoClip } from '@mixreel/contract';
import { type Operation, planDifference, type State } from '@mixreel/document';
import { createStore, type StoreApi } from 'zustand';
import type { DoOptions, Saving } from '#features/document/live-document.ts';
import { stepBack } from '#features/document/step-back.ts';
import type { OpenDocument } from '#features/document/use-live-document.ts';
import { useEditorState } from '#features/editor/editor-state.ts';
import { composeMix, type Facts, unknownClips } from './compose-mix.ts';
import { allClips } from './slots.ts';

/** The mix as it was after a step of its history. */
export type Past = { entry: HistoryEntry; state: State; mix: MixProject };

export type MixState = {
  /** Whether whoever looks may change anything; what is past nobody can. */
  may_edit: boolean;
  can_edit: boolean;
  /** As it is shown: with what is not saved yet, or as it was. */
  mix: MixProject;
  /** What is looked at instead of the present. */
  past: Past | null;
  saving: Saving;
  /** What undo and redo would do, in words; null when there is nothing. */
  undo_name: string | null;
  redo_name: string | null;
  /** Clips that the server is asked about before they can be shown, by place. */
  coming: Record<string, number>;
};

/** The mix that is open: what the editor's parts read, and the one way to change it. */
export type MixDesk = OpenDocument & {
  use: StoreApi<MixState>;
  readonly mix: MixProject;
  /** As acts are made on. */
  readonly state: State;
  act(operations: Operation[], options?: DoOptions): void;
  step(direction: 'undo' | 'redo'): void;
  allow(may_edit: boolean): void;
  /** What the server says of the mix now. */
  takeFacts(mix: MixProject): void;
  /** What it says of clips that are about to be put in. */
  learn(clips: VideoClip[]): void;
  wait(slot_id: string, by: number): void;
  showPast(past: Past | null): void;
  restorePast(): void;
  /** Shows what the document is as it changes here and elsewhere; gives the way to end that. */
  start(): () => void;
};

export function createDesk(open: OpenDocument, mix: MixProject, may_edit: boolean): MixDesk {
  const { live } = open;
  let facts: Facts = { mix, planned: new Map() };
  const first = live.view.getState();
  const use = createStore<MixState>(() => ({
    may_edit,
    can_edit: may_edit,
    mix: composeMix(first.state, facts, null),
    past: null,
    saving: first.saving,
    undo_name: first.undo_name,
    redo_name: first.redo_name,
    coming: {},
  }));
  let asked: Record<string, number> = {};
  let shown = { state: first.state, facts, past: null as Past | null };

  const show = () => {
    const { state, saving, undo_name, redo_name } = live.view.getState();
    const { past, mix: before } = use.getState();
    const isNew = shown.state !== state || shown.facts !== facts || shown.past !== past;
    shown = { state, facts, past };
    use.setState({
      saving,
      undo_name,
      redo_name,
      ...(isNew && { mix: past?.mix ?? composeMix(state, facts, before), coming: comingOf(state) }),
    });
  };
  const comingOf = (state: State) => {
    const coming = { ...asked };
    for (const [slot_id, n] of Object.entries(unknownClips(state, facts))) coming[slot_id] = (coming[slot_id] ?? 0) + n;
    return coming;
  };
  const act = (operations: Operation[], options?: DoOptions) => {
    if (use.getState().can_edit) live.act(operations, options);
  };
  const showPast = (past: Past | null) => {
    use.setState(({ may_edit: may }) => ({ past, can_edit: may && past === null }));
    useEditorState.setState({ sequence: past?.entry.sequence ?? null });
    show();
  };
  return {
    ...open,
    use,
    get mix() {
      return use.getState().mix;
    },
    get state() {
      return live.view.getState().state;
    },
    act,
    step: (direction) => {
      if (use.getState().can_edit) stepBack(live, direction);
    },
    allow: (may) => use.setState(({ past }) => ({ may_edit: may, can_edit: may && past === null })),
    takeFacts(fresh) {
      facts = { ...facts, mix: fresh };
      show();
    },
    learn(clips) {
      const planned = new Map([...facts.planned, ...clips.map((one) => [one.video_clip_id, one] as const)]);
      facts = { ...facts, planned };
    },
    wait(slot_id, by) {
      asked = { ...asked, [slot_id]: (asked[slot_id] ?? 0) + by };
      use.setState({ coming: comingOf(live.view.getState().state) });
    },
    showPast,
    restorePast() {
      const { past } = use.getState();
      showPast(null);
      if (past) act(planRestore(live.view.getState().state, past), { cause: 'restore' });
    },
    start: () => {
      show();
      return live.view.subscribe(show);
    },
  };
}

/** Clips whose material is gone for good cannot come back; everything else does. */
function planRestore(state: State, past: Past): Operation[] {
  const there = new Set(allClips(past.mix).map(({ video_clip_id }) => video_clip_id));
  return planDifference(mixKind, state, past.state).filter(
    (one) => one.do !== 'add' || one.table !== 'clip' || there.has(one.id),
  );
}
