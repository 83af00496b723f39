import { mkdirSync, statSync } from 'node:fs';
import { mkdir, rename, rm, stat, statfs, utimes } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { openScratch, type Scratch } from '#ffmpeg/scratch.ts';
import { evictOldest, totalBytes } from '#render/cache/evict.ts';
import { openLeases, type Leases } from '#render/cache/leases.ts';
import { holdLock, waitForLock } from '#render/cache/lock.ts';
import { shareWork } from '#render/cache/share-work.ts';
import type { Slots } from '#render/slots.ts';

/** A file of the cache that stays where it is until it is released. */
export type Lease = { path: string; release: () => void };

/** Makes the file at `path`; the cache moves it to its place when this is done. */
export type Make = (path: string, signal: AbortSignal) => Promise<void>;

/** How to follow one request: `inSlot` runs the making when there is a core for it. */
export type AcquireOptions = { signal?: AbortSignal; inSlot?: Slots };

/**
 * Where the cache lies and how large it may grow; only files in use can push it beyond. It leaves `freeBytes` of the disk to
 * everything else.
 */
export type CacheOptions = { dir: string; maxBytes: number; freeBytes?: number };

/** What can be made again makes room for what cannot: a database that cannot write stops the whole product. */
const FREE_BYTES = 2 * 2 ** 30;
const FREE_SHARE = 0.05;
/** Where removing files did not help, it is not tried for every file. */
const PAUSE_MS = 10_000;

/**
 * Files named by the hash of what they were made from. Any number of processes may share one folder: what two of them
 * want at the same time is made once, what is in use anywhere is never removed, and what a killed one left is swept.
 */
export class Cache {
  readonly scratch: Scratch;
  readonly #dir: string;
  readonly #maxBytes: number;
  readonly #freeBytes: number | undefined;
  readonly #leases: Leases;
  readonly #share = shareWork<string>();
  #bytes: number;
  #eviction: Promise<void> | undefined;
  #madeRoomAt = -Infinity;

  constructor({ dir, maxBytes, freeBytes }: CacheOptions) {
    this.#dir = dir;
    this.#maxBytes = maxBytes;
    this.#freeBytes = freeBytes;
    for (const folder of ['entries', 'locks']) mkdirSync(join(dir, folder), { recursive: true });
    this.scratch = openScratch(join(dir, 'scratch'));
    this.#leases = openLeases(join(dir, 'leases'));
    this.#bytes = totalBytes(join(dir, 'entries'));
  }

  /** The file of this name, made now if there is none. Whoever asks must release it. */
  async acquire(name: string, make: Make, { signal, inSlot = atOnce }: AcquireOptions = {}): Promise<Lease> {
    signal?.throwIfAborted();
    const release = this.#leases.take(name);
    try {
      const path = await this.#share(name, (shared) => this.#findOrMake(name, make, inSlot, shared), signal);
      return { path, release };
    } catch (error) {
      release();
      throw error;
    }
  }

  /** Whether the file exists now, without keeping it. */
  has(name: string): boolean {
    return statSync(this.#entry(name), { throwIfNoEntry: false }) !== undefined;
  }

  /** Removes a file that turned out to be damaged. */
  async discard(path: string): Promise<void> {
    await rm(path, { force: true });
  }

  /** Gives back every lease and removes half-made files; the finished ones stay for the next start. */
  close(): void {
    this.#leases.close();
    this.scratch.close();
  }

  /** The lease exists before the look: whoever removes files takes the lock first and looks for leases then. */
  async #findOrMake(name: string, make: Make, inSlot: Slots, signal: AbortSignal): Promise<string> {
    const entry = this.#entry(name);
    const lock = join(this.#dir, 'locks', name);
    for (;;) {
      await waitForLock(lock, signal);
      if (await touch(entry)) return entry;
      // The lock is taken when a core is free, not while waiting for one: another process with a free core goes first.
      await inSlot(async () => {
        const unlock = holdLock(lock);
        if (!unlock) return;
        try {
          // It may have been finished between our look and our lock.
          if (!(await touch(entry))) await this.#make(entry, make, signal);
        } finally {
          unlock();
        }
      }, signal);
    }
  }

  async #make(entry: string, make: Make, signal: AbortSignal): Promise<void> {
    const half = this.scratch.file(`-${basename(entry)}`);
    if (performance.now() - this.#madeRoomAt > PAUSE_MS && (await this.#missing()) > 0) {
      this.#madeRoomAt = performance.now();
      this.#evict();
      await this.#eviction;
    }
    try {
      await make(half, signal);
      await mkdir(dirname(entry), { recursive: true });
      this.#bytes += (await stat(half)).size;
      await rename(half, entry);
    } finally {
      await rm(half, { force: true });
    }
    if (this.#bytes > this.#maxBytes) this.#evict();
  }

  #evict(): void {
    // Where not even a lock can be written nothing is removed; the next file that is made tries again.
    const ended = () => (this.#eviction = undefined);
    this.#eviction ??= this.#makeRoom().then(ended, ended);
  }

  /** Bytes that the disk lacks for everything else. */
  async #missing(): Promise<number> {
    const { blocks, bavail, bsize } = await statfs(this.#dir);
    const wanted = this.#freeBytes ?? Math.min(FREE_BYTES, FREE_SHARE * blocks * bsize);
    return wanted - bavail * bsize;
  }

  async #makeRoom(): Promise<void> {
    this.#bytes = await evictOldest({
      missingBytes: await this.#missing(),
      entries: join(this.#dir, 'entries'),
      locks: join(this.#dir, 'locks'),
      maxBytes: this.#maxBytes,
      isLeased: (name) => this.#leases.isTaken(name),
    });
  }

  /** Resolves when no removal is under way. */
  async settled(): Promise<void> {
    await this.#eviction;
  }

  #entry(name: string): string {
    return join(this.#dir, 'entries', name.slice(0, 2), name);
  }
}

/** For what needs no core. */
const atOnce: Slots = (work) => work();

/** Marks a file as just used; false when there is none. */
async function touch(path: string): Promise<boolean> {
  const now = new Date();
  return utimes(path, now, now).then(
    () => true,
    () => false,
  );
}
