import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { download } from '#packs/download.ts';
import { PackError } from '#packs/errors.ts';
import { keptFiles, type JoinedFile, type Pack, type PackSource } from '#packs/manifest.ts';
import { untar } from '#packs/untar.ts';

type Options = { dir: string; registry: string; signal?: AbortSignal; onProgress: (progress: number) => void };

/** Share of the work that is downloading; the rest is unpacking, hashing and joining. */
const DOWNLOAD_SHARE = 0.95;

/** Fetches a pack into `folder`, which appears complete or not at all. The caller holds the lock of the pack. */
export async function fetchPack(pack: Pack, folder: string, options: Options): Promise<void> {
  const { dir, registry, signal, onProgress } = options;
  const downloads = join(dir, '.downloads');
  await mkdir(downloads, { recursive: true });
  await sweep(dir, pack);
  await requireSpace(dir, pack);

  const temporary = join(dir, `.new-${pack.pack}-${randomUUID()}`);
  await mkdir(temporary);
  try {
    let done = 0;
    for (const source of pack.sources) {
      const part = partOf(downloads, pack, source);
      const onBytes = (bytes: number) => onProgress(((done + bytes) / pack.bytes) * DOWNLOAD_SHARE);
      await download(source, part, { registry, signal, onBytes });
      await untar(part, source.files, temporary, signal);
      done += source.bytes;
    }
    if (pack.joined) await joinParts(pack.joined, temporary, signal);
    signal?.throwIfAborted();
    await rm(folder, { recursive: true, force: true });
    await rename(temporary, folder);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
  // Kept until the whole pack stands, so that a kill between two sources costs no download.
  for (const source of pack.sources) {
    await rm(partOf(downloads, pack, source), { force: true });
  }
}

/** Two packs may be taken from one package, at the same time. */
function partOf(downloads: string, { pack }: Pack, source: PackSource): string {
  return join(downloads, `${pack}-${source.package.replace('/', '+')}-${source.version}.tgz.part`);
}

/** What a killed run left half unpacked; nobody else unpacks this pack, since we hold its lock. */
async function sweep(dir: string, { pack }: Pack): Promise<void> {
  const isLeft = (name: string) => /^\.new-(.+)-[0-9a-f-]{36}$/.exec(name)?.[1] === pack;
  for (const name of await readdir(dir)) {
    if (isLeft(name)) await rm(join(dir, name), { recursive: true, force: true });
  }
}

/** Better to say so before the download than after half an hour of it. */
async function requireSpace(dir: string, pack: Pack): Promise<void> {
  const { bavail, bsize } = await statfs(dir);
  const unpacked = keptFiles(pack).reduce((sum, file) => sum + file.bytes, 0);
  const needed = pack.bytes + unpacked + (pack.joined?.bytes ?? 0);
  if (bavail * bsize < needed) throw new PackError('no-space', `${bavail * bsize} bytes free, ${needed} needed`);
}

async function joinParts({ to, from, bytes, sha256 }: JoinedFile, folder: string, signal?: AbortSignal): Promise<void> {
  const hash = createHash('sha256');
  const target = await open(join(folder, to), 'wx');
  try {
    for (const name of from) {
      for await (const chunk of createReadStream(join(folder, name), { highWaterMark: 1 << 20, signal })) {
        hash.update(chunk as Buffer);
        await target.writeFile(chunk as Buffer);
      }
      await rm(join(folder, name));
    }
    const { size } = await target.stat();
    if (size !== bytes || hash.digest('hex') !== sha256) throw new PackError('damaged', `${to}: joined file`);
  } finally {
    await target.close();
  }
}
