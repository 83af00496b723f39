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
const WRITE_BYTES = 4 * 1024 * 1024;

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

/** Writes the whole file; under a temporary name until it is complete. */
export async function writeMp4(file: VirtualMp4, path: string): Promise<void> {
  const half = `${path}.${process.pid}.part`;
  const output = await open(half, 'w');
  const files = new Map<string, FileHandle>();
  try {
    const buffer = Buffer.allocUnsafe(Math.min(WRITE_BYTES, file.size));
    let filled = 0;
    const flush = async () => {
      for (let done = 0; done < filled;) done += (await output.write(buffer, done, filled - done)).bytesWritten;
      filled = 0;
    };
    await output.write(file.head);
    for (const { path: source, offset, size } of file.extents) {
      const handle = files.get(source) ?? (await open(source, 'r'));
      files.set(source, handle);
      for (let done = 0; done < size;) {
        const part = Math.min(size - done, buffer.length - filled);
        await readFully(handle, { buffer, at: filled, size: part, position: offset + done, path: source });
        done += part;
        filled += part;
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
    await Promise.all([...files.values()].map((handle) => handle.close()));
  }
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
