import { appendFile, open } from 'node:fs/promises';
import { findDamage, spansWithin } from '#analysis/damage.ts';
import type { Span } from '#analysis/spans.ts';
import { BoundedMap } from '#bounded-map.ts';
import type { Tools } from '#ffmpeg/locate.ts';
import type { Stretch } from '#render/picture.ts';
import type { Source } from '#render/shot.ts';

/** Broken pictures that a part shows: which source, named by its hash, and where in it, in seconds. */
export type Damage = Span & { hash: string };

const SHORTEST_SECONDS = 0.08;
const known = new BoundedMap<string, Promise<Span[]>>(500);

/** Where a source is broken, counted from its start; found out once. */
function damageOf(tools: Tools, { path, hash, facts }: Source): Promise<Span[]> {
  const found =
    known.get(hash) ??
    findDamage(tools, path).then((spans) => {
      const offset = facts.video?.startSeconds ?? 0;
      return spans.map(({ from, to }) => ({ from: from + offset, to: to + offset }));
    });
  known.set(hash, found);
  found.catch(() => known.delete(hash));
  return found;
}

/** The broken pictures that a stretch shows, whose decoder complained. */
export async function damageInStretch(tools: Tools, { shot, canvas, from, to }: Stretch): Promise<Damage[]> {
  const { source, startSeconds, speed } = shot;
  if (source.facts.isStill) return [];
  const at = (frame: number) => startSeconds + (frame / canvas.fps) * speed;
  return spansWithin(await damageOf(tools, source), { from: at(from), to: at(to) })
    .filter((span) => span.to - span.from >= SHORTEST_SECONDS)
    .map((span) => ({ ...span, hash: source.hash }));
}

const MAGIC = 'MXRD';
const FRAME_BYTES = 16;
const MOST_BYTES = 64 * 1024;

/**
 * Writes the damage into the part itself, as a box that players skip: whoever finds the part in the cache is told, too.
 * The length stands at the end, where it is looked for.
 */
export async function keepDamage(path: string, damage: Damage[]): Promise<void> {
  if (damage.length === 0) return;
  const text = Buffer.from(JSON.stringify(damage));
  const box = Buffer.alloc(FRAME_BYTES + text.length);
  box.writeUInt32BE(box.length, 0);
  box.write(`free${MAGIC}`, 4, 'latin1');
  text.copy(box, 12);
  box.writeUInt32BE(box.length, box.length - 4);
  await appendFile(path, box);
}

/** What `keepDamage` wrote. */
export async function readDamage(path: string): Promise<Damage[]> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const end = Buffer.alloc(4);
    await file.read(end, 0, 4, size - 4);
    const length = end.readUInt32BE(0);
    if (length <= FRAME_BYTES || length > Math.min(size, MOST_BYTES)) return [];
    const box = Buffer.alloc(length);
    await file.read(box, 0, length, size - length);
    if (box.readUInt32BE(0) !== length || box.toString('latin1', 4, 12) !== `free${MAGIC}`) return [];
    return JSON.parse(box.toString('utf8', 12, length - 4)) as Damage[];
  } finally {
    await file.close();
  }
}

/** Each broken place once, however many parts show some of it. */
export function joinDamage(damage: Damage[]): Damage[] {
  const joined: Damage[] = [];
  for (const one of damage.toSorted((a, b) => a.hash.localeCompare(b.hash) || a.from - b.from)) {
    const before = joined.at(-1);
    if (before?.hash === one.hash && one.from <= before.to + 0.1) before.to = Math.max(before.to, one.to);
    else joined.push({ ...one });
  }
  return joined;
}
