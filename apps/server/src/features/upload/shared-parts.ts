import { open, truncate } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { Pieces } from '#storage/storage.ts';
import type { Parts } from './parts.ts';

/** What came is handed to the store in pieces of this size, while more comes. */
const PIECE_BYTES = 16 * 1024 ** 2;

/** A stretch of an upload in the store; its place is its name. */
type Piece = { name: string; start: number; end: number };

/**
 * Parts that several API processes share: what has come is in the store, and the file of this process is a beginning of
 * it. Whoever is asked next fetches what they lack, hashes it as if it had just come, and goes on.
 */
export function createSharedParts(local: Parts, pieces: Pieces): Parts {
  async function list(record_uuid: string): Promise<Piece[]> {
    const found: Piece[] = [];
    for await (const { name } of pieces.list(`${record_uuid}/`)) {
      const [, start, size] = /\/(\d+)-(\d+)$/.exec(name) ?? [];
      if (start && size) found.push({ name, start: Number(start), end: Number(start) + Number(size) });
    }
    return found.toSorted((a, b) => a.start - b.start);
  }

  /** Brings the file of this process to exactly this length. */
  async function fill(record_uuid: string, bytes: number, known?: Piece[]): Promise<void> {
    const path = local.path(record_uuid);
    const have = await local.size(record_uuid);
    // What never reached the store is sent again.
    if (have > bytes) await truncate(path, bytes);
    if (have >= bytes) return;
    const from = readFrom(known ?? (await list(record_uuid)), have, bytes);
    const filled = await local.write(record_uuid, have, Readable.from(from));
    if (filled !== bytes) throw new Error(`The store has ${filled} bytes of an upload instead of ${bytes}`);
  }

  async function* readFrom(all: Piece[], from: number, bytes: number): AsyncGenerator<Buffer, void, undefined> {
    for (let at = from; at < bytes;) {
      const next = furthest(all, at);
      if (!next) return;
      const range = { start: at - next.start, end: Math.min(next.end, bytes) - next.start - 1 };
      for await (const chunk of await pieces.read(next.name, range)) {
        yield chunk as Buffer;
        at += (chunk as Buffer).length;
      }
    }
  }

  return {
    ...local,
    async size(record_uuid) {
      const all = await list(record_uuid);
      return extentOf(all);
    },
    async write(record_uuid, offset, stream) {
      await fill(record_uuid, offset);
      const path = local.path(record_uuid);
      let begun = offset;
      let sending = Promise.resolve();
      const send = (until: number) => {
        const start = begun;
        begun = until;
        sending = sending.then(() => putRange(pieces, record_uuid, path, { start, end: until }));
        // Told of when everything has come; without somebody who listens now it would end the process.
        sending.catch(() => {});
      };
      try {
        return await local.write(record_uuid, offset, stream, (until) => {
          while (until - begun >= PIECE_BYTES) send(begun + PIECE_BYTES);
        });
      } finally {
        const size = await local.size(record_uuid);
        while (begun < size) send(Math.min(size, begun + PIECE_BYTES));
        await sending;
      }
    },
    async digest(record_uuid) {
      const all = await list(record_uuid);
      await fill(record_uuid, extentOf(all), all);
      return local.digest(record_uuid);
    },
    async remove(record_uuid) {
      await local.remove(record_uuid);
      for (const { name } of await list(record_uuid)) await pieces.remove(name);
    },
    async untouched(olderThanMs) {
      const newest = new Map<string, number>();
      for await (const { name, stored_at } of pieces.list('')) {
        const [record_uuid = ''] = name.split('/');
        newest.set(record_uuid, Math.max(newest.get(record_uuid) ?? 0, stored_at.getTime()));
      }
      const old = [...newest].filter(([, at]) => at < Date.now() - olderThanMs).map(([record_uuid]) => record_uuid);
      return [...new Set([...(await local.untouched(olderThanMs)), ...old])];
    },
  };
}

/** How far the pieces reach without a gap. Some overlap: a connection that was given up may have brought its last bytes late. */
function extentOf(all: Piece[]): number {
  let at = 0;
  for (let next = furthest(all, at); next; next = furthest(all, at)) at = next.end;
  return at;
}

function furthest(all: Piece[], at: number): Piece | null {
  const here = all.filter(({ start, end }) => start <= at && end > at);
  return here.reduce<Piece | null>((best, piece) => (piece.end > (best?.end ?? at) ? piece : best), null);
}

async function putRange(
  pieces: Pieces,
  record_uuid: string,
  path: string,
  { start, end }: { start: number; end: number },
): Promise<void> {
  const body = Buffer.alloc(end - start);
  const file = await open(path, 'r');
  try {
    await file.read(body, 0, body.length, start);
  } finally {
    await file.close();
  }
  await pieces.put(`${record_uuid}/${String(start).padStart(15, '0')}-${body.length}`, body);
}
