import { AppError, AUTO_COVER, type Cover, type CoverChange, type CoverView } from '@mixreel/contract';
import { aigcLabel, type CoverFrame, proposeCovers, type TakenCover } from '@mixreel/media';
import type { App } from '#context.ts';
import type { Queryable } from '#db/connect.ts';
import { eq, inArray, sql } from '#db/orm.ts';
import { claimDerived } from '#features/analysis/derived-files.ts';
import { type ArtworkRow, artwork } from '#features/artwork/artwork.tables.ts';
import { lockContents } from '#features/file/content-claims.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import { removeFiles } from '#features/file/remove-files.ts';
import { needsNotice } from '#features/label/duty.ts';
import { type CoverParts, coverSize, momentOf, pictureAt, readOffers, readParts, titleIn } from './cover-parts.ts';
import { type Drawing, type MadeCover, makeCovers, wordsOn } from './draw-cover.ts';
import { coverLink } from './serve-cover.ts';
import { changedCover, type NamedCover, readTaken, requirePicture, sameCover } from './taken.ts';
import { wholePicture } from './whole-picture.ts';

const PROPOSALS = 8;
/** Of the picture in a dialog, and of a proposal. */
const WIDTH = { large: 540, small: 180 };
const MARK_CELL = 7;

type Drawn = { drawing: Drawing; shown: TakenCover; at_ms: number | null; is_ai: boolean };

/** The cover of a finished video as it is or, with a change, would be; and what else there is to choose from. */
export async function readArtworkCover(app: App, row: ArtworkRow, change: CoverChange = {}): Promise<CoverView> {
  const { db } = app;
  const known = await readParts(db, row);
  const offers = await readOffers(db, known);
  const taken = await readTaken(db, row.project_id, row.artwork_id);
  const cover = changedCover(row.cover, change);
  const drawn = await drawArtwork(db, row, known, { cover, best: bestOf(row, offers, taken), isSmall: true });
  const proposals = [];
  for (const one of proposeCovers(offers, [], PROPOSALS)) {
    const at = momentOf(known, one);
    const { picture } = await pictureAt(db, known, at, true);
    const drawing = { ...drawn.drawing, picture, title: null, mark_cell: null };
    proposals.push({ at_ms: Math.round(at * 1000), url: coverLink(app, drawing, WIDTH.small) });
  }
  const { width, height } = drawn.drawing;
  return {
    cover,
    url: coverLink(app, drawn.drawing, WIDTH.large),
    width,
    height,
    duration: row.duration,
    at_ms: drawn.at_ms,
    inherited: titleIn(row),
    proposals,
    same_as: sameAs(taken, drawn),
  };
}

/** Gives a finished video another cover; refused when another video of the project has it. */
export async function setArtworkCover(
  app: App,
  row: ArtworkRow,
  change: CoverChange,
  { user_uid, signal }: { user_uid: string; signal: AbortSignal },
): Promise<void> {
  const { db } = app;
  const known = await readParts(db, row);
  const taken = await readTaken(db, row.project_id, row.artwork_id);
  const cover = changedCover(row.cover, change);
  const best = bestOf(row, cover.kind === 'auto' ? await readOffers(db, known) : [], taken);
  const drawn = await drawArtwork(db, row, known, { cover, best, isSmall: false });
  const other = sameCover(taken, { shown: drawn.shown, words: wordsOn(drawn.drawing) });
  if (other) throw new AppError('conflict', takenBy(other));
  await storeArtworkCover(app, row, { cover, drawn, user_uid, signal, isChosen: true });
}

/** Another cover of its own choice, unlike those that are taken: for a video that shares its cover with another one. */
export async function renewArtworkCover(
  app: App,
  row: ArtworkRow,
  by: { user_uid: string; signal: AbortSignal },
): Promise<void> {
  const known = await readParts(app.db, row);
  const taken = await readTaken(app.db, row.project_id, row.artwork_id);
  const cover = { ...AUTO_COVER, title: row.cover?.title ?? null };
  const best = bestOf({ cover: null }, await readOffers(app.db, known), taken);
  const drawn = await drawArtwork(app.db, row, known, { cover, best, isSmall: false });
  await storeArtworkCover(app, row, { cover, drawn, ...by });
}

/** A cover as it was chosen, and what it shows. */
export type ChosenCover = { cover: Cover; drawn: Omit<Drawn, 'at_ms'> };

type Made = ChosenCover & { user_uid: string; signal: AbortSignal; isChosen?: boolean };

async function storeArtworkCover(app: App, row: ArtworkRow, made: Made): Promise<void> {
  const [pictures] = await makeCovers(app, [toDraw(app, row, made)], made.signal);
  if (pictures) await keepCover(app, row, { ...made, pictures });
}

/** What is drawn for the cover of a video. */
export function toDraw({ config }: App, { artwork_id }: ArtworkRow, { drawn: { drawing, is_ai } }: ChosenCover) {
  const contentId = `${artwork_id}-cover`;
  return { drawing, label: is_ai ? aigcLabel({ producer: config.aigcProducer, contentId }) : null };
}

type Kept = ChosenCover & {
  pictures: MadeCover;
  user_uid: string;
  /** Nobody asked for it just now: whatever somebody has chosen since stays. */
  isLate?: boolean;
  /** Somebody chose it, having seen that no other video has it. */
  isChosen?: boolean;
};

/** Gives a video the cover that was drawn for it; the one that it had goes. */
export async function keepCover(app: App, row: ArtworkRow, kept: Kept): Promise<void> {
  const { cover, drawn, user_uid, isLate = false, isChosen = false, pictures } = kept;
  const { drawing, shown } = drawn;
  const { small, full } = pictures;
  await app.db.transaction(async (tx) => {
    if (!isLate) await lockCovers(tx, row.project_id);
    const [held] = await tx.select().from(artwork).where(eq(artwork.artwork_id, row.artwork_id)).for('update');
    if (isLate && !held?.cover?.undrawn) return;
    if (!held) throw new AppError('not_found', '成片不存在或已被删除');
    const { space_id } = held;
    if (!isLate) await requireStill(tx, row, held, { cover, words: wordsOn(drawing), shown: isChosen ? shown : null });
    const old = [held.cover_vlc_id, held.cover_full_vlc_id].filter((vlc_id) => vlc_id !== null);
    const gone = await tx.select({ sha256: vlc_file.sha256 }).from(vlc_file).where(inArray(vlc_file.vlc_id, old));
    await lockContents(tx, [small.sha256, full.sha256, ...gone.map(({ sha256 }) => sha256)]);
    const files = await claimDerived(tx, { space_id, created_by: user_uid }, [small, full]);
    const [cover_vlc_id = null, cover_full_vlc_id = null] = files;
    const stored = { ...cover, shown, words: wordsOn(drawing), is_marked: drawing.mark_cell !== null };
    await tx
      .update(artwork)
      .set({ cover_vlc_id, cover_full_vlc_id, cover: stored })
      .where(eq(artwork.artwork_id, row.artwork_id));
    await removeFiles(tx, space_id, old);
  });
}

/** Drawing takes a while: somebody else may have chosen meanwhile, for this video or for another one. */
async function requireStill(
  db: Queryable,
  before: ArtworkRow,
  held: ArtworkRow,
  { cover, words, shown }: { cover: Cover; words: string; shown: TakenCover | null },
): Promise<void> {
  if (JSON.stringify(changedCover(held.cover, {})) !== JSON.stringify(changedCover(before.cover, {}))) {
    throw new AppError('conflict', '封面刚被别人换过，请看一眼再换');
  }
  if (cover.kind === 'picture') await requirePicture(db, held.space_id, cover.material_id ?? '');
  const other = shown && sameCover(await readTaken(db, held.project_id, held.artwork_id), { shown, words });
  if (other) throw new AppError('conflict', takenBy(other));
}

async function lockCovers(tx: Queryable, project_id: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`covers ${project_id}`}, 0))`);
}

function takenBy({ name }: NamedCover): string {
  return `成片「${name}」已经用了这个封面，请换一个画面，或写上不同的标题`;
}

/** Which picture it has while nobody chooses: the one that it has already, or the best. */
function bestOf({ cover }: Pick<ArtworkRow, 'cover'>, offers: CoverFrame[], taken: NamedCover[]): TakenCover | null {
  if (cover?.kind === 'auto') return cover.shown;
  const others = taken.map(({ shown }) => shown);
  return proposeCovers(offers, others, 1)[0] ?? null;
}

export async function drawArtwork(
  db: Queryable,
  row: ArtworkRow,
  known: CoverParts,
  { cover, best, isSmall }: { cover: Cover; best: TakenCover | null; isSmall: boolean },
): Promise<Drawn> {
  const { space_id, ai_origin, timeline } = row;
  const isMarked = await needsNotice(db, space_id);
  const complete = (picture: Drawing['picture'], { is_ai, isBare }: { is_ai: boolean; isBare: boolean }): Drawing => {
    // On a picture of the video itself its own title stands already.
    const title = cover.title ?? (isBare ? titleIn(row) : null);
    return {
      picture,
      ...coverSize(row),
      platform: timeline?.platform ?? 'none',
      title: title?.text.trim() ? title : null,
      mark_cell: is_ai && isMarked ? MARK_CELL : null,
    };
  };
  if (cover.kind === 'picture' && cover.material_id) {
    const found = await requirePicture(db, space_id, cover.material_id);
    const is_ai = ai_origin || found.ai_origin;
    const shown = { content: found.sha256, seconds: 0, hash: null };
    return { drawing: complete(wholePicture(found.sha256), { is_ai, isBare: true }), shown, at_ms: null, is_ai };
  }
  const at = cover.kind === 'frame' ? (cover.at_ms ?? 0) / 1000 : best ? momentOf(known, best) : row.duration / 2;
  const { picture, shown, isOwn } = await pictureAt(db, known, Math.min(at, row.duration), isSmall);
  const hash = cover.kind === 'auto' ? (best?.hash ?? null) : null;
  const drawing = complete(picture, { is_ai: ai_origin, isBare: !isOwn });
  return { drawing, shown: { ...shown, hash }, at_ms: Math.round(at * 1000), is_ai: ai_origin };
}

function sameAs(taken: NamedCover[], { drawing, shown }: Drawn): string | null {
  const found = sameCover(taken, { shown, words: wordsOn(drawing) });
  return found ? `成片「${found.name}」` : null;
}
