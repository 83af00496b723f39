import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { PackError, toPackError } from '#packs/errors.ts';
import type { PackSource } from '#packs/manifest.ts';

/** Tries in a row without a single new byte. */
const TRIES = 4;
const STALL_MS = 30_000;

type Options = { registry: string; signal?: AbortSignal; onBytes: (bytes: number) => void };

/**
 * Downloads a tarball into `part`, going on where an earlier run stopped, and checks it against the pinned integrity.
 *
 * A resumed file that does not fit is thrown away and fetched once more from its beginning: the piece that was there
 * may have come from a broken proxy.
 */
export async function download(source: PackSource, part: string, options: Options): Promise<void> {
  const resumed = await sizeOf(part);
  await fetchAll(source, part, options);
  if ((await integrityOf(part)) === source.integrity) return;
  await rm(part, { force: true });
  if (resumed > 0) {
    await fetchAll(source, part, options);
    if ((await integrityOf(part)) === source.integrity) return;
    await rm(part, { force: true });
  }
  throw new PackError('damaged', `${source.package}@${source.version}: integrity`);
}

async function fetchAll(source: PackSource, part: string, options: Options): Promise<void> {
  let tries = 0;
  for (;;) {
    const before = await sizeOf(part);
    if (before === source.bytes) return options.onBytes(before);
    try {
      await fetchRest(source, part, before, options);
      return;
    } catch (error) {
      options.signal?.throwIfAborted();
      const failure = toPackError(error);
      if (failure.kind !== 'offline') throw failure;
      tries = (await sizeOf(part)) > before ? 0 : tries + 1;
      if (tries >= TRIES) throw failure;
      await sleep(500 * 2 ** tries, undefined, { signal: options.signal });
    }
  }
}

async function fetchRest(source: PackSource, part: string, from: number, options: Options): Promise<void> {
  const stalled = new AbortController();
  const signal = AbortSignal.any([stalled.signal, ...(options.signal ? [options.signal] : [])]);
  let timer = setTimeout(() => undefined, 0);
  const keepAlive = () => {
    clearTimeout(timer);
    timer = setTimeout(() => stalled.abort(new Error('stalled: nothing came for 30 s')), STALL_MS);
  };
  keepAlive();
  try {
    const address = await findTarball(source, options.registry, signal);
    const headers: Record<string, string> = { 'accept-encoding': 'identity' };
    if (from > 0) headers['range'] = `bytes=${from}-`;
    const response = await fetch(address, { headers, signal });
    if (!response.ok || !response.body) {
      await response.body?.cancel();
      // The part is longer than the file: it can't be a beginning of it.
      if (response.status === 416) await rm(part, { force: true });
      throw refusal(response, address);
    }
    const isResumed = response.status === 206;
    const file = await open(part, isResumed ? 'a' : 'w');
    let size = isResumed ? from : 0;
    try {
      for await (const chunk of response.body) {
        keepAlive();
        size += chunk.length;
        if (size > source.bytes) throw new PackError('damaged', `${address} is longer than pinned`);
        await file.writeFile(chunk);
        options.onBytes(size);
      }
    } finally {
      await file.close();
    }
    if (size < source.bytes) throw new PackError('offline', `${address} ended after ${size} of ${source.bytes} bytes`);
  } finally {
    clearTimeout(timer);
  }
}

async function findTarball(source: PackSource, registry: string, signal: AbortSignal): Promise<string> {
  const name = source.package.replace('/', '%2f');
  const address = `${registry.replace(/\/+$/, '')}/${name}/${source.version}`;
  const response = await fetch(address, { signal });
  if (!response.ok) throw refusal(response, address);
  const { dist } = (await response.json()) as { dist?: { tarball?: string } };
  if (!dist?.tarball) throw new PackError('refused', `${address} names no tarball`);
  return dist.tarball;
}

/** A server that is overloaded or broken may answer later; one that says no will say no again. */
function refusal({ status }: Response, address: string): PackError {
  const mayPass = status >= 500 || status === 429 || status === 408 || status === 416;
  return new PackError(mayPass ? 'offline' : 'refused', `${address} answered ${status}`);
}

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}

async function integrityOf(path: string): Promise<string> {
  const hash = createHash('sha512');
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(chunk as Buffer);
  return `sha512-${hash.digest('base64')}`;
}
