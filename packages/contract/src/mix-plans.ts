import {
  diffText,
  type Fields,
  isEqual,
  type Json,
  type Operation,
  planRanks,
  ranksBetween,
  type State,
} from '@mixreel/document';
import type { MixConfigChange, ShootingConfigChange, ShootingOverrides } from './mix-config.ts';
import { clipsBySlot, type ShootingContent, shootingsOf, type SlotId, slotOfClip } from './mix-content.ts';
import type { Script } from './mix-document.ts';
import { type ClipRecord, MIX, type MixRecord, type ScriptRecord, type ShootingRecord } from './mix-kind.ts';

/** What to do so that a mix is as somebody says: pages and calls make their acts of these. */

/** Name and template. */
export function planMix(state: State, change: Partial<Omit<MixRecord, 'config'>>): Operation[] {
  return sets('mix', MIX, state['mix']?.[MIX], change);
}

export function planMixConfig(state: State, change: MixConfigChange): Operation[] {
  return setsOfConfig('mix', MIX, state['mix']?.[MIX], change);
}

export function planShootingConfig(state: State, shooting_id: string, change: ShootingConfigChange): Operation[] {
  return setsOfConfig('shooting', shooting_id, state['shooting']?.[shooting_id], change);
}

/** All settings as they should be; what is not named is inherited again. */
export function planWholeConfig(state: State, config: object): Operation[] {
  const had = (state['mix']?.[MIX]?.['config'] ?? {}) as Record<string, Fields>;
  const off = Object.entries(had).map(([group, fields]) => [
    group,
    Object.fromEntries(Object.keys(fields).map((field) => [field, null])),
  ]);
  const wanted = config as Record<string, Fields>;
  const groups = new Set([...off.map(([group]) => group as string), ...Object.keys(wanted)]);
  const nothing = Object.fromEntries(off) as Record<string, Fields>;
  const change = Object.fromEntries([...groups].map((group) => [group, { ...nothing[group], ...wanted[group] }]));
  return planMixConfig(state, change);
}

type ShootingChange = { shooting_name?: string | undefined; scripts?: Script[] | undefined };

export function planShooting(
  state: State,
  shooting_id: string,
  { shooting_name, scripts }: ShootingChange,
): Operation[] {
  const record = state['shooting']?.[shooting_id];
  if (!record) return [];
  return [
    ...(shooting_name === undefined ? [] : sets('shooting', shooting_id, record, { shooting_name })),
    ...(scripts ? planScripts(state, shooting_id, scripts) : []),
  ];
}

/** The wordings of a shooting as they should be: of texts only what differs is written. */
function planScripts(state: State, shooting_id: string, scripts: Script[]): Operation[] {
  const had = Object.entries(state['script'] ?? {}).filter(([, one]) => one['shooting_id'] === shooting_id);
  const byId = new Map(had);
  const wanted = new Set(scripts.map(({ script_id }) => script_id));
  const ranks = planRanks(
    scripts.map(({ script_id }) => ({ id: script_id, rank: (byId.get(script_id)?.['rank'] as string) ?? null })),
  );
  return [
    ...had.filter(([id]) => !wanted.has(id)).map(([id]): Operation => ({ do: 'remove', table: 'script', id })),
    ...scripts.flatMap(({ script_id, text, recording_material_id, captions }): Operation[] => {
      const before = byId.get(script_id);
      const rank = ranks.get(script_id) ?? (before?.['rank'] as string);
      if (!before) {
        const record: ScriptRecord = { shooting_id, rank, text, recording_material_id, captions };
        return [{ do: 'add', table: 'script', id: script_id, record }];
      }
      return [
        ...planText(state, script_id, text),
        ...sets('script', script_id, before, { rank, recording_material_id, captions }),
      ];
    }),
  ];
}

/** A line as it reads after somebody has written in it, with the caret behind the last letter. */
export function planText(state: State, script_id: string, text: string, caret?: number): Operation[] {
  const before = state['script']?.[script_id]?.['text'];
  if (typeof before !== 'string' || before === text) return [];
  const edit = diffText(before, text, caret);
  return [{ do: 'type', table: 'script', id: script_id, path: ['text'], edit }];
}

/** The captions of one wording, null: made from its line; its recording; what is shown below it in another language. */
export function planScript(
  state: State,
  script_id: string,
  change: Partial<Pick<Script, 'captions' | 'recording_material_id' | 'second_text'>>,
): Operation[] {
  return sets('script', script_id, state['script']?.[script_id], change);
}

export type NewShooting = {
  shooting_id: string;
  shooting_name?: string;
  config?: ShootingOverrides;
  scripts: Script[];
};

/** New shootings, one behind the other, before the one that is at this position now. */
export function planNewShootings(state: State, shootings: NewShooting[], position = Infinity): Operation[] {
  const ranks = ranksAt(shootingsOf(state), position, shootings.length);
  return shootings.flatMap(({ shooting_id, shooting_name = '', config = {}, scripts }, n): Operation[] => {
    const record: ShootingRecord = { rank: ranks[n] ?? '', shooting_name, config };
    const lines = ranksBetween(null, null, scripts.length);
    return [
      { do: 'add', table: 'shooting', id: shooting_id, record },
      ...scripts.map(({ script_id, ...script }, at): Operation => {
        const line: ScriptRecord = { shooting_id, rank: lines[at] ?? '', ...script };
        return { do: 'add', table: 'script', id: script_id, record: line };
      }),
    ];
  });
}

/** These change places among themselves. What is not named, such as what somebody added just now, stays. */
export function planOrder(state: State, shooting_ids: string[]): Operation[] {
  const queue = [...shooting_ids];
  const named = new Set(shooting_ids);
  const shootings = shootingsOf(state);
  const byId = new Map(shootings.map((one): [string, ShootingContent] => [one.shooting_id, one]));
  const wanted = shootings.map((one) => (named.has(one.shooting_id) ? byId.get(queue.shift() ?? '') : one) ?? one);
  const ranks = planRanks(wanted.map(({ shooting_id, rank }) => ({ id: shooting_id, rank })));
  return [...ranks].map(([id, rank]) => ({ do: 'set', table: 'shooting', id, path: ['rank'], value: rank }));
}

export type NewClip = { video_clip_id: string } & Omit<ClipRecord, 'pool' | 'shooting_id' | 'rank'>;

/** How a clip is that nobody has touched yet. */
export const UNTOUCHED_CLIP = {
  speed: 1,
  volume: 1,
  fit: null,
  crop: null,
  is_mirrored: false,
  is_pinned: false,
  is_excluded: false,
  note: '',
};

/** New clips, one behind the other, before the one that is at this position of the place now. */
export function planNewClips(state: State, slot_id: SlotId, clips: NewClip[], position = Infinity): Operation[] {
  const ranks = ranksAt(clipsBySlot(state).get(slot_id) ?? [], position, clips.length);
  return clips.map(({ video_clip_id, ...clip }, n) => {
    const record: ClipRecord = { ...clip, ...placeIn(slot_id), rank: ranks[n] ?? '' };
    return { do: 'add', table: 'clip', id: video_clip_id, record };
  });
}

/** `position` counts without those that move. */
export function planMove(state: State, ids: string[], slot_id: SlotId, position = Infinity): Operation[] {
  const there = clipsBySlot(state).get(slot_id) ?? [];
  const rest = there.filter(({ video_clip_id }) => !ids.includes(video_clip_id));
  const ranks = ranksAt(rest, position, ids.length);
  return ids.flatMap((id, n) => sets('clip', id, state['clip']?.[id], { ...placeIn(slot_id), rank: ranks[n] ?? '' }));
}

export type ClipChange = Partial<Omit<ClipRecord, 'pool' | 'shooting_id' | 'rank'>>;

export function planClip(state: State, video_clip_id: string, change: ClipChange): Operation[] {
  return sets('clip', video_clip_id, state['clip']?.[video_clip_id], change);
}

/** One clip becomes two, cut at a time of its source. */
export function planSplit(state: State, video_clip_id: string, at_ms: number, second_id: string): Operation[] {
  const clip = state['clip']?.[video_clip_id] as ClipRecord | undefined;
  if (!clip) return [];
  const there = clipsBySlot(state).get(slotOfClip(clip)) ?? [];
  const at = there.findIndex((one) => one.video_clip_id === video_clip_id);
  const [rank = ''] = ranksAt(there, at + 1, 1);
  return [
    { do: 'set', table: 'clip', id: video_clip_id, path: ['end_ms'], value: at_ms },
    { do: 'add', table: 'clip', id: second_id, record: { ...clip, start_ms: at_ms, rank } },
  ];
}

/** Without those that are not there any more. */
export function planRemove(state: State, table: 'shooting' | 'clip', ids: string[]): Operation[] {
  return ids.filter((id) => state[table]?.[id]).map((id) => ({ do: 'remove', table, id }));
}

export function placeIn(slot_id: SlotId): Pick<ClipRecord, 'pool' | 'shooting_id'> {
  const isPool = slot_id === 'header' || slot_id === 'footer';
  return isPool ? { pool: slot_id, shooting_id: null } : { pool: 'shooting', shooting_id: slot_id };
}

function ranksAt(rows: readonly { rank: string }[], position: number, count: number): string[] {
  const at = Math.min(Math.max(0, position), rows.length);
  return ranksBetween(rows[at - 1]?.rank ?? null, rows[at]?.rank ?? null, count);
}

function sets(table: string, id: string, record: Fields | undefined, change: object): Operation[] {
  if (!record) return [];
  return Object.entries(change as Record<string, Json | undefined>).flatMap(([field, value]): Operation[] => {
    const isSame = value === undefined || isEqual(record[field] ?? null, value);
    return isSame ? [] : [{ do: 'set', table, id, path: [field], value }];
  });
}

/** Group and field by itself, so that what others set beside it stays; null takes one back to what is inherited. */
function setsOfConfig(table: string, id: string, record: Fields | undefined, change: object): Operation[] {
  if (!record) return [];
  const had = (record['config'] ?? {}) as Record<string, Fields | undefined>;
  return Object.entries(change).flatMap(([group, fields]) =>
    Object.entries((fields ?? {}) as Record<string, Json | undefined>).flatMap(([field, value]): Operation[] => {
      const isSame = value === undefined || isEqual(had[group]?.[field] ?? null, value);
      return isSame ? [] : [{ do: 'set', table, id, path: ['config', group, field], value }];
    }),
  );
}
