import { type MixProject, mixKind, type VideoClip } from '@mixreel/contract';
import { type Operation, planDifference, type State } from '@mixreel/document';
import { createStore, type StoreApi } from 'zustand';
import * as documents from '#features/document/document-desk.ts';
import type { OpenDocument } from '#features/document/use-live-document.ts';
import { allClips } from '#features/mix/slots.ts';
import { useEditorState } from '../editor-state.ts';
import { composeMix, type Facts, unknownClips } from './compose-mix.ts';

/** The mix as it was after a step of its history, with what the server says of it. */
export type Past = documents.Past & { mix: MixProject };

export type MixState = documents.DeskState<Past> & {
  /** As it is shown: with what is not saved yet, or as it was. */
  mix: MixProject;
  /** Clips that the server is asked about before they can be shown, by place. */
  coming: Record<string, number>;
};

/** The mix that is open: what the editor's parts read, and the one way to change it. */
export type MixDesk = documents.DocumentDesk<Past> & {
  shown: StoreApi<MixState>;
  readonly mix: MixProject;
  /** As acts are made on. */
  readonly state: State;
  /** What the server says of the mix now. */
  takeFacts(mix: MixProject): void;
  /** What it says of clips that are about to be put in. */
  learn(clips: VideoClip[]): void;
  wait(slot_id: string, by: number): void;
};

export function createDesk(open: OpenDocument, mix: MixProject, may_edit: boolean): MixDesk {
  const { live } = open;
  const desk = documents.createDesk<Past>(open, may_edit, planRestore);
  let facts: Facts = { mix, planned: new Map() };
  let made = { state: desk.use.getState().state, facts };
  let asked: Record<string, number> = {};
  const shown = createStore<MixState>(() => ({
    ...desk.use.getState(),
    mix: composeMix(made.state, facts, null),
    coming: {},
  }));

  const show = () => {
    const now = desk.use.getState();
    const { past, mix: before } = shown.getState();
    const isNew = made.state !== now.state || made.facts !== facts || past !== now.past;
    made = { state: now.state, facts };
    shown.setState({
      ...now,
      ...(isNew && {
        mix: now.past?.mix ?? composeMix(now.state, facts, before),
        coming: comingOf(live.view.getState().state),
      }),
    });
  };
  const comingOf = (state: State) => {
    const coming = { ...asked };
    for (const [slot_id, n] of Object.entries(unknownClips(state, facts))) coming[slot_id] = (coming[slot_id] ?? 0) + n;
    return coming;
  };
  const showPast = (past: Past | null) => {
    desk.showPast(past);
    useEditorState.setState({ sequence: past?.entry.sequence ?? null });
  };
  desk.use.subscribe(show);
  return {
    ...desk,
    shown,
    get mix() {
      return shown.getState().mix;
    },
    get state() {
      return live.view.getState().state;
    },
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
      shown.setState({ coming: comingOf(live.view.getState().state) });
    },
    showPast,
    restorePast() {
      desk.restorePast();
      useEditorState.setState({ sequence: null });
    },
  };
}

/** Clips cannot come back to a material that is gone for good; everything else does. */
function planRestore(state: State, past: Past): Operation[] {
  const there = new Set(allClips(past.mix).map(({ video_clip_id }) => video_clip_id));
  return planDifference(mixKind, state, past.state).filter(
    (one) => one.do === 'remove' || one.table !== 'clip' || there.has(one.id),
  );
}
