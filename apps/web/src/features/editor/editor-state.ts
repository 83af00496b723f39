import type { ClipPick } from '@mixreel/contract';
import { create } from 'zustand';

/** The parts of the properties on the right. */
export const INSPECTOR_TABS = {
  picture: '画面',
  caption: '字幕',
  voice: '配音',
  music: '音乐',
  filter: '滤镜',
  transition: '转场',
  global: '全局',
} as const;
export type InspectorTab = keyof typeof INSPECTOR_TABS;

type EditorState = {
  /** What is selected; a clip always with its shooting, except in the pools of openings and endings. */
  shooting_id: string | null;
  video_clip_id: string | null;
  /** All clips that are selected; `video_clip_id` is the one that was touched last. */
  clip_ids: string[];
  tab: InspectorTab;
  /** Which wording of a shooting is looked at; its first where nothing is said. */
  script_ids: Record<string, string>;
  /** The shooting whose line is said in other ways just now. */
  rewording: string | null;
  is_library_open: boolean;
  /** Where the library adds to, when that is not what is selected. Holds until something else is selected. */
  library_slot: string | null;
  /** The combination on the stage: a chosen candidate, or picks made by hand; neither: the first one. */
  candidate_id: string | null;
  picks: ClipPick[] | null;
  /** Where the stage plays, in milliseconds of the combination. */
  position_ms: number;
  /** The step of the history that is looked at; null: the present. */
  sequence: number | null;
  /** The place that is seen there: a shooting, `header` or `footer`. */
  slot_id: string | null;
  select(shooting_id: string | null, video_clip_id?: string | null): void;
  selectClips(shooting_id: string | null, clip_ids: string[]): void;
  openTab(tab: InspectorTab): void;
  showScript(shooting_id: string, script_id: string): void;
  reword(shooting_id: string | null): void;
  openLibrary(is_open: boolean, slot_id?: string | null): void;
  showCandidate(candidate_id: string | null): void;
  showPicks(picks: ClipPick[]): void;
  moveTo(position_ms: number, slot_id?: string | null): void;
};

/** What the parts of the editor agree on. The document itself is the server's. */
export const useEditorState = create<EditorState>()((set) => ({
  shooting_id: null,
  video_clip_id: null,
  clip_ids: [],
  tab: 'picture',
  script_ids: {},
  rewording: null,
  is_library_open: false,
  library_slot: null,
  candidate_id: null,
  picks: null,
  position_ms: 0,
  sequence: null,
  slot_id: null,
  select: (shooting_id, video_clip_id = null) =>
    set({ shooting_id, video_clip_id, clip_ids: video_clip_id === null ? [] : [video_clip_id], library_slot: null }),
  selectClips: (shooting_id, clip_ids) =>
    set({ shooting_id, clip_ids, video_clip_id: clip_ids.at(-1) ?? null, library_slot: null }),
  openTab: (tab) => set({ tab }),
  showScript: (shooting_id, script_id) =>
    set(({ script_ids }) => ({ script_ids: { ...script_ids, [shooting_id]: script_id } })),
  reword: (rewording) => set({ rewording }),
  openLibrary: (is_library_open, library_slot = null) => set({ is_library_open, library_slot }),
  showCandidate: (candidate_id) => set({ candidate_id, picks: null }),
  showPicks: (picks) => set({ picks, candidate_id: null }),
  moveTo: (position_ms, slot_id = null) => set({ position_ms, slot_id }),
}));

/** Another mix begins with nothing selected and its first combination. */
export function resetEditorState(): void {
  useEditorState.setState({
    shooting_id: null,
    video_clip_id: null,
    clip_ids: [],
    library_slot: null,
    script_ids: {},
    rewording: null,
    candidate_id: null,
    picks: null,
    position_ms: 0,
    slot_id: null,
  });
}
