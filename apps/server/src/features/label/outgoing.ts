import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { readPictureLabel, spliceLabel, type Splice } from '@mixreel/media';
import type { App } from '#context.ts';
import { and, eq, inArray, min } from '#db/orm.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import { material } from '#features/material/material.tables.ts';
import { recent } from '#memory.ts';
import type { ByteRange } from '#storage/storage.ts';
import { declaredLabel } from './ai-origin.ts';
import { requireFree } from './withheld.ts';

/** A content as it leaves the product. */
export type Outgoing = {
  bytes: number;
  /** Names exactly these bytes. */
  etag: string;
  /** Whether they are the ones that are stored. */
  isStored: boolean;
  read(range?: ByteRange): Promise<Readable>;
};

type Needs = Pick<App, 'db' | 'storage' | 'config' | 'memory'>;
type StoredFile = { sha256: string; bytes: number; content_type: string; is_free?: boolean };

/** What people can declare: films and sounds are known by the label that they carry. */
const DECLARABLE = new Set(['image/jpeg', 'image/png']);

/** By space and content: what is put into it on the way; null for one that says so itself. */
const splicesOf = recent<Promise<Splice | null>>(1000);

/**
 * How files of a space leave it, by their hash. What people declared to be made by a machine says so inside, whoever
 * takes it and by whichever way, though the file that they gave us does not. The label is put in as the bytes go by:
 * what is stored stays as it came.
 */
async function outgoing(app: Needs, space_id: string, files: StoredFile[]): Promise<Map<string, Outgoing>> {
  const declared = await readDeclared(app, space_id, files);
  const leaving = new Map<string, Outgoing>();
  for (const file of files) {
    const material_id = declared.get(file.sha256);
    const splice = material_id ? await findSplice(app, `${space_id} ${file.sha256}`, file.sha256, material_id) : null;
    leaving.set(file.sha256, splice ? spliced(app, file, splice) : asStored(app, file));
  }
  return leaving;
}

export async function outgoingFile(app: Needs, space_id: string, file: StoredFile): Promise<Outgoing> {
  return (await outgoing(app, space_id, [file])).get(file.sha256) ?? asStored(app, file);
}

function asStored({ storage }: Needs, { sha256, bytes }: StoredFile): Outgoing {
  return { bytes, etag: `"${sha256}"`, isStored: true, read: (range) => storage.read(sha256, range) };
}

function spliced({ storage }: Needs, { sha256, bytes }: StoredFile, splice: Splice): Outgoing {
  const { from, to, bytes: own } = splice;
  const total = bytes - (to - from) + own.length;
  const behind = from + own.length;
  async function* stretches(start: number, end: number) {
    if (start < from) yield* await storage.read(sha256, { start, end: Math.min(end, from - 1) });
    if (start < behind && end >= from) yield own.subarray(Math.max(0, start - from), end - from + 1);
    if (end >= behind) {
      yield* await storage.read(sha256, { start: to + Math.max(0, start - behind), end: to + end - behind });
    }
  }
  return {
    bytes: total,
    etag: `"${sha256}-${createHash('sha256').update(own).digest('hex').slice(0, 16)}"`,
    isStored: false,
    read: async ({ start, end } = { start: 0, end: total - 1 }) =>
      Readable.from(stretches(start, Math.min(end, total - 1)), { objectMode: false }),
  };
}

/** Files for an archive that is written as it is sent, as they leave. */
export async function outgoingEntries(
  app: Needs,
  space_id: string,
  files: (StoredFile & { folder?: string; name: string; created_at: string })[],
) {
  await requireFree(
    app.db,
    space_id,
    files.map(({ sha256 }) => sha256),
  );
  const leaving = await outgoing(app, space_id, files);
  return files.map((file) => {
    const { bytes, read } = leaving.get(file.sha256) ?? asStored(app, file);
    return {
      ...(file.folder && { folder: file.folder }),
      name: file.name,
      modified_at: file.created_at,
      bytes,
      open: () => read(),
    };
  });
}

/** Those among the contents that some material of the space declares, with the material. */
async function readDeclared({ db }: Needs, space_id: string, files: StoredFile[]): Promise<Map<string, string>> {
  // What we made ourselves, as covers, has its label already.
  const pictures = files
    .filter(({ content_type, is_free }) => !is_free && DECLARABLE.has(content_type))
    .map(({ sha256 }) => sha256);
  if (pictures.length === 0) return new Map();
  const rows = await db
    .select({ sha256: vlc_file.sha256, material_id: min(material.material_id) })
    .from(vlc_file)
    .innerJoin(material, and(eq(material.vlc_id, vlc_file.vlc_id), eq(material.ai_origin, true)))
    .where(and(eq(vlc_file.space_id, space_id), inArray(vlc_file.sha256, pictures)))
    .groupBy(vlc_file.sha256);
  return new Map(rows.map(({ sha256, material_id }) => [sha256, material_id ?? '']));
}

function findSplice(app: Needs, key: string, sha256: string, material_id: string) {
  const { storage, config } = app;
  const known = splicesOf(app);
  const found = known.get(key);
  if (found) return found;
  const find = async () => {
    const picture = await buffer(await storage.read(sha256));
    return readPictureLabel(picture) ? null : spliceLabel(picture, declaredLabel(material_id, config.aigcProducer));
  };
  const made = find();
  known.set(key, made);
  made.catch(() => known.delete(key));
  return made;
}
