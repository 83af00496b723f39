import { extname } from 'node:path';
import { AppError, AUTO_COVER } from '@mixreel/contract';
import { type Aigc, AIGC_KEY, FfmpegError, type MediaFacts, probe, readAigc, SourceError } from '@mixreel/media';
import type { App } from '#context.ts';
import type { Queryable } from '#db/connect.ts';
import { newId } from '#db/id.ts';
import { claimDerived } from '#features/analysis/derived-files.ts';
import { coverSize } from '#features/cover/cover-parts.ts';
import { type Drawing, type MadeCover, makeCovers } from '#features/cover/draw-cover.ts';
import { readTaken, sameCover } from '#features/cover/taken.ts';
import { wholePicture } from '#features/cover/whole-picture.ts';
import { requireHolder } from '#features/dir/dir.queries.ts';
import { requireDirOfOthers } from '#features/dir/holding-dir.ts';
import { claimContent } from '#features/file/add-file.ts';
import { lockContents } from '#features/file/content-claims.ts';
import { requireFile, type VlcFile } from '#features/file/file.queries.ts';
import { declaredLabel, isMachineMade } from '#features/label/ai-origin.ts';
import { requireFree } from '#features/label/withheld.ts';
import { requireMaterial } from '#features/material/material.queries.ts';
import { artwork, type StoredCover } from './artwork.tables.ts';

/** Where its cover is taken: the first of these that is no other video's. */
const COVER_PLACES = [0, 0.5, 0.3, 0.7, 0.4, 0.6];

type Wish = {
  project_id: string;
  material_id?: string | undefined;
  vlc_id?: string | undefined;
  artwork_name?: string | undefined;
  dir_id?: string | undefined;
};

type Who = { space_id: string; user_uid: string; signal: AbortSignal };

/** Files a video that the space has as a finished one. Its content is claimed once more and copied nowhere. */
export async function saveArtwork(app: App, { space_id, user_uid, signal }: Who, wish: Wish): Promise<string> {
  const { db, storage } = app;
  const { project_id, dir_id } = wish;
  const source = await findSource(db, space_id, wish);
  if (dir_id) await requireHolder(db, space_id, dir_id, { kind: 'artwork', project_id });
  const { file } = source;
  await requireFree(db, space_id, [file.sha256]);
  const isMade = await isMachineMade(db, space_id, file.sha256);
  const { facts, ai_origin, cover } = await look(app, file, { isMade, signal, project_id });
  const artwork_name = wish.artwork_name ?? nameOf(source.name);
  const owner = { space_id, created_by: user_uid };
  return db.transaction(async (tx) => {
    const where = { space_id, project_id, user_uid };
    const { content_type, sha256 } = file;
    const naming = { ...owner, file_name: `${artwork_name}${extname(file.file_name) || '.mp4'}`, content_type };
    const pictures = cover ? [cover.files.small, cover.files.full] : [];
    await lockContents(tx, [sha256, ...pictures.map((one) => one.sha256)]);
    const claimed = await claimContent(tx, storage, { ...naming, sha256, seen_in: [space_id] });
    if (!claimed) throw new AppError('not_found', '文件内容已不存在');
    const [cover_vlc_id = null, cover_full_vlc_id = null] = await claimDerived(tx, owner, pictures);
    const artwork_id = newId();
    await tx.insert(artwork).values({
      ...owner,
      artwork_id,
      project_id,
      dir_id: dir_id
        ? (await requireHolder(tx, space_id, dir_id, { kind: 'artwork', project_id })).dir_id
        : await requireDirOfOthers(tx, where),
      artwork_name,
      vlc_id: claimed.vlc_id,
      cover_vlc_id,
      cover_full_vlc_id,
      cover: cover?.stored ?? null,
      duration: source.duration ?? shownSeconds(facts),
      width: facts.video?.width ?? 0,
      height: facts.video?.height ?? 0,
      bytes: claimed.bytes,
      ai_origin,
    });
    return artwork_id;
  });
}

async function findSource(db: Queryable, space_id: string, { material_id, vlc_id }: Wish) {
  if (!material_id) {
    const file = await requireFile(db, space_id, vlc_id ?? '');
    return { file, name: file.file_name, duration: null };
  }
  const found = await requireMaterial(db, space_id, material_id);
  if (found.deleted_at !== null) throw new AppError('conflict', '素材在回收站里，请先恢复');
  const { material_name: name, duration } = found;
  return { file: await requireFile(db, space_id, found.vlc_id ?? ''), name, duration };
}

type TakenPicture = { files: MadeCover; stored: StoredCover };
type Looked = { facts: MediaFacts; ai_origin: boolean; cover: TakenPicture | null };

/** What the file holds, and a picture of it, which says as much of its origin as the file does. */
async function look(
  app: App,
  file: VlcFile,
  { isMade, signal, project_id }: { isMade: boolean; signal: AbortSignal; project_id: string },
): Promise<Looked> {
  const { path, release } = await app.storage.open(file.sha256);
  try {
    const facts = await probe(app.tools, path, { countFrames: true, signal }).catch(unlessUnreadable);
    if (!facts?.video || facts.isStill) throw new AppError('wrong_type', '只有视频可以存为成片');
    const own = readAigc(facts.tags[AIGC_KEY] ?? '') ?? null;
    const label = own ?? (isMade ? declaredLabel(file.vlc_id, app.config.aigcProducer) : null);
    const cover = await takeCover(app, file.sha256, facts, { label, signal, project_id });
    return { facts, ai_origin: label !== null, cover };
  } finally {
    await release();
  }
}

/** Of a file that was cut off, what is there: its header still tells of all that was. Headers round, a little is nothing. */
function shownSeconds({ video, seconds }: MediaFacts): number {
  const told = video?.seconds || seconds;
  const counted = video && video.fps > 0 ? video.frames / video.fps : told;
  return counted < told - Math.max(0.5, told * 0.03) ? counted : told;
}

function unlessUnreadable(error: unknown): null {
  if (error instanceof SourceError) return null;
  throw error;
}

async function takeCover(
  app: App,
  sha256: string,
  facts: MediaFacts,
  { label, signal, project_id }: { label: Aigc | null; signal: AbortSignal; project_id: string },
): Promise<TakenPicture | null> {
  const taken = await readTaken(app.db, project_id);
  const seconds = shownSeconds(facts);
  const offers = COVER_PLACES.map((share) => ({
    content: sha256,
    seconds: share === 0 ? Math.min(1, seconds / 2) : share * seconds,
    hash: null,
  }));
  const shown = offers.find((one) => !sameCover(taken, { shown: one, words: '' })) ?? offers[0]!;
  const drawing: Drawing = {
    picture: wholePicture(sha256, shown.seconds),
    ...coverSize(facts.video ?? { width: 0, height: 0 }),
    platform: 'none',
    title: null,
    mark_cell: null,
  };
  try {
    const [files] = await makeCovers(app, [{ drawing, label }], signal);
    return files ? { files, stored: { ...AUTO_COVER, shown, words: '', is_marked: false } } : null;
  } catch (error) {
    // A video whose pictures can't be read there goes without.
    if (error instanceof FfmpegError && !signal.aborted) return null;
    throw error;
  }
}

function nameOf(file_name: string): string {
  return file_name.slice(0, file_name.length - extname(file_name).length) || file_name;
}
