import { type FileHandle, constants, mkdir, open, readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { App } from '#context.ts';
import { perApp } from '#memory.ts';
import { isDiskFull } from '#storage/disk-full.ts';
import type { OwnDigest } from '#storage/running-digest.ts';
import { NoSpaceLeft } from '#storage/storage.ts';
import { createHashing } from './hashing.ts';
import { type Locks, createLocks } from './locks.ts';
import { createSharedParts } from './shared-parts.ts';

/** What came of a file is written in batches of at least this size: each costs a turn of two other threads. */
const BATCH_BYTES = 1024 ** 2;
/** A sender is held up when so much waits to be written and hashed. */
const WAITING_BYTES_MAX = 2 * 1024 ** 2;
/** So often the disk is asked to write what has come: it then has next to nothing left to do at the end. */
const SETTLE_BYTES = 16 * 1024 ** 2;
/** A slow network brings crumbs, which are put together first. */
const PIECES_MAX = 64;
/** Left free for everything else on the disk: a database that cannot write stops the whole product. */
const RESERVED_BYTES = 256 * 1024 ** 2;

/** The bytes of uploads that are under way, a file each, named by the record. */
export type Parts = {
  locks: Locks;
  path(record_uuid: string): string;
  /** How many bytes are there: what a sender goes on from, whatever happened before. */
  size(record_uuid: string): Promise<number>;
  /**
   * Appends the stream at `offset`, and says how many bytes are there then. What came before an error stays. Its pieces
   * are taken over: those that own their memory are empty afterwards. `onGrown` is told now and then how far it is.
   */
  write(record_uuid: string, offset: number, stream: Readable, onGrown?: (bytes: number) => void): Promise<number>;
  /** The hash of all that is there. */
  digest(record_uuid: string): Promise<OwnDigest>;
  remove(record_uuid: string): Promise<void>;
  /** Throws `NoSpaceLeft` unless so many bytes fit. */
  requireRoom(bytes: number): Promise<void>;
  /** The records whose parts have not changed for so long. */
  untouched(olderThanMs: number): Promise<string[]>;
};

type Options = { reservedBytes?: number };

/** One thread for the whole process, whatever folders there are. */
const hashing = createHashing();

/**
 * The length of a file on disk is the only memory of how far an upload is, so that a process killed at any moment
 * leaves nothing to repair. Hashes are computed as bytes pass by; one that is missing is made up by reading the file.
 */
export function createParts(dir: string, { reservedBytes = RESERVED_BYTES }: Options = {}): Parts {
  const settling = new Set<string>();
  const path = (record_uuid: string) => join(dir, record_uuid);

  async function size(record_uuid: string): Promise<number> {
    const found = await stat(path(record_uuid)).catch(missingAsNull);
    return found?.size ?? 0;
  }

  async function requireRoom(bytes: number): Promise<void> {
    await mkdir(dir, { recursive: true, mode: 0o700 });
    const { bavail, bsize } = await statfs(dir);
    if (bavail * bsize < reservedBytes + bytes) throw new NoSpaceLeft(`Fewer than ${reservedBytes + bytes} bytes free`);
  }

  /** Lets the disk write what has come while more comes, so that the end need not wait for all of it. */
  async function settle(record_uuid: string): Promise<void> {
    if (settling.has(record_uuid)) return;
    settling.add(record_uuid);
    const file = await open(path(record_uuid), 'r').catch(() => null);
    await file?.datasync().catch(() => {});
    await file?.close();
    settling.delete(record_uuid);
  }

  const write: Parts['write'] = async (record_uuid, offset, stream, onGrown) => {
    await requireRoom(0);
    await hashing.digest(path(record_uuid), offset);
    const file = await open(path(record_uuid), constants.O_WRONLY | constants.O_CREAT, 0o600);
    try {
      let settled = offset;
      const bytes = await append(file, offset, stream, (at, pieces) => {
        if (at - settled >= SETTLE_BYTES) {
          settled = at;
          void settle(record_uuid);
          onGrown?.(at);
        }
        return hashing.update(path(record_uuid), at, pieces);
      });
      void settle(record_uuid);
      return bytes;
    } catch (error) {
      throw isDiskFull(error) ? new NoSpaceLeft('No space left on the disk', { cause: error }) : error;
    } finally {
      await file.close();
    }
  };

  return {
    locks: createLocks(),
    path,
    size,
    write,
    requireRoom,
    async digest(record_uuid) {
      return hashing.digest(path(record_uuid), await size(record_uuid));
    },
    async remove(record_uuid) {
      hashing.forget(path(record_uuid));
      await rm(path(record_uuid), { force: true });
    },
    async untouched(olderThanMs) {
      const names = await readdir(dir).catch(missingAsNull);
      const found: string[] = [];
      for (const name of names ?? []) {
        const { mtimeMs } = (await stat(join(dir, name)).catch(missingAsNull)) ?? { mtimeMs: Infinity };
        if (mtimeMs < Date.now() - olderThanMs) found.push(name);
      }
      return found;
    },
  };
}

/**
 * While one batch is written the next one comes, and the one before is hashed elsewhere. Nothing is copied on the way,
 * and only what is on the disk is hashed. Listens instead of iterating: a promise for each piece would be a fifth of the
 * work.
 */
async function append(
  file: FileHandle,
  offset: number,
  stream: Readable,
  onWritten: (at: number, pieces: Buffer[]) => Promise<void>,
): Promise<number> {
  let position = offset;
  let batch: Buffer[] = [];
  let bytes = 0;
  let working: Promise<void> | null = null;
  let hashed = Promise.resolve();
  let failure: Error | null = null;

  async function writeBatch(): Promise<void> {
    const [pieces, at] = [batch.length > PIECES_MAX ? [Buffer.concat(batch)] : batch, position];
    position += bytes;
    [batch, bytes] = [[], 0];
    await writeAll(file, pieces, at);
    // One batch at a time: a sender faster than the hash must not fill the memory.
    await hashed;
    hashed = onWritten(at, pieces);
  }

  function work(): void {
    working = writeBatch()
      .catch((error: Error) => void (failure ??= error))
      .finally(() => {
        working = null;
        if (bytes >= BATCH_BYTES && !failure) work();
        stream.resume();
      });
  }

  /** Whatever ends a batch may have begun the next. */
  async function idle(): Promise<void> {
    while (working) await working;
  }

  stream.on('data', (chunk: Buffer | string) => {
    // Once the disk is full the rest is let pass: a sender that is cut off would never hear why.
    if (failure) return;
    const piece = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk);
    batch.push(piece);
    bytes += piece.length;
    if (bytes < BATCH_BYTES) return;
    if (!working) work();
    else if (bytes >= WAITING_BYTES_MAX) stream.pause();
  });
  const broken = await finished(stream, { writable: false }).then(
    () => null,
    (error: Error) => error,
  );
  await idle();
  if (!failure && bytes > 0) work();
  await idle();
  await hashed;
  const error = failure ?? broken;
  if (error) throw error;
  return position;
}

async function writeAll(file: FileHandle, pieces: Buffer[], position: number): Promise<void> {
  const total = pieces.reduce((sum, piece) => sum + piece.length, 0);
  let { bytesWritten: done } = await file.writev(pieces, position);
  // A disk that takes only a part says why at the next try.
  for (const rest = done < total ? Buffer.concat(pieces) : null; rest && done < total;) {
    done += (await file.write(rest, done, total - done, position + done)).bytesWritten;
  }
}

function missingAsNull(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

/** The parts of uploads: files of this machine, shared by way of the store where contents are shared by it. */
export const partsOf = perApp(({ storage, config }: Pick<App, 'storage' | 'config' | 'memory'>): Parts => {
  const local = createParts(join(config.dataDir, 'uploads'));
  return storage.pieces ? createSharedParts(local, storage.pieces) : local;
});
