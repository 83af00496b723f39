import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PackMissing, toPackError } from '#packs/errors.ts';
import { fetchPack } from '#packs/fetch-pack.ts';
import { readLock, takeLock, type HeldLock } from '#packs/lock.ts';
import { findPack, keptFiles, PACKS, type Pack, type PackName } from '#packs/manifest.ts';

/** What a page shows of a pack; `progress` is 0 to 1, `bytes` what has to be downloaded. */
export type PackState = {
  pack: PackName;
  title: string;
  purpose: string;
  is_default: boolean;
  state: 'missing' | 'fetching' | 'ready' | 'failed';
  progress: number;
  bytes: number;
  licence: { code: string; weights: string };
  origin: string;
  error: string | null;
};

/** The folder where packs are kept, shared by every process that is given the same `dir`. */
export type Shelf = {
  list(): PackState[];
  /** Fetches a pack unless it is there; while another process does, waits for that one. Throws `PackError`. */
  fetch(pack: PackName, options?: { signal?: AbortSignal }): Promise<void>;
  remove(pack: PackName): Promise<void>;
  /** Throws `PackMissing` while the pack is not complete. */
  folderOf(pack: PackName): string;
  /** Calls back when the state of a pack changes; answers how to stop that. */
  onChange(listener: (state: PackState) => void): () => void;
};

const WAIT_MS = 500;

/** `registry` is the address of an npm registry; it is always the caller's, so that mirrors and closed networks work. */
export function openShelf({
  dir,
  registry,
  packs = PACKS,
}: {
  dir: string;
  registry: string;
  packs?: readonly Pack[];
}): Shelf {
  const listeners = new Set<(state: PackState) => void>();
  const running = new Map<PackName, Promise<void>>();
  const progress = new Map<PackName, number>();
  const errors = new Map<PackName, string>();
  const complete = new Set<string>();
  const find = (name: PackName) => packs.find((pack) => pack.pack === name) ?? findPack(name);

  function isReady(pack: Pack): boolean {
    const folder = folderFor(dir, pack);
    if (!existsSync(folder)) complete.delete(folder);
    else if (!complete.has(folder) && isWhole(folder, pack)) complete.add(folder);
    return complete.has(folder);
  }

  function stateOf(pack: Pack): PackState {
    const { sources: _sources, joined: _joined, ...shown } = pack;
    const at = (state: PackState['state'], value: number, error: string | null = null): PackState => {
      return { ...shown, state, progress: value, error };
    };
    if (isReady(pack)) return at('ready', 1);
    const here = progress.get(pack.pack) ?? readLock(lockFor(dir, pack));
    if (here !== undefined) return at('fetching', here);
    const error = errors.get(pack.pack);
    return error === undefined ? at('missing', 0) : at('failed', 0, error);
  }

  function tell(pack: Pack): void {
    const state = stateOf(pack);
    for (const listener of listeners) listener(state);
  }

  async function run(pack: Pack, signal?: AbortSignal): Promise<void> {
    errors.delete(pack.pack);
    progress.set(pack.pack, 0);
    let lock: HeldLock | undefined;
    try {
      mkdirSync(dir, { recursive: true });
      tell(pack);
      lock = await waitForTurn(pack, signal);
      if (lock) await fetchPack(pack, folderFor(dir, pack), { dir, registry, signal, onProgress: report(pack, lock) });
    } catch (error) {
      signal?.throwIfAborted();
      const failure = toPackError(error);
      errors.set(pack.pack, failure.message);
      throw failure;
    } finally {
      lock?.release();
      progress.delete(pack.pack);
      tell(pack);
    }
  }

  /** The lock, or undefined once somebody else has fetched the pack. */
  async function waitForTurn(pack: Pack, signal?: AbortSignal): Promise<HeldLock | undefined> {
    for (;;) {
      signal?.throwIfAborted();
      if (isReady(pack)) return undefined;
      const lock = takeLock(lockFor(dir, pack));
      if (lock && !isReady(pack)) return lock;
      lock?.release();
      progress.set(pack.pack, readLock(lockFor(dir, pack)) ?? 0);
      tell(pack);
      await sleep(WAIT_MS, undefined, { signal });
    }
  }

  function report(pack: Pack, lock: HeldLock): (value: number) => void {
    let told = 0;
    return (value) => {
      progress.set(pack.pack, value);
      lock.report(value);
      if (value - told < 0.01) return;
      told = value;
      tell(pack);
    };
  }

  return {
    list: () => packs.map(stateOf),

    fetch(name, { signal } = {}) {
      const pack = find(name);
      if (isReady(pack)) return Promise.resolve();
      const work = running.get(name) ?? run(pack, signal).finally(() => running.delete(name));
      running.set(name, work);
      return work;
    },

    async remove(name) {
      const pack = find(name);
      errors.delete(name);
      // Also what an older version of the product kept under this name.
      const isOurs = (entry: string) => new RegExp(`^${name}@[0-9a-f]{12}$`).test(entry);
      const entries = existsSync(dir) ? await readdir(dir) : [];
      for (const entry of entries.filter(isOurs)) await rm(join(dir, entry), { recursive: true, force: true });
      tell(pack);
    },

    folderOf(name) {
      const pack = find(name);
      const { state, progress: value } = stateOf(pack);
      if (state !== 'ready') throw new PackMissing(pack, state, value);
      return folderFor(dir, pack);
    },

    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The folder's name tells its contents, so that a new pin never meets the files of an old one. */
function folderFor(dir: string, pack: Pack): string {
  const identity = identities.get(pack) ?? hash(pack);
  identities.set(pack, identity);
  return join(dir, `${pack.pack}@${identity}`);
}

const identities = new WeakMap<Pack, string>();

function hash({ sources }: Pack): string {
  return createHash('sha256').update(JSON.stringify(sources)).digest('hex').slice(0, 12);
}

function lockFor(dir: string, { pack }: Pack): string {
  return join(dir, `.${pack}.lock`);
}

/** Hashes were checked before the folder got its name; sizes tell whether somebody has been in it since. */
function isWhole(folder: string, pack: Pack): boolean {
  return keptFiles(pack).every(
    ({ to, bytes }) => statSync(join(folder, to), { throwIfNoEntry: false })?.size === bytes,
  );
}
