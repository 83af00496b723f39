import { TRANSITIONS, type Timeline } from '@mixreel/contract';
import {
  type DraftMedia,
  intoLanes,
  type LaidShot,
  layOutShots,
  type MediaFile,
  noticeFrames,
  slowNotes,
} from './lay-out.ts';

/** The timeline as OpenTimelineIO, for DaVinci Resolve, Kdenlive and others. Files are named from the folder it lies in. */
export function buildOtio(timeline: Timeline, media: DraftMedia): { text: string; notes: string[] } {
  const { fps, name } = timeline;
  const shots = layOutShots(timeline, media.cuts);
  const tracks = [
    track('Video', '画面', pictures(shots, timeline)),
    ...notice(timeline, media),
    ...voices(timeline, media),
    ...music(timeline, media),
  ];
  const document = {
    OTIO_SCHEMA: 'Timeline.1',
    metadata: {},
    name,
    global_start_time: time(0, fps),
    tracks: {
      OTIO_SCHEMA: 'Stack.1',
      metadata: {},
      name: 'tracks',
      source_range: null,
      effects: [],
      markers: [],
      children: tracks,
    },
  };
  const kinds = new Set(shots.flatMap(({ transition }) => transition?.kind ?? []));
  const notes = [
    ...slowNotes(shots),
    ...[...kinds].filter((kind) => kind !== 'fade').map((kind) => `转场「${TRANSITIONS[kind]}」在 OTIO 里写成叠化`),
    'OTIO 不含字幕、滤镜、裁切和音量：字幕见同名的 SRT，其余请在剪辑软件里设置',
    ...(media.logo ? ['标志没有放到时间线上，图片在 media 文件夹里'] : []),
  ];
  return { text: `${JSON.stringify(document, null, 2)}\n`, notes };
}

function pictures(shots: LaidShot[], { fps }: Timeline): object[] {
  return shots.flatMap((shot) => {
    const { cut, file, from, to, source_start, speed, transition } = shot;
    // What a clip takes on its track is the length of its range; the effect says how fast that is played.
    const placed = clip(
      file,
      cut.material_name,
      { start: Math.round(source_start * fps), frames: to - from, fps },
      speed === 1 ? [] : [warp(speed)],
    );
    if (!transition) return [placed];
    const seam = {
      OTIO_SCHEMA: 'Transition.1',
      metadata: {},
      name: TRANSITIONS[transition.kind],
      transition_type: 'SMPTE_Dissolve',
      in_offset: time(to - transition.from, fps),
      out_offset: time(transition.to - to, fps),
    };
    return [placed, seam];
  });
}

/** Over the picture, from the first frame on. */
function notice(timeline: Timeline, { notice: file }: DraftMedia): object[] {
  const frames = noticeFrames(timeline);
  if (!file || frames === 0) return [];
  return [track('Video', 'AI 标识', [clip(file, 'AI 标识', { start: 0, frames, fps: timeline.fps })])];
}

function voices(timeline: Timeline, media: DraftMedia): object[] {
  const { fps, frames } = timeline;
  const heard = timeline.voices.flatMap((voice, n) => {
    const file = media.voices[n];
    const start = Math.round(voice.start * fps);
    const end = Math.min(frames, Math.round((voice.start + voice.seconds) * fps));
    return file && end > start ? [{ file, start, end, volume: voice.volume }] : [];
  });
  return intoLanes(heard).map((lane, n) => {
    let at = 0;
    const items = lane.flatMap(({ file, start, end }) => {
      const before = start > at ? [gap(start - at, fps)] : [];
      at = end;
      return [...before, clip(file, file.file_name, { start: 0, frames: end - start, fps })];
    });
    return track('Audio', n === 0 ? '配音' : `配音 ${n + 1}`, items);
  });
}

function music({ music: bed, frames, fps }: Timeline, media: DraftMedia): object[] {
  if (!bed || !media.music) return [];
  return [track('Audio', '音乐', [clip(media.music, bed.title, { start: 0, frames, fps })])];
}

function track(kind: 'Video' | 'Audio', name: string, children: object[]) {
  return { OTIO_SCHEMA: 'Track.1', metadata: {}, name, kind, source_range: null, effects: [], markers: [], children };
}

function clip(
  file: MediaFile | null,
  name: string,
  at: { start: number; frames: number; fps: number },
  effects: object[] = [],
) {
  return {
    // The older form: every reader knows it, and newer ones turn it into theirs.
    OTIO_SCHEMA: 'Clip.1',
    metadata: {},
    name,
    source_range: range(at.start, at.frames, at.fps),
    effects,
    markers: [],
    media_reference: file
      ? {
          OTIO_SCHEMA: 'ExternalReference.1',
          metadata: {},
          name: file.file_name,
          available_range: file.kind === 'photo' ? null : range(0, Math.round(file.seconds * at.fps), at.fps),
          target_url: `media/${encodeURIComponent(file.file_name)}`,
        }
      : { OTIO_SCHEMA: 'MissingReference.1', metadata: {}, name, available_range: null },
  };
}

function warp(time_scalar: number) {
  return { OTIO_SCHEMA: 'LinearTimeWarp.1', metadata: {}, name: '变速', effect_name: 'LinearTimeWarp', time_scalar };
}

function gap(frames: number, fps: number) {
  return {
    OTIO_SCHEMA: 'Gap.1',
    metadata: {},
    name: '',
    source_range: range(0, frames, fps),
    effects: [],
    markers: [],
  };
}

function range(start: number, frames: number, fps: number) {
  return { OTIO_SCHEMA: 'TimeRange.1', start_time: time(start, fps), duration: time(frames, fps) };
}

function time(value: number, rate: number) {
  return { OTIO_SCHEMA: 'RationalTime.1', rate, value };
}
