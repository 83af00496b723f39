import { createHash } from 'node:crypto';
import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { basename } from 'node:path';

/** A byte range of a file. */
export type Extent = { path: string; offset: number; size: number };

/** An MP4 that need not exist: its head in memory, the rest as byte ranges of files that do. */
export type VirtualMp4 = {
  head: Buffer;
  extents: Extent[];
  /** Length of the whole file in bytes. */
  size: number;
  /** Length of the picture. */
  seconds: number;
};

const READ_BYTES = 256 * 1024;
const BUFFER_BYTES = 1024 * 1024;

/** The bytes from `start` up to, not including, `end`, in pieces of at most 256 KiB. */
export async function* readBytes(
  file: VirtualMp4,
  start = 0,
  end = file.size,
): AsyncGenerator<Buffer, void, undefined> {
  if (start < file.head.length) yield file.head.subarray(start, Math.min(end, file.head.length));
  const files = new Map<string, FileHandle>();
  try {
    for (const slice of slices(file, start, end)) {
      const handle = files.get(slice.path) ?? (await open(slice.path, 'r'));
      files.set(slice.path, handle);
      for (let done = 0; done < slice.size;) {
        const size = Math.min(READ_BYTES, slice.size - done);
        const buffer = Buffer.allocUnsafe(size);
        await readFully(handle, { buffer, at: 0, size, position: slice.offset + done, path: slice.path });
        done += size;
        yield buffer;
      }
    }
  } finally {
    await Promise.all([...files.values()].map((handle) => handle.close()));
  }
}

/** Writes the whole file; under a temporary name until it is complete. `onBytes` sees every byte in order. */
export async function writeMp4(
  file: VirtualMp4,
  path: string,
  onBytes: (bytes: Uint8Array) => void = () => {},
): Promise<void> {
  const half = `${path}.${process.pid}.part`;
  const output = await open(half, 'w');
  const source = openWindows(file.extents);
  const buffer = borrow();
  try {
    let filled = 0;
    const flush = async () => {
      onBytes(buffer.subarray(0, filled));
      for (let done = 0; done < filled;) done += (await output.write(buffer, done, filled - done)).bytesWritten;
      filled = 0;
    };
    onBytes(file.head);
    await output.write(file.head);
    for (const extent of file.extents) {
      for (let done = 0; done < extent.size;) {
        const part = Math.min(extent.size - done, buffer.length - filled);
        filled += await source.copy(extent, done, buffer.subarray(filled, filled + part));
        done += part;
        if (filled === buffer.length) await flush();
      }
    }
    await flush();
    await output.close();
    await rename(half, path);
  } catch (error) {
    await output.close().catch(() => {});
    await rm(half, { force: true });
    throw error;
  } finally {
    giveBack(buffer);
    await source.close();
  }
}

type Window = { handle: FileHandle; buffer: Buffer; start: number; length: number; end: number };

/**
 * Reads extents through a window per file. Picture and sound alternate every half second, and each would be a read of
 * its own; but a file is always used from its front to its back, so one large read serves several of them.
 */
function openWindows(extents: Extent[]) {
  const ends = new Map<string, number>();
  for (const { path, offset, size } of extents) ends.set(path, Math.max(ends.get(path) ?? 0, offset + size));
  const windows = new Map<string, Window>();

  const windowOf = async (path: string): Promise<Window> => {
    const known = windows.get(path);
    if (known) return known;
    const handle = await open(path, 'r');
    const made = { handle, buffer: borrow(), start: 0, length: 0, end: ends.get(path)! };
    windows.set(path, made);
    return made;
  };
  const end = async (path: string, { handle, buffer }: Window) => {
    windows.delete(path);
    giveBack(buffer);
    await handle.close();
  };
  return {
    /** Fills the target with the bytes of the extent from `done` on; answers how many that were. */
    async copy({ path, offset, size }: Extent, done: number, target: Buffer): Promise<number> {
      const window = await windowOf(path);
      for (let filled = 0; filled < target.length;) {
        const position = offset + done + filled;
        const isInside = position >= window.start && position < window.start + window.length;
        if (!isInside) {
          window.start = position;
          window.length = Math.min(window.buffer.length, window.end - position);
          await readFully(window.handle, { buffer: window.buffer, at: 0, size: window.length, position, path });
        }
        const from = position - window.start;
        filled += window.buffer.copy(target, filled, from, Math.min(window.length, from + target.length - filled));
      }
      if (offset + size === window.end && done + target.length === size) await end(path, window);
      return target.length;
    },
    async close(): Promise<void> {
      await Promise.all([...windows].map(([path, window]) => end(path, window)));
    },
  };
}

/** Buffers that are written again and again: as garbage they would cost more than all the copying. */
const spare: Buffer[] = [];
const MOST_SPARE = 32;

function borrow(): Buffer {
  return spare.pop() ?? Buffer.allocUnsafeSlow(BUFFER_BYTES);
}

function giveBack(buffer: Buffer): void {
  if (spare.length < MOST_SPARE) spare.push(buffer);
}

/** A name for the content, fit for an ETag: pieces are named by what they are made of, so it holds on any machine. */
export function identityOf({ head, extents }: VirtualMp4): string {
  const hash = createHash('sha256').update(head);
  for (const { path, offset, size } of extents) hash.update(`${basename(path)} ${offset} ${size}\n`);
  return hash.digest('hex').slice(0, 32);
}

function* slices({ head, extents }: VirtualMp4, start: number, end: number): Generator<Extent> {
  let at = head.length;
  for (const { path, offset, size } of extents) {
    const [from, to] = [Math.max(start, at), Math.min(end, at + size)];
    if (from < to) yield { path, offset: offset + from - at, size: to - from };
    at += size;
    if (at >= end) return;
  }
}

type Read = { buffer: Buffer; at: number; size: number; position: number; path: string };

async function readFully(handle: FileHandle, { buffer, at, size, position, path }: Read): Promise<void> {
  for (let done = 0; done < size;) {
    const { bytesRead } = await handle.read(buffer, at + done, size - done, position + done);
    if (bytesRead === 0) throw new Error(`${path} is shorter than it was`);
    done += bytesRead;
  }
}
