import { AUTO_COVER } from '@mixreel/contract';
import { FfmpegError, proposeCovers, SourceError } from '@mixreel/media';
import type { App } from '#context.ts';
import { and, asc, eq, inArray, isNotNull, isNull, type SQL, sql } from '#db/orm.ts';
import { type ArtworkRow, artwork } from '#features/artwork/artwork.tables.ts';
import { tellArtworks } from '#features/dir/tell-artworks.ts';
import { isBusy } from '#queue/is-busy.ts';
import { MissingContent } from '#storage/storage.ts';
import { type ChosenCover, drawArtwork, keepCover, toDraw } from './artwork-cover.ts';
import { readOffers, readParts } from './cover-parts.ts';
import { makeCovers } from './draw-cover.ts';
import { changedCover, readTaken } from './taken.ts';

/** How many other pictures are tried where one can't be read. */
const TRIES = 3;
/** Whoever looks at the videos sees covers come in groups. */
const TELL_EVERY_MS = 700;
/** In idle time, at once. */
const IDLE_MAX = 10;

const isUndrawn = sql`${artwork.cover} ? 'undrawn'`;

/** Videos of which these are, whose covers are chosen and not drawn yet. */
type Which = { task_id: string } | { artwork_ids: string[] };
type Options = { signal: AbortSignal; onProgress?: (share: number) => void };

/** So many are drawn by one program: with the many libraries of a system its start is a fifth of a cover. */
const TOGETHER = 4;

/** Draws covers that were chosen when their videos were made, by as many programs at once as there are cores. */
export async function drawCovers(app: App, which: Which, { signal, onProgress }: Options): Promise<void> {
  const isOne =
    'task_id' in which ? eq(artwork.task_id, which.task_id) : inArray(artwork.artwork_id, which.artwork_ids);
  const rows = await readUndrawn(app, isOne);
  const cores = Math.max(1, app.config.workerCores);
  const size = Math.min(TOGETHER, Math.ceil(rows.length / cores));
  const groups = Array.from({ length: Math.ceil(rows.length / Math.max(1, size)) }, (_, n) =>
    rows.slice(n * size, (n + 1) * size),
  ).values();
  let drawn: ArtworkRow[] = [];
  let count = 0;
  let told_at = Date.now();
  const tell = async () => {
    const [news, space_id] = [drawn, drawn[0]?.space_id];
    [drawn, told_at] = [[], Date.now()];
    if (space_id) await tellArtworks(app, space_id, news);
  };
  const work = async () => {
    for (const group of groups) {
      await drawGroup(app, group, signal);
      drawn.push(...group);
      count += group.length;
      onProgress?.(count / rows.length);
      if (Date.now() - told_at >= TELL_EVERY_MS) await tell();
    }
  };
  await Promise.all(Array.from({ length: cores }, work));
  await tell();
}

/** Covers whose task was stopped before it came to them. */
export async function drawInIdle(app: App): Promise<void> {
  if (await isBusy(app)) return;
  const artwork_ids = (await readUndrawn(app, undefined, IDLE_MAX)).map(({ artwork_id }) => artwork_id);
  if (artwork_ids.length > 0) await drawCovers(app, { artwork_ids }, { signal: AbortSignal.timeout(60_000) });
}

function readUndrawn({ db }: App, which: SQL | undefined, limit = 1000): Promise<ArtworkRow[]> {
  return db
    .select()
    .from(artwork)
    .where(and(isNull(artwork.cover_vlc_id), isNotNull(artwork.cover), isNull(artwork.deleted_at), isUndrawn, which))
    .orderBy(asc(artwork.artwork_id))
    .limit(limit);
}

/** All at once; where one of them can't be read, each by itself. */
async function drawGroup(app: App, rows: ArtworkRow[], signal: AbortSignal): Promise<void> {
  const chosen = rows.flatMap((row) => {
    const { undrawn, shown } = row.cover ?? {};
    if (!undrawn || !shown) return [];
    return [{ row, cover: changedCover(row.cover, {}), drawn: { ...undrawn, shown } }];
  });
  if (chosen.length > 1 && (await drawTogether(app, chosen, signal))) return;
  for (const { row, ...first } of chosen) await drawChosen(app, row, first, signal);
}

type Chosen = ChosenCover & { row: ArtworkRow };

/** Whether that was possible. */
async function drawTogether(app: App, all: Chosen[], signal: AbortSignal): Promise<boolean> {
  signal.throwIfAborted();
  try {
    const pictures = await makeCovers(
      app,
      all.map((one) => toDraw(app, one.row, one)),
      signal,
    );
    for (const [n, { row, ...own }] of all.entries()) {
      await keepCover(app, row, { ...own, pictures: pictures[n]!, user_uid: row.created_by, isLate: true });
    }
    return true;
  } catch (error) {
    signal.throwIfAborted();
    if (!isUnreadable(error)) throw error;
    return false;
  }
}

function isUnreadable(error: unknown): boolean {
  return error instanceof FfmpegError || error instanceof SourceError || error instanceof MissingContent;
}

/** Where the picture can't be read the video gets another one, and none where none can. */
async function drawChosen(app: App, row: ArtworkRow, first: ChosenCover, signal: AbortSignal): Promise<void> {
  for await (const wish of wishes(app, row, first)) {
    signal.throwIfAborted();
    try {
      const [pictures] = await makeCovers(app, [toDraw(app, row, wish)], signal);
      return await keepCover(app, row, { ...wish, pictures: pictures!, user_uid: row.created_by, isLate: true });
    } catch (error) {
      signal.throwIfAborted();
      if (!isUnreadable(error)) throw error;
      app.log.warn({ err: error, artwork_id: row.artwork_id }, 'a cover was not drawn');
    }
  }
  await app.db
    .update(artwork)
    .set({ cover: null })
    .where(and(eq(artwork.artwork_id, row.artwork_id), isUndrawn));
}

async function* wishes({ db }: App, row: ArtworkRow, chosen: ChosenCover): AsyncGenerator<ChosenCover> {
  yield chosen;
  const known = await readParts(db, row);
  const taken = await readTaken(db, row.project_id, row.artwork_id);
  const others = [...taken.map(({ shown }) => shown), chosen.drawn.shown];
  const cover = { ...AUTO_COVER, title: chosen.cover.title };
  for (const best of proposeCovers(await readOffers(db, known), others, TRIES)) {
    yield { cover, drawn: await drawArtwork(db, row, known, { cover, best, isSmall: false }) };
  }
}
