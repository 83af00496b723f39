import type { Fields, State } from '@mixreel/document';
import type { Script } from './mix-document.ts';
import { type ClipRecord, MIX, type MixRecord, type ShootingRecord } from './mix-kind.ts';

/** A place for clips: a shooting by its id, or one of the pools. The same word as in plans of combinations. */
export type SlotId = string;

export type ShootingContent = ShootingRecord & { shooting_id: string; scripts: Script[] };
export type ClipContent = ClipRecord & { video_clip_id: string };

export function mixRecordOf(state: State): MixRecord {
  return state['mix']?.[MIX] as MixRecord;
}

/** Where a clip stands, as one word. */
export function slotOfClip({ pool, shooting_id }: Pick<ClipRecord, 'pool' | 'shooting_id'>): SlotId {
  return pool === 'shooting' ? (shooting_id ?? '') : pool;
}

/** The shootings of a mix in running order, with their lines. */
export function shootingsOf(state: State): ShootingContent[] {
  const scripts = scriptsBy(state['script'] ?? {});
  return inOrder(Object.entries(state['shooting'] ?? {})).map(([shooting_id, record]) => ({
    ...(record as ShootingRecord),
    shooting_id,
    scripts: scripts.get(shooting_id) ?? [],
  }));
}

type Records = State[string];
type Entry = [id: string, record: Fields];

function inOrder(entries: Entry[]): Entry[] {
  return entries.toSorted(([a, low], [b, high]) => compare(low['rank'], high['rank']) || compare(a, b));
}

/** Not by the language of whoever looks: the order is the same for all. */
function compare(a: unknown, b: unknown): number {
  return (a as string) < (b as string) ? -1 : (a as string) > (b as string) ? 1 : 0;
}

/** What was made of records, which never change: of a table that stayed the same everything is there already. */
const knownScripts = new WeakMap<Records, Map<string, Script[]>>();
const knownScript = new WeakMap<Fields, Script>();
const knownClips = new WeakMap<Records, Map<SlotId, ClipContent[]>>();
const knownClip = new WeakMap<Fields, ClipContent>();

function scriptsBy(table: Records): Map<string, Script[]> {
  return remember(knownScripts, table, () =>
    group(inOrder(Object.entries(table)), ([script_id, record]) => {
      const make = (): Script => {
        const { shooting_id: _place, rank: _rank, ...script } = record;
        return { script_id, ...script } as Script;
      };
      return [record['shooting_id'] as string, remember(knownScript, record, make)];
    }),
  );
}

/** The clips of every place, each in its order. */
export function clipsBySlot(state: State): Map<SlotId, ClipContent[]> {
  const table = state['clip'] ?? NOTHING;
  return remember(knownClips, table, () =>
    group(inOrder(Object.entries(table)), ([video_clip_id, record]) => {
      const clip = remember(knownClip, record, () => ({ ...(record as ClipRecord), video_clip_id }));
      return [slotOfClip(clip), clip];
    }),
  );
}

const NOTHING: Records = {};

function remember<K extends object, V>(known: WeakMap<K, V>, key: K, make: () => V): V {
  const value = known.get(key) ?? make();
  known.set(key, value);
  return value;
}

function group<T>(entries: Entry[], place: (entry: Entry) => [string, T]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const entry of entries) {
    const [key, value] = place(entry);
    const there = groups.get(key);
    if (there) there.push(value);
    else groups.set(key, [value]);
  }
  return groups;
}
