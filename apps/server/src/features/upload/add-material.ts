import {
  AppError,
  type Material,
  type MaterialSubType,
  type MaterialType,
  type MediaKind,
  type SameNameChoice,
  cleanFileName,
  extensionOf,
} from '@mixreel/contract';
import { inFolder as inScratch } from '@mixreel/media';
import type { App } from '#context.ts';
import type { Queryable } from '#db/connect.ts';
import { newId } from '#db/id.ts';
import { and, desc, eq, isNull, sql } from '#db/orm.ts';
import { type Accepted, readingContent, readingFile, requireAcceptable } from '#features/accept/accept-content.ts';
import { convertPicture, wantsConversion } from '#features/accept/convert-picture.ts';
import { requireKind, requireType } from '#features/accept/media-kind.ts';
import { startAnalysis } from '#features/analysis/start-analysis.ts';
import { endTask } from '#features/analysis/stop-analysis.ts';
import { readFolderLeft } from '#features/dir/holding-dir.ts';
import { addStaged, claimContent } from '#features/file/add-file.ts';
import { hasClaim, isPaid } from '#features/file/content-claims.ts';
import { type VlcFile, readQuota } from '#features/file/file.queries.ts';
import { stored_object } from '#features/file/file.tables.ts';
import { requireFree } from '#features/label/withheld.ts';
import { material } from '#features/material/material.tables.ts';
import { project } from '#features/project/project.tables.ts';
import type { OwnDigest } from '#storage/running-digest.ts';
import type { Staged } from '#storage/storage.ts';
import { type Place, freeName, inFolder, lockNames } from './material-names.ts';
import { replaceMaterial } from './replace-material.ts';

type Needs = Pick<App, 'db' | 'storage' | 'queue' | 'streams' | 'followers' | 'tools' | 'scratch'>;

/** Bytes that are already here: a local file (given away or not), something staged, or a content of the space. */
export type MaterialFile =
  | { path: string; given?: boolean }
  | { path: string; given: true; digest: OwnDigest }
  | { staged: Staged }
  | { sha256: string };

export type NewMaterial = {
  space_id: string;
  project_id: string;
  /** The folder that it goes into; what is left above it, should it have been deleted. */
  dir_id?: string | null | undefined;
  user_uid: string;
  file: MaterialFile;
  file_name: string;
  material_type?: MaterialType | undefined;
  material_sub_type: MaterialSubType | null;
  material_source: Material['material_source'];
  origin_url?: string | null;
  ai_origin?: boolean;
  /** The contents that it shows, where it was made of some. */
  shows?: string[];
  /** What to do when the folder has a material of that name. */
  same_name?: SameNameChoice;
  signal?: AbortSignal;
};

/**
 * `is_new` false: there was one of that name, and nothing was stored. `is_elsewhere`: its folder was deleted meanwhile.
 * `note` says what it became when that is something else than its name promised.
 */
export type Added = { material_id: string; is_new: boolean; is_elsewhere: boolean; note: string | null };

/** What else is written with the material, in the same transaction. */
type Also = (tx: Queryable, added: Added) => Promise<void>;

/**
 * The one way in which a file becomes a material: judged by name and content, stored, claimed for the space, listed and
 * put in line for analysis, all or nothing. A file that was given away is gone afterwards if it became one, and is left
 * where it is if not.
 */
export async function addMaterial(app: Needs, given: NewMaterial, also?: Also): Promise<Added> {
  const { overtaken, ...added } = await writeMaterial(app, given, also);
  if (overtaken) await endTask(app, overtaken);
  return added;
}

/** `overtaken` is the task that was analysing what this one replaced. */
type Written = Added & { overtaken?: string | null };

async function writeMaterial(app: Needs, given: NewMaterial, also?: Also): Promise<Written> {
  const { db } = app;
  const { space_id, project_id, file, signal } = given;
  const material_name = cleanFileName(given.file_name);
  const kind = requireKind(material_name);
  const values = { ...given, material_name, material_type: typeOf(kind, given), note: null };
  await requireProject(db, space_id, project_id);
  if (given.same_name === 'skip') {
    const existing = await findByName(db, { project_id, dir_id: given.dir_id ?? null }, material_name);
    if (existing) return skip(db, existing.material_id, also);
  }
  try {
    if ('sha256' in file) return await addContent(app, values, file.sha256, also);
    const path = 'staged' in file ? file.staged.path : file.path;
    const accepted = await readingFile(path, (readAt, bytes) => requireAcceptable(material_name, bytes, readAt));
    if (!wantsConversion(accepted)) return await addFile(app, values, accepted, file, also);
    return await inScratch(app.scratch, async (folder) => {
      const asked = { path, folder, content_type: accepted.content_type, ...signalOf(signal) };
      const { extension, ...made } = await convertPicture(asked);
      const file_name = material_name.replace(/\.[^.]+$/, extension);
      const converted = { ...accepted, ...made, file_name };
      const added = await addFile(app, values, converted, { path: made.path, given: true }, also);
      if ('staged' in file) await file.staged.discard();
      return added;
    });
  } catch (error) {
    if (error instanceof NameTaken) return skip(db, error.material_id, also);
    throw error;
  }
}

async function addFile(
  app: Needs,
  given: Values,
  accepted: Accepted,
  file: Exclude<MaterialFile, { sha256: string }>,
  also: Also | undefined,
): Promise<Written> {
  const { db, storage } = app;
  const { space_id, signal } = given;
  const values = valuesOf(given, accepted);
  const staged =
    'staged' in file ? file.staged : await storage.stage(file, { maxBytes: Infinity, ...signalOf(signal) });
  let isAdded = false;
  try {
    await requireFree(db, space_id, [staged.sha256]);
    await requireQuota(db, space_id, staged);
    const naming = namingOf(values, accepted.content_type);
    const write = (tx: Queryable, vlc: VlcFile) => insertMaterial(app, tx, values, vlc, also);
    const added = await addStaged(db, staged, naming, write, signal);
    isAdded = true;
    return added;
  } finally {
    // What was published and then refused stays a given file: whoever gave it may try again.
    if (isAdded || !('given' in file && file.given)) await staged.discard();
  }
}

type Values = NewMaterial & { material_name: string; material_type: MaterialType; note: string | null };

/** What the name promised, corrected by what the bytes are. */
function valuesOf(values: Values, { kind, file_name, note }: Accepted): Values {
  const isPicture = kind === 'image' && values.material_type === 'ai_image';
  return { ...values, material_name: file_name, material_type: isPicture ? 'ai_image' : kind, note };
}

/** A film of pictures may be asked for by a name that promises one picture: the bytes decide. */
function typeOf(kind: MediaKind, { material_type, file_name }: NewMaterial): MaterialType {
  return material_type === 'video' && extensionOf(file_name) === '.gif' ? kind : requireType(kind, material_type);
}

/** Somebody else's file of that name came first, and this one was to be skipped then. */
class NameTaken extends Error {
  readonly material_id: string;

  constructor(material_id: string) {
    super('The name is taken');
    this.material_id = material_id;
  }
}

async function skip(db: App['db'], material_id: string, also: Also | undefined): Promise<Added> {
  const added = { material_id, is_new: false, is_elsewhere: false, note: null };
  if (also) await db.transaction((tx) => also(tx, added));
  return added;
}

/** With a content that the space has already: nothing is sent and nothing is paid twice. */
async function addContent(app: Needs, given: Values, sha256: string, also: Also | undefined): Promise<Written> {
  const { db, storage } = app;
  const { space_id, material_name } = given;
  // Asked before anything is read: a hash alone must not tell what other spaces have.
  await requireFree(db, space_id, [sha256]);
  const [known] = (await hasClaim(db, [space_id], sha256))
    ? await db.select().from(stored_object).where(eq(stored_object.sha256, sha256))
    : [];
  if (!known) throw new AppError('not_found', '文件内容已不存在');
  const readAt = readingContent(storage, sha256, known.bytes);
  const accepted = await requireAcceptable(material_name, known.bytes, readAt);
  const values = valuesOf(given, accepted);
  return db.transaction(async (tx) => {
    const naming = namingOf(values, accepted.content_type);
    const vlc = await claimContent(tx, storage, { ...naming, sha256, seen_in: [space_id] });
    if (!vlc) throw new AppError('not_found', '文件内容已不存在');
    return insertMaterial(app, tx, values, vlc, also);
  });
}

function namingOf({ space_id, material_name, user_uid, shows = [] }: Values, content_type: string) {
  return { space_id, file_name: material_name, content_type, created_by: user_uid, shows };
}

/** Before the content is sent anywhere. Claiming it asks again, under lock. */
async function requireQuota(db: App['db'], space_id: string, { sha256, bytes }: Staged): Promise<void> {
  const { left_bytes } = await readQuota(db, space_id);
  if (bytes > left_bytes && !(await isPaid(db, space_id, sha256))) throw new AppError('quota_exceeded');
}

async function insertMaterial(
  app: Pick<App, 'queue' | 'streams' | 'followers'>,
  tx: Queryable,
  values: Values,
  vlc: VlcFile,
  also: Also | undefined,
): Promise<Written> {
  const { space_id, project_id, user_uid, material_name, same_name = 'keep_both' } = values;
  // Again, now that nothing can come in between: the project may have been deleted while the bytes came.
  await requireProject(tx, space_id, project_id);
  const dir_id = await readFolderLeft(tx, values.dir_id ?? null);
  await lockNames(tx, project_id);
  const existing = await findByName(tx, { project_id, dir_id }, material_name);
  if (existing && same_name === 'skip') throw new NameTaken(existing.material_id);

  const row = {
    vlc_id: vlc.vlc_id,
    bytes: vlc.bytes,
    material_type: values.material_type,
    material_sub_type: values.material_sub_type,
    material_source: values.material_source,
    origin_url: values.origin_url ?? null,
    ai_origin: values.ai_origin ?? values.material_type === 'ai_image',
    analysis_status: 'waiting' as const,
  };
  let material_id: string;
  let overtaken: string | null = null;
  if (existing && same_name === 'replace') {
    material_id = existing.material_id;
    overtaken = await replaceMaterial(app, tx, existing, row);
  } else {
    material_id = newId();
    const name = existing ? await freeName(tx, { project_id, dir_id }, material_name) : material_name;
    await tx
      .insert(material)
      .values({ ...row, material_id, space_id, project_id, dir_id, material_name: name, created_by: user_uid });
  }
  const added = {
    material_id,
    is_new: true,
    is_elsewhere: dir_id !== (values.dir_id ?? null),
    note: values.note,
  };
  await also?.(tx, added);
  await startAnalysis(app, tx, [{ material_id, space_id, project_id, user_uid }]);
  return { ...added, overtaken };
}

export async function findByName(db: Queryable, { project_id, dir_id }: Place, material_name: string) {
  const [found] = await db
    .select()
    .from(material)
    .where(
      and(
        eq(material.project_id, project_id),
        inFolder(dir_id),
        eq(material.material_name, material_name),
        isNull(material.deleted_at),
      ),
    )
    .orderBy(desc(material.material_id))
    .limit(1);
  return found ?? null;
}

async function requireProject(db: Queryable, space_id: string, project_id: string): Promise<void> {
  const [found] = await db
    .select({ one: sql`1` })
    .from(project)
    .where(and(eq(project.project_id, project_id), eq(project.space_id, space_id), isNull(project.deleted_at)));
  if (!found) throw new AppError('not_found', '项目不存在或已被删除');
}

function signalOf(signal: AbortSignal | undefined): { signal?: AbortSignal } {
  return signal ? { signal } : {};
}
