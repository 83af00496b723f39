import { type FileHandle, constants, mkdir, open, readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { App } from '#context.ts';
import { type OwnDigest, RunningDigest } from '#storage/running-digest.ts';
import { isDiskFull } from '#storage/spool.ts';
import { NoSpaceLeft } from '#storage/storage.ts';
import { type Locks, createLocks } from './locks.ts';

/** What came of a file is written in pieces of this size: fewer, larger writes leave the thread free to hash. */
const BATCH_BYTES = 512 * 1024;
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
   * are taken over: those that own their memory are empty afterwards.
   */
  write(record_uuid: string, offset: number, stream: Readable): Promise<number>;
  /** The hash of all that is there. */
  digest(record_uuid: string): Promise<OwnDigest>;
  remove(record_uuid: string): Promise<void>;
  /** Throws `NoSpaceLeft` unless so many bytes fit. */
  requireRoom(bytes: number): Promise<void>;
  /** The records whose parts have not changed for so long. */
  untouched(olderThanMs: number): Promise<string[]>;
};

type Options = { reservedBytes?: number };

/**
 * The length of a file on disk is the only memory of how far an upload is, so that a process killed at any moment
 * leaves nothing to repair. Hashes are computed as bytes pass by; one that is missing is made up by reading the file.
 */
export function createParts(dir: string, { reservedBytes = RESERVED_BYTES }: Options = {}): Parts {
  const digests = new Map<string, RunningDigest>();
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

  async function caughtUp(record_uuid: string, bytes: number): Promise<RunningDigest> {
    const known = digests.get(record_uuid);
    // Longer than the file: the file was begun anew.
    const running = known && known.bytes <= bytes ? known : new RunningDigest();
    digests.set(record_uuid, running);
    await running.catchUp(path(record_uuid), bytes);
    return running;
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

  async function write(record_uuid: string, offset: number, stream: Readable): Promise<number> {
    await requireRoom(0);
    const running = await caughtUp(record_uuid, offset);
    const file = await open(path(record_uuid), constants.O_WRONLY | constants.O_CREAT, 0o600);
    try {
      const bytes = await append(file, offset, stream, running);
      void settle(record_uuid);
      return bytes;
    } catch (error) {
      // It may have hashed what was not written.
      if (running.bytes !== (await size(record_uuid))) digests.delete(record_uuid);
      throw isDiskFull(error) ? new NoSpaceLeft('No space left on the disk', { cause: error }) : error;
    } finally {
      await file.close();
    }
  }

  return {
    locks: createLocks(),
    path,
    size,
    write,
    requireRoom,
    async digest(record_uuid) {
      return (await caughtUp(record_uuid, await size(record_uuid))).digest();
    },
    async remove(record_uuid) {
      digests.delete(record_uuid);
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
 * While one batch is written, it is hashed and the next one comes into the other buffer. Listens instead of iterating:
 * at 64 KB a piece, a promise for each would be a fifth of the work.
 */
async function append(file: FileHandle, offset: number, stream: Readable, running: RunningDigest): Promise<number> {
  let [filling, other] = [Buffer.allocUnsafeSlow(BATCH_BYTES), Buffer.allocUnsafeSlow(BATCH_BYTES)];
  let position = offset;
  let used = 0;
  let writing: Promise<void> | null = null;
  let failure: Error | null = null;

  function startWriting(): void {
    const batch = filling.subarray(0, used);
    writing = writeAll(file, batch, position)
      .catch((error: Error) => void (failure ??= error))
      .finally(() => (writing = null));
    running.update(batch);
    position += used;
    [filling, other, used] = [other, filling, 0];
  }

  /** A piece that waited for one batch may begin the next. */
  async function written(): Promise<void> {
    while (writing) await writing;
  }

  function take(chunk: Buffer, from: number): void {
    for (let taken = from; taken < chunk.length && !failure;) {
      const copied = chunk.copy(filling, used, taken);
      taken += copied;
      used += copied;
      if (used < BATCH_BYTES) continue;
      if (writing) {
        stream.pause();
        void writing.then(() => {
          take(chunk, taken);
          if (!writing || used < BATCH_BYTES) stream.resume();
        });
        // The batch is full; it goes as soon as the one before is written.
        return;
      }
      startWriting();
    }
    release(chunk);
  }

  // Once the disk is full the rest is let pass: a sender that is cut off would never hear why.
  stream.on('data', (chunk: Buffer | string) => take(Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk), 0));
  const broken = await finished(stream, { writable: false }).then(
    () => null,
    (error: Error) => error,
  );
  await written();
  if (!failure && used > 0) startWriting();
  await written();
  const error = failure ?? broken;
  if (error) throw error;
  return position;
}

/**
 * Gives the memory of a piece back at once. Left to the collector, the pieces of a few uploads make it walk through
 * the whole heap all the time, which takes longer than receiving, hashing and writing them.
 */
function release({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

async function writeAll(file: FileHandle, batch: Buffer, position: number): Promise<void> {
  for (let done = 0; done < batch.length;) {
    const { bytesWritten } = await file.write(batch, done, batch.length - done, position + done);
    done += bytesWritten;
  }
}

function missingAsNull(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

const parts = new WeakMap<App['storage'], Parts>();

/** The parts of this process. Several API processes need a folder in common, or senders that stay with one of them. */
export function partsOf({ storage, config }: Pick<App, 'storage' | 'config'>): Parts {
  const known = parts.get(storage) ?? createParts(join(config.dataDir, 'uploads'));
  parts.set(storage, known);
  return known;
}
