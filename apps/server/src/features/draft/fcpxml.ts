import { TRANSITIONS, type Timeline } from '@mixreel/contract';
import { at, element } from './fcpxml-element.ts';
import { TITLE_EFFECT, titlesWithin } from './fcpxml-titles.ts';
import {
  type DraftMedia,
  intoLanes,
  type LaidShot,
  layOutShots,
  type MediaFile,
  noticeFrames,
  slowNotes,
} from './lay-out.ts';

/**
 * The timeline as FCPXML 1.9, for Final Cut Pro and DaVinci Resolve. Every time is a whole number of frames. Elements
 * stand in the order that the DTD asks for, which Final Cut checks.
 */
export function buildFcpxml(timeline: Timeline, media: DraftMedia): { text: string; notes: string[] } {
  const { fps, frames, width, height, name } = timeline;
  const shots = layOutShots(timeline, media.cuts);
  const assets = openAssets(fps);
  const spine = shots.flatMap((shot, n) => spineItem(shot, { timeline, media, shots, n, assets }));
  const sequence = element('sequence', { format: 'r1', duration: at(frames, fps), tcStart: '0s', tcFormat: 'NDF' }, [
    element('spine', {}, spine),
  ]);
  const library = element('library', {}, [element('event', { name }, [element('project', { name }, [sequence])])]);
  const formats = [
    element('format', { id: 'r1', frameDuration: `1/${fps}s`, width, height, colorSpace: '1-1-1 (Rec. 709)' }),
    element('format', { id: 'r2', name: 'FFVideoFormatRateUndefined' }),
  ];
  const resources = element('resources', {}, [...formats, ...assets.all(), TITLE_EFFECT]);
  const text = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE fcpxml>',
    element('fcpxml', { version: '1.9' }, [resources, library]),
  ].join('\n');
  const kinds = new Set(shots.flatMap(({ transition }) => transition?.kind ?? []));
  const notes = [
    ...slowNotes(shots),
    ...[...kinds].filter((kind) => kind !== 'fade').map((kind) => `转场「${TRANSITIONS[kind]}」写成叠化`),
    '字幕和标题写成「基本字幕」（Basic Title），可以直接改字；描边只保留最里面一层，底框和逐字动画不带过去，另有同名的 SRT',
    'FCPXML 不含滤镜和裁切；提示找不到素材时，请重新链接到 media 文件夹',
    ...(media.logo ? ['标志没有放到时间线上，图片在 media 文件夹里'] : []),
  ];
  return { text: `${text}\n`, notes };
}

type Assets = { of(file: MediaFile): string; all(): string[] };

/** Each file once. */
function openAssets(fps: number): Assets {
  const known = new Map<string, { id: string; xml: string }>();
  return {
    of(file) {
      const found = known.get(file.file_name);
      if (found) return found.id;
      const id = `r${known.size + 3}`;
      const isPicture = file.kind !== 'audio';
      const hasSound = !isPicture || file.has_sound;
      const xml = element(
        'asset',
        {
          id,
          name: file.file_name,
          start: '0s',
          duration: file.kind === 'photo' ? '0s' : at(Math.round(file.seconds * fps), fps),
          hasVideo: isPicture ? 1 : undefined,
          format: isPicture ? (file.kind === 'photo' ? 'r2' : 'r1') : undefined,
          videoSources: isPicture ? 1 : undefined,
          hasAudio: hasSound ? 1 : undefined,
          audioSources: hasSound ? 1 : undefined,
          audioChannels: hasSound ? 2 : undefined,
          audioRate: hasSound ? 48_000 : undefined,
        },
        [element('media-rep', { kind: 'original-media', src: `./media/${encodeURIComponent(file.file_name)}` })],
      );
      known.set(file.file_name, { id, xml });
      return id;
    },
    all: () => [...known.values()].map(({ xml }) => xml),
  };
}

type Place = { timeline: Timeline; media: DraftMedia; shots: LaidShot[]; n: number; assets: Assets };

/** A clip with the sounds and words that begin while it plays, and the transition into the next one behind it. */
function spineItem(shot: LaidShot, place: Place): string[] {
  const { cut, file, from, to, source_start, speed, transition } = shot;
  const { fps } = place.timeline;
  // A clip with another speed counts its own time after the change.
  const start = file?.kind === 'video' ? Math.round((source_start / speed) * fps) : 0;
  const timing = {
    name: cut.material_name,
    offset: at(from, fps),
    start: at(start, fps),
    duration: at(to - from, fps),
  };
  const isLast = place.n === place.shots.length - 1;
  const lane = place.media.notice ? 2 : 1;
  const connected = [
    ...soundsWithin(shot, start, place),
    ...noticeOver(start, place),
    ...titlesWithin(place.timeline, { from, to: isLast ? Infinity : to, start, lane }),
  ];
  const seam = transition
    ? [
        element('transition', {
          name: 'Cross Dissolve',
          offset: at(transition.from, fps),
          duration: at(transition.to - transition.from, fps),
        }),
      ]
    : [];
  if (!file) return [element('gap', timing, connected), ...seam];
  const looks = [
    element('adjust-conform', { type: cut.fit === 'cover' ? 'fill' : 'fit' }),
    ...(cut.is_mirrored ? [element('adjust-transform', { scale: '-1 1' })] : []),
  ];
  if (file.kind === 'photo') {
    return [element('video', { ref: place.assets.of(file), ...timing }, [...looks, ...connected]), ...seam];
  }
  const warp = speed === 1 ? [] : [timeMap(file, speed, fps)];
  const volume = file.has_sound && cut.volume !== 1 ? [element('adjust-volume', { amount: decibels(cut.volume) })] : [];
  const clip = element('asset-clip', { ref: place.assets.of(file), ...timing, format: 'r1', tcFormat: 'NDF' }, [
    ...warp,
    ...looks,
    ...volume,
    ...connected,
  ]);
  return [clip, ...seam];
}

function timeMap(file: MediaFile, speed: number, fps: number): string {
  const frames = Math.round(file.seconds * fps);
  return element('timeMap', {}, [
    element('timept', { time: '0s', value: '0s', interp: 'smooth2' }),
    element('timept', { time: at(Math.round(frames / speed), fps), value: at(frames, fps), interp: 'smooth2' }),
  ]);
}

/** Narration on lane −1 and below, music under it. A place within a clip is counted in the clip's own time. */
function soundsWithin({ from, to }: LaidShot, start: number, { timeline, media, shots, n, assets }: Place): string[] {
  const { fps, frames, music } = timeline;
  const heard = timeline.voices.flatMap((voice, i) => {
    const file = media.voices[i];
    const begins = Math.round(voice.start * fps);
    const ends = Math.min(frames, Math.round((voice.start + voice.seconds) * fps));
    return file && ends > begins ? [{ file, voice, start: begins, end: ends }] : [];
  });
  const lanes = intoLanes(heard);
  const isLast = n === shots.length - 1;
  const spoken = lanes.flatMap((lane, i) =>
    lane
      .filter((one) => one.start >= from && (one.start < to || isLast))
      .map(({ file, voice, start: begins, end }) =>
        element(
          'asset-clip',
          {
            ref: assets.of(file),
            lane: -1 - i,
            name: voice.text.slice(0, 40) || '配音',
            offset: at(start + begins - from, fps),
            start: '0s',
            duration: at(end - begins, fps),
            audioRole: 'dialogue',
          },
          voice.volume === 1 ? [] : [element('adjust-volume', { amount: decibels(voice.volume) })],
        ),
      ),
  );
  if (n > 0 || !music || !media.music) return spoken;
  const bed = element(
    'asset-clip',
    {
      ref: assets.of(media.music),
      lane: -1 - lanes.length,
      name: music.title,
      offset: at(start, fps),
      start: '0s',
      duration: at(frames, fps),
      audioRole: 'music',
    },
    [element('adjust-volume', { amount: decibels(music.volume) })],
  );
  return [...spoken, bed];
}

/** On the lane above the picture, over the first clip and whatever follows while it shows. */
function noticeOver(start: number, { timeline, media, n, assets }: Place): string[] {
  const frames = noticeFrames(timeline);
  if (n > 0 || !media.notice || frames === 0) return [];
  const { fps } = timeline;
  const ref = assets.of(media.notice);
  return [
    element('video', { ref, lane: 1, name: 'AI 标识', offset: at(start, fps), start: '0s', duration: at(frames, fps) }),
  ];
}

function decibels(volume: number): string {
  return `${volume > 0 ? Math.max(-96, Math.round(200 * Math.log10(volume)) / 10) : -96}dB`;
}
