import type { Preview } from '@mixreel/contract';
import { create } from 'zustand';
import { resetEditorState, useEditorState } from '../editor-state.ts';
import type { Loop } from './stage-time.ts';

/** How the next combination begins: at a moment or at a place, and whether it plays; null: as the one before. */
export type Entry = { at_ms: number; plays: boolean | null } | { slot_id: string; plays: boolean | null };

type StageState = {
  /** The mix whose combination the editor speaks of. */
  mproject_id: string | null;
  /** What is on the stage: the timeline shows the same. */
  preview: Preview | null;
  is_playing: boolean;
  /** Negative: backwards. */
  speed: number;
  loop: Loop | null;
  /** Null: it goes on where the one before was. */
  entry: Entry | null;
  /** Counts what can change pictures, so that previews of before are not taken for those of now. */
  version: number;
};

export const useStage = create<StageState>(() => ({
  mproject_id: null,
  preview: null,
  is_playing: false,
  speed: 1,
  loop: null,
  entry: null,
  version: 0,
}));

/** Another mix begins with its first combination; the same one goes on where it was left. */
export function enterMix(mproject_id: string): void {
  if (useStage.getState().mproject_id === mproject_id) return;
  useStage.setState({ mproject_id, preview: null, is_playing: false, speed: 1, loop: null, entry: null });
  resetEditorState();
}

/** The editor opens with this candidate on its stage. */
export function putOnStage(mproject_id: string, candidate_id: string): void {
  enterMix(mproject_id);
  useStage.setState({ entry: { at_ms: 0, plays: false } });
  useEditorState.getState().showCandidate(candidate_id);
}

/** What can be done with what plays; the stage provides it for as long as it is there. */
export type StageControls = {
  toggle: () => void;
  pause: () => void;
  seek: (ms: number) => void;
  shift: (by: -1 | 1) => void;
  stepFrames: (by: number) => void;
  loopFrom: () => void;
  loopTo: () => void;
  clearLoop: () => void;
  step: (by: -1 | 1) => void;
  /** Fetches a video that may be wanted next. */
  preload: (url: string) => void;
};

const NONE: StageControls = {
  toggle() {},
  pause() {},
  seek() {},
  shift() {},
  stepFrames() {},
  loopFrom() {},
  loopTo() {},
  clearLoop() {},
  step() {},
  preload() {},
};

let controls = NONE;

export function provideControls(given: StageControls): () => void {
  controls = given;
  return () => {
    if (controls === given) controls = NONE;
  };
}

/** Always those of the stage that is there now. */
export function stageControls(): StageControls {
  return controls;
}
