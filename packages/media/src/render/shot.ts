import type { FontId } from '#captions/fonts.ts';
import type { MediaFacts } from '#ffmpeg/probe.ts';
import type { Area } from '#render/canvas.ts';

/** A file as the engine takes it: where it lies, the hash of its content that names it in keys, and its facts. */
export type Source = { path: string; hash: string; facts: MediaFacts };

/** Where the subject of a moving picture is, from a moment of the shot on. */
export type Subject = { seconds: number; area: Area };

/** How a picture of another shape fills the canvas. */
export type Fit =
  /** Fill and crop the overflow; with subjects the crop follows them, else it keeps the middle. */
  | { kind: 'cover'; subjects?: Subject[] }
  /** Show all of it, on a colour such as `black` or `#112233`. */
  | { kind: 'contain'; background: string }
  /** Show all of it, on a blurred copy of itself. */
  | { kind: 'blur' };

/** A slow camera move over a still picture, from one zoom and centre to another. Centres are shares, 0 to 1. */
export type Motion = { fromZoom: number; toZoom: number; fromCentre: [number, number]; toCentre: [number, number] };

/** One step of a look: a ready ffmpeg filter, or a 3D LUT (text of a .cube file and its hash) with a strength of 0 to 1. */
export type LookStep = { kind: 'filter'; text: string } | { kind: 'lut'; cube: string; hash: string; strength: number };

/** A logo, sticker or title card over the picture: a still with alpha. */
export type Layer = {
  source: Source;
  /** Where it lies; its height follows from its shape when `height` is 0. */
  area: Area;
  opacity: number;
  /** When it shows, in seconds of the shot. */
  fromSeconds: number;
  toSeconds: number;
};

/** Captions as ASS text with times counted from the start of the shot, and the fonts they name. */
export type Captions = { ass: string; fontIds: FontId[]; fontsHash: string };

/** One place of the timeline: which part of which source, how long, and what is done to it. */
export type Shot = {
  source: Source;
  /** Where in the source it begins, counted from the source's own start. */
  startSeconds: number;
  /** 2 plays twice as fast. */
  speed: number;
  /** Length on the canvas, in frames. A source that ends earlier holds its last picture. */
  frames: number;
  /** The part of the source's picture that is used, before it is fitted. */
  crop: Area | null;
  isMirrored: boolean;
  fit: Fit;
  /** Only stills move. */
  motion: Motion | null;
  look: LookStep[];
  layers: Layer[];
  captions: Captions | null;
};

/** A shot with nothing done to it: cover, normal speed, no look, no words. */
export function plainShot(shot: Pick<Shot, 'source' | 'startSeconds' | 'frames'> & Partial<Shot>): Shot {
  return {
    speed: 1,
    crop: null,
    isMirrored: false,
    fit: { kind: 'cover' },
    motion: null,
    look: [],
    layers: [],
    captions: null,
    ...shot,
  };
}

/** Exactly what of a shot decides its pixels: content hashes instead of paths, nothing derived. */
export function shotInputs(shot: Shot): unknown {
  return {
    ...shot,
    source: shot.source.hash,
    motion: shot.source.facts.isStill ? shot.motion : null,
    look: shot.look.map((step) => (step.kind === 'lut' ? { hash: step.hash, strength: step.strength } : step.text)),
    layers: shot.layers.map((layer) => ({ ...layer, source: layer.source.hash })),
    captions: shot.captions && { ass: shot.captions.ass, fonts: shot.captions.fontsHash },
  };
}
