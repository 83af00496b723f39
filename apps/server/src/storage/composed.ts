import { createHash } from 'node:crypto';
import { type FileHandle, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BoundedMap } from '@mixreel/media';
import { z } from 'zod';
import { contentKey } from './content-key.ts';
import { type Composed, CorruptContent, MissingContent, type Part, type PutOptions, type Stored } from './storage.ts';

/** A file this small is copied in: a name and a row of its own would cost more than its bytes. */
const COPIED_BYTES = 512 * 1024;
const READ_BYTES = 256 * 1024;

/** The first line of a composed content's file; the bytes that are nowhere else follow it in order. */
const List = z.object({
  bytes: z.int(),
  /** How many of the bytes below, or a content, where its range starts, and how long it is. */
  parts: z.array(z.union([z.int(), z.tuple([z.string(), z.int(), z.int()])])),
});

/** Where a stretch of a composed content lies. */
type Stretch = { at: number; path: string; start: number; size: number };
export type Composition = { bytes: number; stretches: Stretch[] };
type Range = { sha256: string; start: number; size: number };

export type Compositions = {
  compose(parts: Part[], options: PutOptions): Promise<Composed>;
  /** Null when there is no composed content of this name. */
  find(sha256: string): Promise<Composition | null>;
  pathOf(sha256: string): string;
  forget(sha256: string): void;
  /** Bytes `start` up to, not including, `end`. */
  read(composition: Composition, start: number, end: number): AsyncGenerator<Buffer, void, undefined>;
};

/** A file that will never change, stored under its hash once it is published. */
type Adopted = { stored: Stored; publish(): Promise<void> };

type Disk = {
  root: string;
  newPath(): string;
  adopt(path: string, options: PutOptions): Promise<Adopted>;
  stat(sha256: string): Promise<Stored | null>;
  place(from: string, to: string, bytes: number): Promise<void>;
  sync(path: string): Promise<void>;
};

/**
 * Contents that are lists of ranges of other contents: a video that was put together from parts, an archive of videos.
 * They cost their list alone, and are known by its hash.
 */
export function openCompositions(disk: Disk): Compositions {
  const pathOf = (sha256: string) => join(disk.root, contentKey(sha256).replace('objects', 'composed'));
  const objectOf = (sha256: string) => join(disk.root, contentKey(sha256));
  const known = new BoundedMap<string, Composition>(512);

  async function find(sha256: string): Promise<Composition | null> {
    const found = known.get(sha256);
    if (found) return found;
    const path = pathOf(sha256);
    const file = await readFile(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    if (!file) return null;
    const composition = toComposition(path, file, objectOf);
    known.set(sha256, composition);
    return composition;
  }

  /** Ranges of a composed content become ranges of what it is made of, so that lists never lead to lists. */
  async function flatten({ sha256, start, size }: Range): Promise<(Buffer | Range)[]> {
    const composition = await find(sha256);
    if (!composition) {
      const stored = await disk.stat(sha256);
      if (!stored) throw new MissingContent(sha256);
      if (start + size > stored.bytes) throw new CorruptContent(`${sha256} has ${stored.bytes} bytes only`);
      return [{ sha256, start, size }];
    }
    const own = pathOf(sha256);
    const parts: (Buffer | Range)[] = [];
    for (const one of within(composition, start, start + size)) {
      if (one.path === own) parts.push(await readRange(own, one.start, one.size));
      else parts.push({ sha256: one.path.slice(-64), start: one.start, size: one.size });
    }
    return parts;
  }

  async function compose(given: Part[], options: PutOptions): Promise<Composed> {
    const files = new Map<string, Buffer | Adopted>();
    const parts: (Buffer | Range)[] = [];
    for (const part of given) {
      options.signal?.throwIfAborted();
      if (Buffer.isBuffer(part)) parts.push(part);
      else if ('sha256' in part) parts.push(...(await flatten(part)));
      else {
        const { path, start, size } = part;
        const isSmall = !files.has(path) && (await stat(path)).size < COPIED_BYTES;
        const file = files.get(path) ?? (isSmall ? await readFile(path) : await disk.adopt(path, options));
        files.set(path, file);
        if (!Buffer.isBuffer(file)) parts.push({ sha256: file.stored.sha256, start, size });
        else if (start + size <= file.length) parts.push(file.subarray(start, start + size));
        else throw new CorruptContent(`${path} has ${file.length} bytes only`);
      }
    }
    const adopted = [...files.values()].flatMap((file) => (Buffer.isBuffer(file) ? [] : file));
    return write(parts, new Map(adopted.map((one) => [one.stored.sha256, one])));
  }

  async function write(parts: (Buffer | Range)[], adopted: Map<string, Adopted>): Promise<Composed> {
    const own = parts.filter((part) => Buffer.isBuffer(part));
    const bytes = parts.reduce((sum, part) => sum + (Buffer.isBuffer(part) ? part.length : part.size), 0);
    const list: z.infer<typeof List> = {
      bytes,
      parts: parts.map((part) => (Buffer.isBuffer(part) ? part.length : [part.sha256, part.start, part.size])),
    };
    const file = Buffer.concat([Buffer.from(`${JSON.stringify(list)}\n`), ...own]);
    // Never the hash of anybody's bytes: what is asked for by a hash of bytes must be those bytes.
    const sha256 = createHash('sha256').update('composed content\n').update(file).digest('hex');
    const made_of = new Map(Array.from(adopted, ([hash, { stored }]) => [hash, stored.bytes]));
    for (const part of parts) {
      if (Buffer.isBuffer(part) || made_of.has(part.sha256)) continue;
      const stored = await disk.stat(part.sha256);
      if (!stored) throw new MissingContent(part.sha256);
      made_of.set(part.sha256, stored.bytes);
    }
    const path = disk.newPath();
    return {
      sha256,
      bytes,
      made_of: Array.from(made_of, ([hash, size]) => ({ sha256: hash, bytes: size })),
      async publish() {
        for (const [hash, size] of made_of) {
          const isThere = (await disk.stat(hash))?.bytes === size;
          if (!isThere && !adopted.has(hash)) throw new MissingContent(hash);
          if (!isThere) await adopted.get(hash)?.publish();
        }
        await writeFile(path, file, { mode: 0o444, flag: 'w' });
        await disk.sync(path);
        await disk.place(path, pathOf(sha256), file.length);
        await rm(path, { force: true });
      },
      discard: () => rm(path, { force: true }),
    };
  }

  return { compose, find, pathOf, forget: (sha256) => void known.delete(sha256), read };
}

function toComposition(path: string, file: Buffer, objectOf: (sha256: string) => string): Composition {
  const end = file.indexOf('\n');
  const { bytes, parts } = List.parse(JSON.parse(file.toString('utf8', 0, Math.max(0, end))));
  const stretches: Stretch[] = [];
  let [at, own] = [0, end + 1];
  for (const part of parts) {
    const isOwn = typeof part === 'number';
    const size = isOwn ? part : part[2];
    stretches.push(isOwn ? { at, path, start: own, size } : { at, path: objectOf(part[0]), start: part[1], size });
    at += size;
    if (isOwn) own += size;
  }
  if (at !== bytes || own !== file.length) throw new CorruptContent(`${path} was cut off`);
  return { bytes, stretches };
}

function* within({ stretches }: Composition, start: number, end: number): Generator<Omit<Stretch, 'at'>> {
  for (const { at, path, start: from, size } of stretches) {
    const [first, last] = [Math.max(start, at), Math.min(end, at + size)];
    if (first < last) yield { path, start: from + first - at, size: last - first };
    if (at + size >= end) return;
  }
}

async function* read(composition: Composition, start: number, end: number): AsyncGenerator<Buffer, void, undefined> {
  const files = new Map<string, FileHandle>();
  try {
    for (const { path, start: from, size } of within(composition, start, end)) {
      const file = files.get(path) ?? (await open(path, 'r').catch(missing(path)));
      files.set(path, file);
      for (let done = 0; done < size;) {
        const buffer = Buffer.allocUnsafe(Math.min(READ_BYTES, size - done));
        const { bytesRead } = await file.read(buffer, 0, buffer.length, from + done);
        if (bytesRead === 0) throw new CorruptContent(`${path} is shorter than it was`);
        done += bytesRead;
        yield buffer.subarray(0, bytesRead);
      }
    }
  } finally {
    await Promise.all([...files.values()].map((file) => file.close()));
  }
}

function missing(path: string) {
  return (error: NodeJS.ErrnoException): never => {
    throw error.code === 'ENOENT' ? new MissingContent(path.slice(-64), { cause: error }) : error;
  };
}

async function readRange(path: string, start: number, size: number): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(size), 0, size, start);
    if (bytesRead !== size) throw new CorruptContent(`${path} is shorter than it was`);
    return buffer;
  } finally {
    await file.close();
  }
}
