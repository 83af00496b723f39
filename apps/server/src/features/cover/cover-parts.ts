import { type CoverTitle, DEFAULT_MIX_CONFIG, type TimelineCut } from '@mixreel/contract';
import type { TakenCover } from '@mixreel/media';
import type { Queryable } from '#db/connect.ts';
import { and, eq, gt, inArray, lte } from '#db/orm.ts';
import { alias } from '#db/pg-core.ts';
import { shot, shot_face } from '#features/analysis/analysis.tables.ts';
import type { ArtworkRow } from '#features/artwork/artwork.tables.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import { material } from '#features/material/material.tables.ts';
import type { CoverPicture } from './draw-cover.ts';
import { framesIn, type OfferedFrame, readFrames } from './frames.ts';
import { wholePicture } from './whole-picture.ts';

/** A stretch of a finished video, and the film that it was cut from as far as that is still there. */
type Part = {
  start: number;
  seconds: number;
  source: number;
  speed: number;
  is_still: boolean;
  content: string;
  /** The copies of it to draw from: a quick one, and the best one. */
  sha256: { small: string; full: string };
  cut: TimelineCut | null;
};

/** What a finished video shows, moment by moment: clean pictures of its films, or else its own. */
export type CoverParts = { parts: Part[]; file_sha256: string };

const mezzanine = alias(vlc_file, 'mezzanine');
const preview = alias(vlc_file, 'preview');

export async function readParts(db: Queryable, row: ArtworkRow): Promise<CoverParts> {
  const [file] = await db.select({ sha256: vlc_file.sha256 }).from(vlc_file).where(eq(vlc_file.vlc_id, row.vlc_id));
  const file_sha256 = file?.sha256 ?? '';
  const { cuts = [], fps = 30 } = row.timeline ?? {};
  const sources = await readSources(db, row.space_id, cuts);
  const own = { small: file_sha256, full: file_sha256 };
  const parts = cuts.map((cut): Part => {
    const [start, seconds] = [cut.start_frame / fps, cut.frames / fps];
    const found = sources.get(cut.vlc_id);
    if (!found) {
      return { start, seconds, source: start, speed: 1, is_still: false, content: file_sha256, sha256: own, cut: null };
    }
    const { content, small, full } = found;
    const { source_start: source, speed, is_still } = cut;
    return { start, seconds, source, speed, is_still, content, sha256: { small, full }, cut };
  });
  const whole = { start: 0, seconds: row.duration, source: 0, speed: 1, is_still: false };
  return {
    parts: parts.length > 0 ? parts : [{ ...whole, content: file_sha256, sha256: own, cut: null }],
    file_sha256,
  };
}

/** By the file that was cut; the copies belong to it only as long as the material has not been given another one. */
async function readSources(db: Queryable, space_id: string, cuts: TimelineCut[]) {
  if (cuts.length === 0) return new Map<string, { content: string; small: string; full: string }>();
  const rows = await db
    .select({
      vlc_id: vlc_file.vlc_id,
      sha256: vlc_file.sha256,
      mezzanine: mezzanine.sha256,
      preview: preview.sha256,
    })
    .from(vlc_file)
    .leftJoin(material, eq(material.vlc_id, vlc_file.vlc_id))
    .leftJoin(mezzanine, eq(mezzanine.vlc_id, material.mezzanine_vlc_id))
    .leftJoin(preview, eq(preview.vlc_id, material.preview_vlc_id))
    .where(
      and(
        eq(vlc_file.space_id, space_id),
        inArray(
          vlc_file.vlc_id,
          cuts.map(({ vlc_id }) => vlc_id),
        ),
      ),
    );
  return new Map(
    rows.map((one) => {
      const full = one.mezzanine ?? one.sha256;
      return [one.vlc_id, { content: one.sha256, full, small: one.preview ?? full }];
    }),
  );
}

/** Pictures that a finished video has to offer. */
export async function readOffers(db: Queryable, { parts }: CoverParts): Promise<OfferedFrame[]> {
  const frames = await readFrames(db, [...new Set(parts.flatMap(({ cut }) => cut?.material_id ?? []))]);
  return parts.flatMap(({ content, source, seconds, speed, is_still, cut }) =>
    framesIn({ content, from: source, to: source + seconds * speed, is_still }, frames.get(cut?.material_id ?? '')),
  );
}

/** When a picture is seen, in seconds of the video. */
export function momentOf({ parts }: CoverParts, { content, seconds }: TakenCover): number {
  const isHere = (one: Part) =>
    one.content === content && seconds >= one.source - 0.05 && seconds <= one.source + one.seconds * one.speed + 0.05;
  const part = parts.find(isHere);
  return part ? part.start + Math.max(0, seconds - part.source) / part.speed : 0;
}

/** The picture of a moment, as it is to be drawn, and what it is. */
export async function pictureAt(
  db: Queryable,
  { parts, file_sha256 }: CoverParts,
  at: number,
  isSmall: boolean,
): Promise<{ picture: CoverPicture; shown: TakenCover; isOwn: boolean }> {
  const part =
    parts[
      Math.max(
        0,
        parts.findLastIndex(({ start }) => start <= at),
      )
    ]!;
  const within = Math.min(Math.max(0, at - part.start), Math.max(0, part.seconds - 0.05));
  const seconds = part.source + within * part.speed;
  const shown = { content: part.content, seconds, hash: null };
  const { cut } = part;
  if (!cut) return { picture: wholePicture(file_sha256, seconds), shown, isOwn: true };
  const { crop, is_mirrored, fit, background, filter, is_still } = cut;
  const picture = {
    sha256: isSmall && !is_still ? part.sha256.small : part.sha256.full,
    seconds: is_still ? 0 : seconds,
    crop,
    is_mirrored,
    fit,
    background,
    subject: fit === 'cover' && !crop ? await facesAt(db, cut.material_id, seconds) : null,
    filter,
  };
  return { picture, shown, isOwn: false };
}

/** The area around all faces that were seen then; a crop keeps it. */
async function facesAt(db: Queryable, material_id: string, seconds: number): Promise<CoverPicture['subject']> {
  const at_ms = Math.round(seconds * 1000);
  const rows = await db
    .select({ box: shot_face.box })
    .from(shot_face)
    .innerJoin(shot, eq(shot.shot_id, shot_face.shot_id))
    .where(and(eq(shot.material_id, material_id), lte(shot.start_ms, at_ms), gt(shot.end_ms, at_ms)));
  if (rows.length === 0) return null;
  const boxes = rows.map(({ box }) => box);
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}

const SHORT_SIDE = 1080;

/** As large as the video, within what a cover needs. */
export function coverSize({ width, height }: { width: number; height: number }): { width: number; height: number } {
  const factor = Math.min(1, SHORT_SIDE / Math.max(16, Math.min(width, height)));
  const even = (pixels: number) => Math.max(16, 2 * Math.round((pixels * factor) / 2));
  return { width: even(width), height: even(height) };
}

/** The title of the video, as it was made with. */
export function titleIn({ timeline }: Pick<ArtworkRow, 'timeline'>): CoverTitle {
  const { text, style, position } = timeline?.captions.find(({ kind }) => kind === 'title') ?? {
    ...DEFAULT_MIX_CONFIG.title,
  };
  return { text, style, position };
}
