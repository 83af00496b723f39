import {
  AppError,
  type ClipPick,
  type MixConfig,
  type PlannedVideo,
  RATIOS,
  resolveConfig,
  type Timeline,
} from '@mixreel/contract';
import {
  AIGC_KEY,
  aigcLabel,
  aigcText,
  type Canvas,
  type Cut,
  framesOf,
  type Quality,
  shotStarts,
  signatureOf,
  type Variant,
  variantFrames,
} from '@mixreel/media';
import type { App } from '#context.ts';
import type { DocumentClip, MixDocument, ShootingRow } from '#features/mix/document.ts';
import type { Heard } from '#features/mix/narration.ts';
import { remembered } from '#memory.ts';
import { isPool, lineSeconds, toCombination } from './build-plan.ts';
import { type Faces, readFaces } from './faces.ts';
import { heardIn } from './heard-in.ts';
import { openSettings, type Setting } from './setting.ts';
import { buildShot } from './shot.ts';
import { beatsInVideo, snapLengths } from './snap-lengths.ts';
import { buildSound } from './sound.ts';
import { openSources } from './sources.ts';
import { toTimeline } from './to-timeline.ts';
import { wholePart } from './whole-part.ts';
import type { Written } from './written.ts';

/** One place of a combination, and what was found for it. */
export type Place = {
  pick: ClipPick;
  config: MixConfig;
  shooting: ShootingRow | null;
  /** What the place is called. */
  name: string;
  clip: DocumentClip;
  heard: Heard | null;
  /** How much of the clip's range is left out before what is shown, since it is broken. */
  skipped_ms?: number;
};

/** A combination as the engine takes it, with its timeline. */
export type BuiltVariant = {
  variant: Variant;
  places: Place[];
  /** When each place begins and how long it lasts, in seconds. */
  times: { start: number; seconds: number }[];
  seconds: number;
  is_ai: boolean;
  /** What is written on each place, in seconds of the place. */
  written: Written[][];
  /** Beats that cuts were moved to, in seconds. */
  beats: number[];
  /** The settings of this video, and what they led to. */
  config: MixConfig;
  setting: Setting;
};

/** Turns combinations of one mix, as it is now, into variants. What combinations share is made once. */
export type Book = {
  canvas: Canvas;
  places(video: PlannedVideo): Place[];
  build(video: PlannedVideo): Promise<BuiltVariant>;
  /** How long it lasts, without building it. */
  seconds(video: PlannedVideo): Promise<number>;
  /** The same as people and other programs read it. */
  timeline(built: BuiltVariant, name: string): Timeline;
  close(): Promise<void>;
};

/** A draft is a third as wide and as high. */
const DRAFT_SCALE = 3;
const SHORTEST_SECONDS = 0.4;

export async function openBook(
  app: App,
  document: MixDocument,
  heard: Map<string, Heard>,
  { isDraft }: { isDraft: boolean },
): Promise<Book> {
  const { mix, shootings, clips } = document;
  const layers = { template: mix.template_config, project: mix.config };
  const config = resolveConfig(layers);
  const canvas = canvasOf(config.picture, isDraft);
  const quality: Quality = isDraft ? 'draft' : config.picture.quality;
  const sources = openSources(app, mix.space_id);
  const byId = new Map(clips.map((one) => [one.clip.video_clip_id, one]));
  const shots = new Map<string, ReturnType<typeof buildShot>>();
  const { settingOf, configsOf } = openSettings(app, sources, document);
  const faces = await readFaces(app.db, clips);

  function places({ picks, factors }: PlannedVideo): Place[] {
    const inStyle = configsOf(factors);
    return picks.map((pick) => {
      const index = shootings.findIndex(({ shooting_id }) => shooting_id === pick.slot_id);
      const shooting = shootings[index] ?? null;
      const clip = byId.get(pick.video_clip_id);
      if (!clip || (!shooting && !isPool(pick.slot_id))) {
        throw new AppError('conflict', '这个组合里的镜头或片段已被删除，请重新挑选');
      }
      return avoidDamage({
        pick,
        shooting,
        name: shooting ? shooting.shooting_name || `镜头 ${index + 1}` : pick.slot_id === 'header' ? '片头' : '片尾',
        clip,
        config: inStyle.get(pick.slot_id) ?? config,
        heard: heardIn(heard, pick, factors),
      });
    });
  }

  async function build(video: PlannedVideo): Promise<BuiltVariant> {
    const found = places(video);
    const { config: own, setting } = await settingOf(video.factors);
    if (found.length === 0) throw new AppError('conflict', '还没有镜头，请先添加镜头和片段');
    const is_ai = setting.isAi || found.some(({ clip, heard: said }) => clip.material.ai_origin || said?.is_ai);
    const beats = beatsOf(found, setting);
    const timing = timingOf(found, canvas, beats);
    const cuts: Cut[] = [];
    const written: Written[][] = [];
    for (const [n, place] of found.entries()) {
      const {
        shot: { frames },
        transition,
      } = timing[n]!;
      const start = startOf(cuts, canvas);
      const at = { frames, start, is_marked: is_ai && setting.needsNotice, config: own };
      const made = await shotOf(place, setting, at, video.factors);
      cuts.push({ shot: made.shot, transition });
      written.push(made.written);
    }
    const shape = { canvas, cuts };
    const seconds = variantFrames(shape) / canvas.fps;
    const times = shotStarts(shape).map((start, n) => ({ start, seconds: cuts[n]!.shot.frames / canvas.fps }));
    const contentId = signatureOf(toCombination(video));
    const label = aigcLabel({ producer: app.config.aigcProducer, contentId });
    const sound = await buildSound(found, { cuts, times, seconds, config, music: setting.music, sources });
    const tags: Record<string, string> = is_ai ? { [AIGC_KEY]: aigcText(label) } : {};
    const variant = { ...shape, quality, sound, tags };
    return { variant, places: found, times, seconds, is_ai, written, beats, config: own, setting };
  }

  /** Where it stands matters to a shot only while the title or the notice of AI shows. */
  function shotOf(
    place: Place,
    setting: Setting,
    at: { frames: number; start: number; is_marked: boolean; config: MixConfig },
    { title, pace, style }: PlannedVideo['factors'],
  ): ReturnType<typeof buildShot> {
    const { slot_id, video_clip_id, script_id } = place.pick;
    const from = Math.min(at.start, Math.max(3, config.title.ms / 1000));
    const shown = [slot_id, video_clip_id, script_id, at.frames, at.is_marked, from.toFixed(3)];
    const key = JSON.stringify([...shown, title, pace, style]);
    return remembered(shots, key, () =>
      buildShot(place, { ...at, canvas, isDraft, sources, logo: setting.logo, faces: facesOf(faces, place) }),
    );
  }

  return {
    canvas,
    places,
    build,
    async seconds(video) {
      const found = places(video);
      const { setting } = await settingOf(video.factors);
      return variantFrames({ cuts: timingOf(found, canvas, beatsOf(found, setting)) }) / canvas.fps;
    },
    timeline: (built, name) => toTimeline(built, { name, config: built.config, music: built.setting.piece }),
    close: () => sources.close(),
  };
}

function canvasOf({ ratio, fps }: MixConfig['picture'], isDraft: boolean): Canvas {
  const { width, height } = RATIOS[ratio];
  const scale = isDraft ? DRAFT_SCALE : 1;
  return { width: even(width / scale), height: even(height / scale), fps };
}

function even(pixels: number): number {
  return 2 * Math.round(pixels / 2);
}

/** How long each place shows and what leads on from it. */
function timingOf(places: Place[], canvas: Canvas, beats: number[]) {
  const lengths = lengthsOf(places, canvas, beats);
  return places.map((place, n) => {
    const transition = n < places.length - 1 ? transitionOf(place.config, canvas) : null;
    const frames = lengths[n]! + (transition && holdsSpeech(place) ? transition.frames : 0);
    return { shot: { frames }, transition };
  });
}

/** How long each place shows, in frames, without what a transition adds. */
function lengthsOf(places: Place[], canvas: Canvas, beats: number[]): number[] {
  const lengths = places.map((place) => ({
    seconds: secondsOf(place),
    least: Math.max(SHORTEST_SECONDS, place.heard?.seconds ?? 0),
    seam: (transitionOf(place.config, canvas)?.frames ?? 0) / canvas.fps,
    isHeld: holdsSpeech(place),
  }));
  if (beats.length === 0) return lengths.map(({ seconds }) => framesOf(seconds, canvas));
  return wholeFrames(snapLengths(lengths, beats), canvas);
}

/** With a second more for each place: cuts move. */
function beatsOf(places: Place[], { music, beats }: Setting): number[] {
  if (!music || beats.length === 0) return [];
  const until = places.reduce((sum, place) => sum + secondsOf(place) + 1, 0);
  return beatsInVideo(beats, { start: music.startSeconds, seconds: music.source.facts.seconds }, until);
}

/** What is lost to whole frames is not added up: the tenth cut meets its beat as well as the first. */
function wholeFrames(lengths: number[], canvas: Canvas): number[] {
  let [seconds, frames] = [0, 0];
  return lengths.map((length) => {
    seconds += length;
    const own = framesOf(seconds, canvas) - frames;
    frames += own;
    return own;
  });
}

/** A shot that shows only some of its clip shows what is whole. */
function avoidDamage(place: Place): Place {
  const { clip, config } = place;
  const seam = config.transition.kind === 'none' ? 0 : config.transition.ms / 1000;
  const part = wholePart(clip, secondsOf(place) + seam);
  if (!part || part.start_ms === clip.clip.start_ms) return place;
  return {
    ...place,
    clip: { ...clip, clip: { ...clip.clip, ...part } },
    skipped_ms: part.start_ms - clip.clip.start_ms,
  };
}

function secondsOf({ config, clip: { clip }, shooting, heard }: Place): number {
  const { rule, fixed_ms } = config.duration;
  const own = (clip.end_ms - clip.start_ms) / 1000 / clip.speed;
  if (!shooting) return own;
  if (rule === 'fixed') return fixed_ms / 1000;
  return (rule === 'narration' && lineSeconds(heard ?? undefined)) || own;
}

/** Two shots play at once while one turns into the other: whoever speaks to the end needs that much more picture. */
function holdsSpeech({ config, heard, shooting }: Place): boolean {
  return shooting !== null && config.duration.rule === 'narration' && (heard?.seconds ?? 0) > 0;
}

function transitionOf({ transition: { kind, ms } }: MixConfig, canvas: Canvas): Cut['transition'] {
  return kind === 'none' ? null : { kind, frames: framesOf(ms / 1000, canvas) };
}

/** When the next shot will begin. */
function startOf(cuts: Cut[], canvas: Canvas): number {
  const last = cuts.at(-1);
  if (!last) return 0;
  return (shotStarts({ canvas, cuts }).at(-1) ?? 0) + (last.shot.frames - (last.transition?.frames ?? 0)) / canvas.fps;
}

function facesOf(faces: Faces, { clip: { clip }, skipped_ms = 0 }: Place) {
  const found = faces.get(clip.video_clip_id) ?? [];
  if (skipped_ms === 0) return found;
  return found.map((face) => ({ ...face, seconds: Math.max(0, face.seconds - skipped_ms / 1000 / clip.speed) }));
}
