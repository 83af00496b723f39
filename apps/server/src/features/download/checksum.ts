import { createReadStream } from 'node:fs';
import { crc32 } from 'node:zlib';
import type { App } from '#context.ts';
import { eq, inArray } from '#db/orm.ts';
import { stored_object } from '#features/file/file.tables.ts';

type Needs = Pick<App, 'db' | 'storage'>;
type Options = { signal: AbortSignal; onBytes(bytes: number): void };

/**
 * The CRC-32 of stored contents. Each is read once in its life and its sum kept, one after another: what was summed up
 * before a worker died need not be read again.
 */
export async function checksums(
  { db, storage }: Needs,
  contents: { sha256: string; bytes: number }[],
  { signal, onBytes }: Options,
): Promise<Map<string, number>> {
  const sizes = new Map(contents.map(({ sha256, bytes }) => [sha256, bytes]));
  const hashes = [...sizes.keys()];
  const rows = await db
    .select({ sha256: stored_object.sha256, crc32: stored_object.crc32 })
    .from(stored_object)
    .where(inArray(stored_object.sha256, hashes));
  const known = new Map(rows.flatMap((row) => (row.crc32 === null ? [] : [[row.sha256, row.crc32]])));
  for (const sha256 of hashes) {
    if (known.has(sha256)) onBytes(sizes.get(sha256) ?? 0);
    else {
      const sum = await sumUp(await storage.read(sha256), { signal, onBytes });
      known.set(sha256, sum);
      await db.update(stored_object).set({ crc32: sum }).where(eq(stored_object.sha256, sha256));
    }
  }
  return known;
}

export function checksumOfFile(path: string, options: Options): Promise<number> {
  return sumUp(createReadStream(path), options);
}

async function sumUp(chunks: AsyncIterable<Buffer>, { signal, onBytes }: Options): Promise<number> {
  let sum = 0;
  for await (const chunk of chunks) {
    signal.throwIfAborted();
    sum = crc32(chunk, sum);
    onBytes(chunk.length);
  }
  return sum;
}
