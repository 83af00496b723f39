import type { DraftProfile, Timeline, TimelineCaption } from '@mixreel/contract';
import { openMaterials } from './draft-materials.ts';
import {
  type DraftRequest,
  logoTrack,
  musicTrack,
  pictureTrack,
  textTracks,
  voiceTracks,
  type Writer,
} from './draft-tracks.ts';
import { filterFor, transitionFor } from './equivalents.ts';
import { frameUs, type LaidShot, layOutShots, slowNotes } from './lay-out.ts';

export type BuiltDraft = {
  draft_id: string;
  content: Record<string, unknown>;
  imported: object[];
  duration_us: number;
  /** What could not be taken over as it is. */
  notes: string[];
};

/** The timeline as JianYing and CapCut store it: `draft_content.json` and `draft_info.json`. */
export function buildDraft(request: DraftRequest): BuiltDraft {
  const { timeline, media, profile, markers, nextId } = request;
  const isCapcut = profile === 'capcut';
  const materials = openMaterials({ ...request, isCapcut });
  const shots = layOutShots(timeline, media.cuts);
  const writer: Writer = { ...request, materials, shots, isCapcut };
  const notes = [...slowNotes(shots), ...effectNotes(timeline, profile)];
  const tracks = [
    pictureTrack(writer),
    ...logoTrack(writer),
    ...voiceTracks(writer),
    ...musicTrack(writer),
    ...textTracks(writer),
  ];
  const duration_us = frameUs(timeline.frames, timeline.fps);
  const draft_id = nextId();
  const { app_id, app_source, app_version, os } = markers;
  const platform = { app_id, app_source, app_version, os };
  const content = {
    canvas_config: {
      height: timeline.height,
      ratio: 'original',
      width: timeline.width,
      ...(isCapcut && { background: null }),
    },
    color_space: 0,
    config: CONFIG,
    cover: null,
    create_time: 0,
    duration: duration_us,
    extra_info: null,
    fps: timeline.fps,
    free_render_index_mode_on: false,
    group_container: null,
    id: draft_id,
    keyframe_graph_list: [],
    keyframes: {
      adjusts: [],
      audios: [],
      effects: [],
      filters: [],
      handwrites: [],
      stickers: [],
      texts: [],
      videos: [],
    },
    last_modified_platform: platform,
    materials: materials.lists,
    mutable_config: null,
    name: request.name,
    new_version: markers.new_version,
    platform,
    relationships: [],
    render_index_track_mode_on: profile !== 'jianying_5',
    retouch_cover: null,
    source: 'default',
    static_cover_image_path: '',
    time_marks: null,
    tracks,
    update_time: 0,
    version: markers.version,
    ...(isCapcut && CAPCUT_FIELDS),
  };
  return { draft_id, content, imported: [...materials.imported.values()], duration_us, notes: [...new Set(notes)] };
}

/** What that program has nothing equal for. */
export function effectNotes(timeline: Timeline, profile: DraftProfile): string[] {
  const notes = layOutShots(timeline, []).flatMap((shot) => notesOf(shot, profile));
  return [...new Set([...notes, ...animationNotes(timeline)])];
}

function notesOf({ transition, cut }: LaidShot, profile: DraftProfile): string[] {
  const note = transition && transitionFor(profile, transition.kind).note;
  return [...(note ? [note] : []), ...filterFor(profile, cut.filter).notes];
}

function animationNotes({ captions }: Timeline): string[] {
  return captions.some(isMoving) ? ['字幕动画没有带入，可在剪辑软件里全选字幕后统一添加'] : [];
}

function isMoving({ kind, style }: TimelineCaption): boolean {
  return kind !== 'ai_mark' && style.animation !== 'none';
}

const CONFIG = {
  adjust_max_index: 1,
  attachment_info: [],
  combination_max_index: 1,
  export_range: null,
  extract_audio_last_index: 1,
  lyrics_recognition_id: '',
  lyrics_sync: true,
  lyrics_taskinfo: [],
  maintrack_adsorb: true,
  material_save_mode: 0,
  multi_language_current: 'none',
  multi_language_list: [],
  multi_language_main: 'none',
  multi_language_mode: 'none',
  original_sound_last_index: 1,
  record_audio_last_index: 1,
  sticker_max_index: 1,
  subtitle_keywords_config: null,
  subtitle_recognition_id: '',
  subtitle_sync: true,
  subtitle_taskinfo: [],
  system_font_list: [],
  video_mute: false,
  zoom_info_params: null,
};

const CAPCUT_FIELDS = {
  is_drop_frame_timecode: false,
  lyrics_effects: [],
  path: '',
  uneven_animation_template_info: { composition: '', content: '', order: '', sub_template_info_list: [] },
};
