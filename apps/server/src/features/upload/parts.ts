import { type FileHandle, constants, mkdir, open, readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { App } from '#context.ts';
import { type OwnDigest, RunningDigest } from '#storage/running-digest.ts';
import { isDiskFull } from '#storage/spool.ts';
import { NoSpaceLeft } from '#storage/storage.ts';
import { type Locks, createLocks } from './locks.ts';

/** What came of a file is written in pieces of this size: fewer, larger writes leave the thread free to hash. */
const BATCH_BYTES = 1024 ** 2;
/** Left free for everything else on the disk: a database that cannot write stops the whole product. */
const RESERVED_BYTES = 256 * 1024 ** 2;

/** The bytes of uploads that are under way, a file each, named by the record. */
export type Parts = {
  locks: Locks;
  path(record_uuid: string): string;
  /** How many bytes are there: what a sender goes on from, whatever happened before. */
  size(record_uuid: string): Promise<number>;
  /** Appends the stream at `offset`, and says how many bytes are there then. What came before an error stays. */
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

  async function write(record_uuid: string, offset: number, stream: Readable): Promise<number> {
    await requireRoom(0);
    const running = await caughtUp(record_uuid, offset);
    const file = await open(path(record_uuid), constants.O_WRONLY | constants.O_CREAT, 0o600);
    try {
      return await append(file, offset, stream, running);
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

/** While one batch is written, it is hashed and the next one comes. */
async function append(file: FileHandle, offset: number, stream: Readable, running: RunningDigest): Promise<number> {
  let position = offset;
  let batch: Buffer[] = [];
  let bytes = 0;
  let writing: Promise<void> = Promise.resolve();

  async function flush(): Promise<void> {
    await writing;
    if (bytes === 0) return;
    const [pieces, at] = [batch, position];
    [batch, position, bytes] = [[], position + bytes, 0];
    writing = writeAll(file, pieces, at);
    // Failing while nobody waits for it must not end the process; whoever waits next is told.
    writing.catch(() => {});
    for (const piece of pieces) running.update(piece);
  }

  let failure: unknown = null;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      // Once the disk is full the rest is let pass: a sender that is cut off would never hear why.
      if (failure) continue;
      batch.push(chunk);
      bytes += chunk.length;
      if (bytes >= BATCH_BYTES) await flush().catch((error: unknown) => (failure = error));
    }
  } finally {
    if (!failure) await flush();
    await writing;
  }
  return position;
}

async function writeAll(file: FileHandle, pieces: Buffer[], position: number): Promise<void> {
  const bytes = pieces.reduce((sum, { length }) => sum + length, 0);
  const { bytesWritten } = await file.writev(pieces, position);
  if (bytesWritten === bytes) return;
  let rest = Buffer.concat(pieces).subarray(bytesWritten);
  for (let at = position + bytesWritten; rest.length > 0;) {
    const { bytesWritten: more } = await file.write(rest, 0, rest.length, at);
    rest = rest.subarray(more);
    at += more;
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
