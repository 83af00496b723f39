import type { Cover, CoverTitle } from '@mixreel/contract';
import type { Area, Shot, TakenCover } from '@mixreel/media';
import type { Queryable } from '#db/connect.ts';
import type { CoverPicture, Drawing } from '#features/cover/draw-cover.ts';
import { requirePicture } from '#features/cover/taken.ts';
import { wholePicture } from '#features/cover/whole-picture.ts';
import type { Book, BuiltVariant } from './book.ts';
import { STILL_ZOOM } from './shot.ts';

/** A cover of a video that is built but need not be made: how it is drawn, and what it shows. */
export type CandidateCover = {
  drawing: Drawing;
  shown: TakenCover;
  /** Null for a picture of the library. */
  at_ms: number | null;
  is_ai: boolean;
};

type Asked = {
  space_id: string;
  cover: Cover;
  /** What was chosen for it. */
  frame: TakenCover | null;
  /** Drawn from the small copies of films: good enough for a page, and quick. */
  isSmall?: boolean;
};

/** Null when there is nothing to draw: a video whose places are all gone. */
export async function drawCandidate(
  db: Queryable,
  { canvas }: Pick<Book, 'canvas'>,
  built: BuiltVariant,
  { space_id, cover, frame, isSmall = false }: Asked,
): Promise<CandidateCover | null> {
  const { config, setting } = built;
  const title = cover.title ?? titleOf(built);
  const common = { width: canvas.width, height: canvas.height, platform: config.picture.platform };
  const complete = (picture: CoverPicture, is_ai: boolean): Drawing => ({
    ...common,
    picture,
    title: title.text.trim() ? title : null,
    mark_cell: is_ai && setting.needsNotice ? config.ai_mark.cell : null,
  });
  if (cover.kind === 'picture' && cover.material_id) {
    const { sha256, ai_origin } = await requirePicture(db, space_id, cover.material_id);
    const is_ai = built.is_ai || ai_origin;
    const shown = { content: sha256, seconds: 0, hash: null };
    return { drawing: complete(wholePicture(sha256), is_ai), shown, at_ms: null, is_ai };
  }
  const place = placeOf(built, cover.kind === 'frame' ? cover.at_ms : null, frame);
  if (!place) return null;
  const { n, at } = place;
  const { shot } = built.variant.cuts[n]!;
  const { clip } = built.places[n]!;
  const seconds = shot.startSeconds + at * shot.speed;
  const isFilm = !shot.source.facts.isStill;
  const small = isFilm && isSmall ? clip.preview_sha256 : null;
  const picture: CoverPicture = {
    sha256: small ?? (isFilm ? clip.mezzanine_sha256 : null) ?? clip.sha256 ?? '',
    seconds: isFilm ? seconds : 0,
    crop: isFilm ? shot.crop : nearer(shot.crop, (at * canvas.fps) / Math.max(1, shot.frames - 1)),
    is_mirrored: shot.isMirrored,
    fit: shot.fit.kind,
    background: built.places[n]!.config.picture.background,
    subject: subjectAt(shot, at),
    filter: built.places[n]!.config.filter,
  };
  const shown = { content: clip.sha256 ?? '', seconds, hash: frame?.hash ?? null };
  const at_ms = Math.round((built.times[n]!.start + at) * 1000);
  return { drawing: complete(picture, built.is_ai), shown, at_ms, is_ai: built.is_ai };
}

/** The title that a cover has where nobody wrote another one: that of the mix. */
export function titleOf({ config: { title } }: Pick<BuiltVariant, 'config'>): CoverTitle {
  const { text, style, position } = title;
  return { text, style, position };
}

/** Which shot, and which second of it. */
function placeOf(
  { times, places, variant }: BuiltVariant,
  at_ms: number | null,
  frame: TakenCover | null,
): { n: number; at: number } | null {
  if (at_ms !== null) {
    const found = times.findLastIndex(({ start }) => start <= at_ms / 1000);
    const n = Math.max(0, found);
    const time = times[n];
    return time ? { n, at: within(at_ms / 1000 - time.start, time.seconds) } : null;
  }
  for (const [n, { shot }] of frame ? variant.cuts.entries() : []) {
    const at = (frame!.seconds - shot.startSeconds) / shot.speed;
    const isHere = places[n]!.clip.sha256 === frame!.content && at >= -0.05 && at <= times[n]!.seconds;
    if (isHere) return { n, at: within(at, times[n]!.seconds) };
  }
  const first = Math.max(
    0,
    places.findIndex(({ shooting }) => shooting !== null),
  );
  return times[first] ? { n: first, at: times[first].seconds / 2 } : null;
}

/** Not its very last frame: a film may end a little before its shot does. */
function within(at: number, seconds: number): number {
  return Math.min(Math.max(0, at), Math.max(0, seconds - 0.05));
}

/** The part of a still that is seen after this share of its shot. */
function nearer(crop: Area | null, share: number): Area {
  const { x, y, width, height } = crop ?? { x: 0, y: 0, width: 1, height: 1 };
  const zoom = 1 + (STILL_ZOOM - 1) * Math.min(1, Math.max(0, share));
  return {
    x: x + (width - width / zoom) / 2,
    y: y + (height - height / zoom) / 2,
    width: width / zoom,
    height: height / zoom,
  };
}

function subjectAt({ fit }: Shot, at: number): Area | null {
  const subjects = fit.kind === 'cover' ? (fit.subjects ?? []) : [];
  return (subjects.findLast(({ seconds }) => seconds <= at) ?? subjects[0])?.area ?? null;
}
