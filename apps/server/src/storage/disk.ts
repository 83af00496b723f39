import { constants, createReadStream } from 'node:fs';
import {
  chmod,
  copyFile,
  link,
  lstat,
  mkdir,
  open,
  opendir,
  rename,
  rm,
  stat,
  statfs,
  writeFile,
} from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { BoundedMap } from '@mixreel/media';
import { openCompositions } from './composed.ts';
import { contentKey, hashOfKey } from './content-key.ts';
import { isDiskFull } from './disk-full.ts';
import { digestFile, spoolTo, takeDigest } from './spool.ts';
import {
  type ByteRange,
  type Listed,
  MissingContent,
  NoSpaceLeft,
  OutOfRange,
  type Source,
  type PutOptions,
  type Staged,
  type Storage,
  type Stored,
} from './storage.ts';
import { openTempFolder } from './temp-folder.ts';

/** Left free for everything else on the disk: a database that cannot write stops the whole product. */
const RESERVED_BYTES = 256 * 1024 ** 2;
const READ_CHUNK_BYTES = 256 * 1024;
const MOST_ADOPTED = 10_000;

/**
 * Contents as files under `dir/objects`, made under `dir/tmp`. Both are on one file system, so that a content appears
 * under its name in one step; a process killed at any moment leaves nothing that looks like a content.
 */
export async function createDiskStorage(
  dir: string,
  { reservedBytes = RESERVED_BYTES }: { reservedBytes?: number } = {},
): Promise<Storage> {
  const root = resolve(dir);
  for (const folder of ['objects', 'composed']) await mkdir(join(root, folder), { recursive: true });
  const temp = await openTempFolder(join(root, 'tmp'));
  const pathOf = (sha256: string) => join(root, contentKey(sha256));

  async function freeBytes(): Promise<number> {
    const { bavail, bsize } = await statfs(root);
    return bavail * bsize;
  }

  async function requireRoom(): Promise<void> {
    if ((await freeBytes()) < reservedBytes) throw new NoSpaceLeft(`Less than ${reservedBytes} bytes are free`);
  }

  async function stage(source: Source, options: PutOptions): Promise<Staged> {
    // The name of a symbolic link would be stored instead of what it leads to.
    const isGiven = 'path' in source && source.given === true && (await lstat(source.path)).isFile();
    const path = isGiven ? source.path : temp.newPath();
    const limits = { ...options, requireRoom };
    let isPublished = false;
    try {
      const stored = isGiven
        ? await ('digest' in source ? takeDigest(path, source.digest, limits) : digestFile(path, limits))
        : await spoolTo(path, source instanceof Readable ? source : createReadStream(source.path), limits);
      return {
        ...stored,
        path,
        async publish() {
          await place(path, pathOf(stored.sha256), stored.bytes);
          isPublished = true;
        },
        async discard() {
          if (!isGiven || isPublished) await rm(path, { force: true });
        },
      };
    } catch (error) {
      if (!isGiven) await rm(path, { force: true });
      throw error;
    }
  }

  /** Gives the file at `from` a second name. Where that cannot be done, its copy is moved there. */
  async function place(from: string, to: string, bytes: number): Promise<void> {
    const made = await mkdir(dirname(to), { recursive: true });
    const there = await stat(to).catch(() => null);
    try {
      if (there?.size !== bytes) await chmod(from, 0o444);
      // A content that is there with another size was cut off by a crash of the machine: it must be replaced.
      if (there && there.size !== bytes) await copyInto(from, to);
      if (!there) await link(from, to).catch((error: NodeJS.ErrnoException) => onLinkFailed(error, from, to));
    } catch (error) {
      throw isDiskFull(error) ? new NoSpaceLeft('No space left on the disk', { cause: error }) : error;
    }
    await syncFolders(dirname(to), made ? root : dirname(to));
  }

  async function onLinkFailed(error: NodeJS.ErrnoException, from: string, to: string): Promise<void> {
    // Somebody else has published the same content since.
    if (error.code === 'EEXIST') return;
    if (!LINK_IMPOSSIBLE.has(error.code ?? '')) throw error;
    await copyInto(from, to);
  }

  async function copyInto(from: string, to: string): Promise<void> {
    const half = temp.newPath();
    try {
      await copyFile(from, half, constants.COPYFILE_FICLONE);
      await sync(half);
      await rename(half, to);
    } finally {
      await rm(half, { force: true });
    }
  }

  /** What was hashed once under a name, and is the same file still. */
  const adoptedBefore = new BoundedMap<string, Stored>(MOST_ADOPTED);

  async function adopt(path: string, options: PutOptions) {
    // Not the times of change: whoever uses a file may touch it, and a second name counts as a change.
    const { dev, ino, size, birthtimeMs } = await stat(path);
    const key = `${dev} ${ino} ${size} ${birthtimeMs}`;
    const stored = adoptedBefore.get(key) ?? (await digestFile(path, { ...options, requireRoom }));
    adoptedBefore.set(key, stored);
    return { stored, publish: () => place(path, pathOf(stored.sha256), stored.bytes) };
  }

  async function statObject(sha256: string): Promise<Stored | null> {
    const found = await stat(pathOf(sha256)).catch(missingAsNull);
    return found && { sha256, bytes: found.size };
  }

  const composed = openCompositions({ root, newPath: temp.newPath, adopt, stat: statObject, place, sync });

  /** Composed contents that are files just now, for how many. */
  const written = new Map<string, { path: Promise<string>; users: number }>();

  /** A composed content as a file of its own, for programs that need a path: one for all who have it open. */
  async function materialise(sha256: string): Promise<{ path: string; release(): Promise<void> }> {
    const held = written.get(sha256) ?? { path: writeOut(sha256), users: 0 };
    written.set(sha256, held);
    held.users += 1;
    let isOpen = true;
    const release = async () => {
      if (!isOpen) return;
      isOpen = false;
      held.users -= 1;
      if (held.users > 0) return;
      if (written.get(sha256) === held) written.delete(sha256);
      await rm(await held.path, { force: true });
    };
    try {
      return { path: await held.path, release };
    } catch (error) {
      if (written.get(sha256) === held) written.delete(sha256);
      throw error;
    }
  }

  async function writeOut(sha256: string): Promise<string> {
    const composition = await composed.find(sha256);
    if (!composition) throw new MissingContent(sha256);
    await requireRoom();
    const path = temp.newPath();
    try {
      await writeFile(path, composed.read(composition, 0, composition.bytes));
      return path;
    } catch (error) {
      await rm(path, { force: true });
      throw isDiskFull(error) ? new NoSpaceLeft('No space left on the disk', { cause: error }) : error;
    }
  }

  async function* list(): AsyncIterable<Listed> {
    yield* listFolder('objects');
    yield* listFolder('composed');
  }

  async function* listFolder(folder: 'objects' | 'composed'): AsyncIterable<Listed> {
    for await (const entry of await opendir(join(root, folder), { recursive: true })) {
      const path = join(entry.parentPath, entry.name);
      const sha256 = hashOfKey(path.slice(root.length + 1).replace(/^composed/, 'objects'));
      const found = sha256 && entry.isFile() && (await stat(path).catch(() => null));
      // Linking sets the time of the last status change, not that of the last modification.
      if (found) yield { sha256, bytes: found.size, stored_at: found.ctime };
    }
  }

  return {
    kind: 'disk',
    pieces: null,
    stage,
    compose: composed.compose,
    put: (source, options) => putStaged(stage, source, options),
    async stat(sha256) {
      const found = (await statObject(sha256)) ?? (await composed.find(sha256));
      return found && { sha256, bytes: found.bytes };
    },
    async read(sha256, range) {
      const file = await open(pathOf(sha256), 'r').catch(missingAsNull);
      if (!file) {
        const composition = await composed.find(sha256);
        if (!composition) throw new MissingContent(sha256);
        const { start, end } = range ? withinBytes(range, composition.bytes) : { start: 0, end: composition.bytes - 1 };
        return Readable.from(composed.read(composition, start, end + 1), { objectMode: false });
      }
      try {
        const bounds = range && withinBytes(range, (await file.stat()).size);
        return file.createReadStream({ ...bounds, highWaterMark: READ_CHUNK_BYTES });
      } catch (error) {
        await file.close();
        throw error;
      }
    },
    async open(sha256) {
      const path = pathOf(sha256);
      return (await stat(path).catch(missingAsNull)) ? { path, release: async () => {} } : materialise(sha256);
    },
    async remove(sha256) {
      composed.forget(sha256);
      await rm(pathOf(sha256), { force: true });
      await rm(composed.pathOf(sha256), { force: true });
    },
    directLink: async () => null,
    list,
    freeBytes,
    close: async () => {},
  };
}

/** Another file system, one without links, too many links, a file of another user. */
const LINK_IMPOSSIBLE = new Set(['EXDEV', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

export async function putStaged(stage: Storage['stage'], source: Source, options: PutOptions): Promise<Stored> {
  const staged = await stage(source, options);
  try {
    await staged.publish(options.signal);
    return { sha256: staged.sha256, bytes: staged.bytes };
  } finally {
    await staged.discard();
  }
}

function withinBytes({ start, end }: ByteRange, bytes: number): ByteRange {
  const last = Math.min(end, bytes - 1);
  if (start < 0 || start > last) throw new OutOfRange(`${start}-${end} of ${bytes} bytes`);
  return { start, end: last };
}

/** A new name is kept over a power cut only once its folder is written too, and so on up to the folders made for it. */
async function syncFolders(from: string, to: string): Promise<void> {
  for (let dir = from; ; dir = dirname(dir)) {
    await sync(dir);
    if (dir === to) return;
  }
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function missingAsNull(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
