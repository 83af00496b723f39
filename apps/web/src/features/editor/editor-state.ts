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
  tab: InspectorTab;
  /** The combination on the stage: a chosen candidate, or picks made by hand; neither: the first one. */
  candidate_id: string | null;
  picks: ClipPick[] | null;
  /** Where the stage plays, in milliseconds of the combination. */
  position_ms: number;
  select(shooting_id: string | null, video_clip_id?: string | null): void;
  openTab(tab: InspectorTab): void;
  showCandidate(candidate_id: string | null): void;
  showPicks(picks: ClipPick[]): void;
  moveTo(position_ms: number): void;
};

/** What the parts of the editor agree on. The document itself is the server's. */
export const useEditorState = create<EditorState>()((set) => ({
  shooting_id: null,
  video_clip_id: null,
  tab: 'picture',
  candidate_id: null,
  picks: null,
  position_ms: 0,
  select: (shooting_id, video_clip_id = null) => set({ shooting_id, video_clip_id }),
  openTab: (tab) => set({ tab }),
  showCandidate: (candidate_id) => set({ candidate_id, picks: null }),
  showPicks: (picks) => set({ picks, candidate_id: null }),
  moveTo: (position_ms) => set({ position_ms }),
}));
