import { type ClipRecord, type MixChange, mixKind, mixRecordOf, resolveConfig } from '@mixreel/contract';
import type { Fields, Operation, State } from '@mixreel/document';
import { type Statement, statement, text } from '#db/statement.ts';
import { changesOf, documentRows, wholeRow } from '#features/document/rows.ts';
import { changedBy, type Writing, type Written } from '#features/document/store.ts';
import { writeFactTables } from '#features/fact/fact.document.ts';
import { countUse } from './count-use.ts';
import { mproject, script, shooting, video_clip } from './mix.tables.ts';
import { mixChange, OTHER_SEED } from './tell-change.ts';

const COUNTED = {
  owner: 'mproject_id',
  more: { space_id: 'whole.space_id' },
  isKept: true,
} as const;
const columnsOf = (table: string) => [...Object.keys(mixKind.tables[table]?.record.shape ?? {}), 'revision'];
const putShootings = documentRows(shooting, {
  ...COUNTED,
  id: 'shooting_id',
  columns: columnsOf('shooting'),
  again: { revision: 'shooting.revision + excluded.revision', deleted_at: 'null' },
});
const putClips = documentRows(video_clip, {
  ...COUNTED,
  id: 'video_clip_id',
  columns: columnsOf('clip'),
  again: { revision: 'video_clip.revision + excluded.revision', deleted_at: 'null' },
});
const putScripts = documentRows(script, { owner: 'mproject_id', id: 'script_id', isPerDocument: true });

/** The rows of what acts have changed, how many changes each has seen, and whether the chosen videos are still right. */
export function writeMix(mproject_id: string, { before, state, operations, users }: Written): Writing {
  const changed = changedBy(operations);
  const revised = revisedBy(operations);
  const counted = (table: string) => {
    const { there, gone } = changesOf(state, table, changed);
    return {
      there: there.map(([id, one]) => [id, { ...one, revision: revised.has(id) ? 1 : 0 }] as [string, Fields]),
      gone,
    };
  };
  const parts: MixChange['part'][] = [
    ...(changed.has('mix') ? ['mproject' as const] : []),
    ...(['shooting', 'script', 'clip'].some((table) => changed.has(table)) ? ['shootings' as const] : []),
  ];
  return {
    // The mix comes first: whoever changes materials holds mixes first and materials then.
    whole: wholeRow(mproject, 'mproject_id', {
      ...(changed.has('mix') && { ...mixRecordOf(state), revision: text('mproject.revision + 1') }),
      ...(!operations.every(keepsVideos) && { plan_revision: text('mproject.plan_revision + 1') }),
      ...(changed.has('mix') && seedOf(state) !== seedOf(before) && { planned_revision: OTHER_SEED }),
    }),
    parts: [
      ...putShootings(counted('shooting')),
      ...countLines(before, operations),
      ...putScripts(changesOf(state, 'script', changed)),
      ...putClips(counted('clip')),
      ...writeFactTables(state, changed),
      ...countUse(newlyShown(before, state, operations)).map((use) => statement`${use} and exists (select from whole)`),
    ],
    // Once however many did it: whoever hears it reads that part again.
    tells: parts.map((part) => mixChange(mproject_id, part, users.at(-1) ?? null)),
  };
}

/** What is said in a shooting counts as a change of it. */
function countLines(before: State, operations: readonly Operation[]): Statement[] {
  const whole = new Set(operations.flatMap((one) => (one.table === 'shooting' ? [one.id] : [])));
  const said = new Set(
    operations.flatMap((one) => {
      if (one.table !== 'script') return [];
      const { shooting_id } = (one.do === 'add' ? one.record : before['script']?.[one.id]) ?? {};
      return typeof shooting_id === 'string' && !whole.has(shooting_id) ? [shooting_id] : [];
    }),
  );
  if (said.size === 0) return [];
  return [
    statement`update shooting set revision = revision + 1 from whole
      where mproject_id = whole.document_id and shooting_id = any(${[...said]}::text[])`,
  ];
}

/** Ids of shootings and clips that were changed in more than their place. */
function revisedBy(operations: readonly Operation[]): Set<string> {
  return new Set(operations.filter((one) => !isMoved(one)).map(({ id }) => id));
}

function isMoved(one: Operation): boolean {
  const { place = [] } = mixKind.tables[one.table] ?? {};
  return one.do === 'set' && place.includes(one.path[0] ?? '');
}

/** Clips that show a material they did not show before. */
function newlyShown(before: State, state: State, operations: readonly Operation[]): ClipRecord[] {
  const shows = operations.filter((one) => one.table === 'clip' && (one.do === 'add' || isOtherMaterial(one)));
  return [...new Set(shows.map(({ id }) => id))].flatMap((id) => {
    const [was, is] = [before['clip']?.[id], state['clip']?.[id]];
    return is && was?.['material_id'] !== is['material_id'] ? [is as ClipRecord] : [];
  });
}

function isOtherMaterial(one: Operation): boolean {
  return one.do === 'set' && one.path[0] === 'material_id';
}

/** Names, facts, and where exports go, leave the chosen combinations as good as they were. */
function keepsVideos(one: Operation): boolean {
  if (one.table === 'fact' || one.table === 'acceptance') return true;
  if (one.do !== 'set') return false;
  const [field, group] = one.path;
  return field === 'mproject_name' || field === 'shooting_name' || (field === 'config' && group === 'output');
}

function seedOf(state: State): number {
  const { template_config, config } = mixRecordOf(state);
  return resolveConfig({ template: template_config, project: config }).combine.seed;
}
