import type { DraftMarkers, DraftProfile, Timeline } from '@mixreel/contract';
import { STILL_ZOOM } from '#features/candidate/shot.ts';
import type { Crop, Materials } from './draft-materials.ts';
import { clip, keys, round, segment, track } from './draft-segment.ts';
import { buildText } from './draft-text.ts';
import { duckMusic } from './ducking.ts';
import { filterFor, transitionFor } from './equivalents.ts';
import { type DraftMedia, frameUs, intoLanes, type LaidShot, type MediaFile, momentUs } from './lay-out.ts';

export type DraftRequest = {
  timeline: Timeline;
  media: DraftMedia;
  /** Of the draft and of its folder. */
  name: string;
  profile: DraftProfile;
  markers: DraftMarkers;
  /** Before the path of every file: the folder of the draft, or what stands for it. */
  folder: string;
  /** New for every draft: two that share one break each other. */
  nextId: () => string;
  now_ms: number;
};

/** What the tracks of a draft are written with. */
export type Writer = DraftRequest & { materials: Materials; shots: LaidShot[]; isCapcut: boolean };

const BLUR = 0.375;
const TEXT_INDEX = 15_000;

/** Clips side by side, from the first frame on. */
export function pictureTrack(writer: Writer) {
  const { timeline, materials, shots, profile, nextId } = writer;
  const segments = shots.map((shot) => {
    const { cut, from, to, source_start, speed, transition } = shot;
    const [start, end] = [frameUs(from, timeline.fps), frameUs(to, timeline.fps)];
    const file = shot.file ?? blackOf(timeline);
    const isPhoto = file.kind === 'photo';
    const crop = shot.file ? (cut.crop ?? undefined) : undefined;
    const scale = scaleOf(file, crop, timeline, cut.fit);
    const filter = filterFor(profile, cut.filter).filter;
    const source_timerange = isPhoto
      ? { start: 0, duration: end - start }
      : { start: Math.round(source_start * 1_000_000), duration: Math.round((end - start) * speed) };
    return {
      ...segment(nextId),
      material_id: materials.picture(file, crop),
      target_timerange: { start, duration: end - start },
      source_timerange,
      speed,
      volume: cut.volume,
      last_nonzero_volume: cut.volume || 1,
      clip: clip({ scale, isMirrored: cut.is_mirrored }),
      uniform_scale: { on: true, value: scale },
      hdr_settings: { intensity: 1, mode: 1, nits: 1000 },
      common_keyframes: isPhoto && shot.file ? zoomKeys(shot, scale, end - start, nextId) : [],
      extra_material_refs: [
        materials.speed(speed),
        materials.placeholder(),
        cut.fit === 'blur'
          ? materials.canvas('canvas_blur', { blur: BLUR })
          : materials.canvas('canvas_color', cut.fit === 'contain' ? { color: withAlpha(cut.background) } : {}),
        ...(transition ? [addTransition(writer, transition)] : []),
        ...(filter ? [addFilter(materials, filter)] : []),
        materials.channels(),
        materials.vocals(),
      ],
    };
  });
  return track(nextId, 'video', '画面', segments);
}

/** A still moves on slowly; where the shot is cut into by a transition it begins that far through its move. */
function zoomKeys({ shares }: LaidShot, scale: number, length: number, nextId: () => string) {
  const zoomAt = (share: number) => round(scale * (1 + (STILL_ZOOM - 1) * share * share * (3 - 2 * share)));
  const [first, last] = shares;
  const middle = (first + last) / 2;
  return [
    keys(nextId, 'UNIFORM_SCALE', [
      [0, zoomAt(first)],
      [Math.round(length / 2), zoomAt(middle)],
      [length, zoomAt(last)],
    ]),
  ];
}

/** Referred to by the earlier of the two clips. */
function addTransition(
  { profile, materials, timeline: { fps } }: Writer,
  { kind, from, to }: NonNullable<LaidShot['transition']>,
): string {
  const { effect } = transitionFor(profile, kind);
  return materials.add('transitions', {
    ...effect,
    category_id: '',
    category_name: '',
    duration: frameUs(to, fps) - frameUs(from, fps),
    platform: 'all',
    type: 'transition',
  });
}

function addFilter(
  materials: Materials,
  { name, resource_id, value }: { name: string; resource_id: string; value: number },
) {
  return materials.add('effects', {
    adjust_params: [],
    algorithm_artifact_path: '',
    apply_target_type: 0,
    bloom_params: null,
    category_id: '',
    category_name: '',
    color_match_info: { source_feature_path: '', target_feature_path: '', target_image_path: '' },
    effect_id: resource_id,
    enable_skin_tone_correction: false,
    exclusion_group: [],
    face_adjust_params: [],
    formula_id: '',
    intensity_key: '',
    multi_language_current: '',
    name,
    panel_id: '',
    platform: 'all',
    resource_id,
    source_platform: 1,
    sub_type: 'none',
    time_range: null,
    type: 'filter',
    value,
    version: '',
  });
}

export function logoTrack({ timeline, media, materials, nextId }: Writer) {
  const { logo } = timeline;
  if (!logo || !media.logo) return [];
  const { width, height, frames, fps } = timeline;
  const shown = logo.width * width;
  const fitted = fitInside(media.logo, timeline);
  const high = (shown * media.logo.height) / Math.max(1, media.logo.width);
  const scale = round(shown / fitted.width);
  const duration = frameUs(frames, fps);
  const placed = {
    ...segment(nextId),
    material_id: materials.picture(media.logo),
    target_timerange: { start: 0, duration },
    source_timerange: { start: 0, duration },
    render_index: 1,
    clip: clip({
      scale,
      alpha: logo.opacity,
      x: 2 * (logo.x + logo.width / 2) - 1,
      y: 1 - 2 * (logo.y + high / height / 2),
    }),
    uniform_scale: { on: true, value: scale },
    hdr_settings: { intensity: 1, mode: 1, nits: 1000 },
    extra_material_refs: [
      materials.speed(1),
      materials.placeholder(),
      materials.canvas('canvas_color'),
      materials.channels(),
      materials.vocals(),
    ],
  };
  return [track(nextId, 'video', '标志', [placed])];
}

export function voiceTracks({ timeline, media, materials, nextId }: Writer) {
  const heard = timeline.voices.flatMap((voice, n) => {
    const file = media.voices[n];
    const [start, end] = [momentUs(voice.start, timeline), momentUs(voice.start + voice.seconds, timeline)];
    return file && end > start ? [{ voice, file, start, end }] : [];
  });
  return intoLanes(heard).map((lane, n) =>
    track(
      nextId,
      'audio',
      n === 0 ? '配音' : `配音 ${n + 1}`,
      lane.map(({ voice, file, start, end }) => ({
        ...segment(nextId),
        material_id: materials.sound(file, voice.text.slice(0, 40) || '配音'),
        target_timerange: { start, duration: end - start },
        source_timerange: { start: 0, duration: end - start },
        volume: voice.volume,
        uniform_scale: null,
        extra_material_refs: [materials.speed(1), materials.placeholder(), materials.channels(), materials.vocals()],
      })),
    ),
  );
}

/** From its beginning: programs disagree whether keys count from the start of the clip or of the file. */
export function musicTrack({ timeline, media, materials, nextId }: Writer) {
  const { music } = timeline;
  if (!music || !media.music) return [];
  const duration = frameUs(timeline.frames, timeline.fps);
  const points = duckMusic(timeline);
  const placed = {
    ...segment(nextId),
    material_id: materials.sound(media.music, music.title),
    target_timerange: { start: 0, duration },
    source_timerange: { start: 0, duration },
    volume: music.volume,
    last_nonzero_volume: music.volume || 1,
    uniform_scale: null,
    common_keyframes:
      points.length > 0
        ? [
            keys(
              nextId,
              'KFTypeVolume',
              points.map(({ seconds, volume }) => [momentUs(seconds, timeline), volume]),
            ),
          ]
        : [],
    extra_material_refs: [
      materials.speed(1),
      materials.placeholder(),
      materials.fade(Math.round(music.fade_in * 1_000_000), Math.round(music.fade_out * 1_000_000)),
      materials.channels(),
      materials.vocals(),
    ],
  };
  return [track(nextId, 'audio', '音乐', [placed])];
}

const TEXT_TRACKS = [
  { kind: 'caption', name: '字幕', flag: 1 },
  { kind: 'title', name: '标题', flag: 0 },
  { kind: 'ai_mark', name: 'AI 标识', flag: 0 },
] as const;

export function textTracks({ timeline, materials, nextId, isCapcut }: Writer) {
  const group_id = nextId();
  return TEXT_TRACKS.flatMap(({ kind, name, flag }) => {
    const shown = timeline.captions.flatMap((caption) => {
      const [start, end] = [momentUs(caption.start, timeline), momentUs(caption.end, timeline)];
      return caption.kind === kind && caption.text && end > start ? [{ caption, start, end }] : [];
    });
    return intoLanes(shown).map((lane, n) =>
      track(
        nextId,
        'text',
        n === 0 ? name : `${name} ${n + 1}`,
        lane.map(({ caption, start, end }) => ({
          ...segment(nextId),
          material_id: materials.add('texts', buildText(caption, { isCapcut, group_id })),
          target_timerange: { start, duration: end - start },
          source_timerange: null,
          render_index: TEXT_INDEX,
          clip: clip({ x: 2 * caption.x - 1, y: 1 - 2 * caption.y }),
          extra_material_refs: [materials.animations()],
        })),
        flag,
      ),
    );
  });
}

/** 1 shows the whole picture on the canvas; to fill it, the shorter way has to be as long as the canvas. */
function scaleOf(file: MediaFile, crop: Crop | undefined, canvas: Timeline, fit: 'cover' | 'contain' | 'blur'): number {
  if (fit !== 'cover') return 1;
  const size = { width: file.width * (crop?.width ?? 1), height: file.height * (crop?.height ?? 1) };
  const fitted = fitInside(size, canvas);
  return round(Math.max(canvas.width / fitted.width, canvas.height / fitted.height));
}

function fitInside({ width, height }: { width: number; height: number }, canvas: Timeline) {
  const shrink = Math.min(canvas.width / Math.max(1, width), canvas.height / Math.max(1, height));
  return { width: Math.max(1, width) * shrink, height: Math.max(1, height) * shrink };
}

/** Stands where a material is gone, so that everything else keeps its place and one only has to replace it. */
export const BLACK_NAME = '缺失素材.png';

function blackOf({ width, height }: Timeline): MediaFile {
  return { kind: 'photo', file_name: BLACK_NAME, seconds: 0, width, height, has_sound: false, bytes: 0 };
}

function withAlpha(colour: string): string {
  return colour.length > 7 ? colour : `${colour}FF`;
}
