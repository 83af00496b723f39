import { AppError, type ClipRecord, mixKind, type MixChange, mixRecordOf, resolveConfig } from '@mixreel/contract';
import type { Operation, State } from '@mixreel/document';
import type { App } from '#context.ts';
import { now } from '#db/columns.ts';
import type { Queryable } from '#db/connect.ts';
import { and, eq, inArray, sql } from '#db/orm.ts';
import { changedBy, type Written } from '#features/document/store.ts';
import { countClipUse } from './count-use.ts';
import { mproject, script, shooting, video_clip } from './mix.tables.ts';
import { OTHER_SEED, tellChange } from './tell-change.ts';

/** The rows of what acts have changed, how many changes each has seen, and whether the chosen videos are still right. */
export async function writeMix(
  app: App,
  db: Queryable,
  mproject_id: string,
  { before, state, operations, user }: Written,
): Promise<void> {
  const changed = changedBy(operations);
  const revised = revisedBy(operations);
  // The mix comes first: whoever changes materials holds mixes first and materials then.
  const [mix] = await db
    .update(mproject)
    .set({
      ...(changed.has('mix') && { ...mixRecordOf(state), revision: sql`${mproject.revision} + 1` }),
      ...(!operations.every(keepsVideos) && { plan_revision: sql`${mproject.plan_revision} + 1` }),
      ...(seedOf(state) !== seedOf(before) && { planned_revision: OTHER_SEED }),
      updated_at: now,
    })
    .where(eq(mproject.mproject_id, mproject_id))
    .returning({ space_id: mproject.space_id });
  const where = { mproject_id, space_id: mix?.space_id ?? '' };
  const of = (table: string) => split(state, table, [...(changed.get(table) ?? [])]);
  await writeShootings(db, where, of('shooting'), revised);
  await countLines(db, where, before, operations);
  await writeScripts(db, mproject_id, of('script'));
  await writeClips(db, where, of('clip'), revised);
  await countClipUse(db, newlyShown(before, state, operations));
  const parts: MixChange['part'][] = [
    ...(changed.has('mix') ? ['mproject' as const] : []),
    ...(['shooting', 'script', 'clip'].some((table) => changed.has(table)) ? ['shootings' as const] : []),
  ];
  for (const part of parts) await tellChange(app, db, mproject_id, part, user);
}

type Where = { mproject_id: string; space_id: string };
/** Records by their ids as they are now, and ids of those that are gone. */
type Rows = { there: [id: string, record: object][]; gone: string[] };

function split(state: State, table: string, ids: string[]): Rows {
  const records = state[table] ?? {};
  return {
    there: ids.flatMap((id): Rows['there'] => (records[id] ? [[id, records[id]]] : [])),
    gone: ids.filter((id) => !records[id]),
  };
}

const given = (column: string) => sql.raw(`excluded.${column}`);

async function writeShootings(db: Queryable, where: Where, { there, gone }: Rows, revised: Set<string>) {
  if (there.length > 0) {
    const rows = there.map(([shooting_id, record]) => {
      const by = revised.has(shooting_id) ? 1 : 0;
      return { ...record, ...where, shooting_id, revision: by } as typeof shooting.$inferInsert;
    });
    const written = await db
      .insert(shooting)
      .values(rows)
      .onConflictDoUpdate({
        target: shooting.shooting_id,
        set: {
          rank: given('rank'),
          shooting_name: given('shooting_name'),
          config: given('config'),
          revision: sql`${shooting.revision} + excluded.revision`,
          deleted_at: null,
        },
        setWhere: eq(shooting.mproject_id, where.mproject_id),
      })
      .returning({ id: shooting.shooting_id });
    requireOwn(written, rows);
  }
  if (gone.length === 0) return;
  await db
    .update(shooting)
    .set({ deleted_at: now })
    .where(and(eq(shooting.mproject_id, where.mproject_id), inArray(shooting.shooting_id, gone)));
}

/** What is said in a shooting counts as a change of it. */
async function countLines(db: Queryable, where: Where, before: State, operations: readonly Operation[]) {
  const whole = new Set(operations.flatMap((one) => (one.table === 'shooting' ? [one.id] : [])));
  const said = new Set(
    operations.flatMap((one) => {
      if (one.table !== 'script') return [];
      const { shooting_id } = (one.do === 'add' ? one.record : before['script']?.[one.id]) ?? {};
      return typeof shooting_id === 'string' && !whole.has(shooting_id) ? [shooting_id] : [];
    }),
  );
  if (said.size === 0) return;
  await db
    .update(shooting)
    .set({ revision: sql`${shooting.revision} + 1` })
    .where(and(eq(shooting.mproject_id, where.mproject_id), inArray(shooting.shooting_id, [...said])));
}

async function writeScripts(db: Queryable, mproject_id: string, { there, gone }: Rows) {
  if (there.length > 0) {
    const rows = there.map(([script_id, record]) => {
      return { ...record, mproject_id, script_id } as typeof script.$inferInsert;
    });
    await db
      .insert(script)
      .values(rows)
      .onConflictDoUpdate({
        target: [script.mproject_id, script.script_id],
        set: {
          shooting_id: given('shooting_id'),
          rank: given('rank'),
          text: given('text'),
          recording_material_id: given('recording_material_id'),
          captions: given('captions'),
        },
      });
  }
  if (gone.length === 0) return;
  await db.delete(script).where(and(eq(script.mproject_id, mproject_id), inArray(script.script_id, gone)));
}

async function writeClips(db: Queryable, where: Where, { there, gone }: Rows, revised: Set<string>) {
  if (there.length > 0) {
    const rows = there.map(([video_clip_id, record]) => {
      const by = revised.has(video_clip_id) ? 1 : 0;
      return { ...record, ...where, video_clip_id, revision: by } as typeof video_clip.$inferInsert;
    });
    const written = await db
      .insert(video_clip)
      .values(rows)
      .onConflictDoUpdate({
        target: video_clip.video_clip_id,
        set: {
          ...Object.fromEntries(CLIP_COLUMNS.map((column) => [column, given(column)])),
          revision: sql`${video_clip.revision} + excluded.revision`,
          deleted_at: null,
        },
        setWhere: eq(video_clip.mproject_id, where.mproject_id),
      })
      .returning({ id: video_clip.video_clip_id });
    requireOwn(written, rows);
  }
  if (gone.length === 0) return;
  await db
    .update(video_clip)
    .set({ deleted_at: now })
    .where(and(eq(video_clip.mproject_id, where.mproject_id), inArray(video_clip.video_clip_id, gone)));
}

const CLIP_COLUMNS = Object.keys(mixKind.tables['clip']?.record.shape ?? {});

/** An id that a row of another mix has is never written over. */
function requireOwn(written: unknown[], rows: unknown[]): void {
  if (written.length < rows.length) throw new AppError('invalid', '这个编号已经用过，请刷新页面后再试');
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

/** Names, and where exports go, leave the chosen combinations as good as they were. */
function keepsVideos(one: Operation): boolean {
  if (one.do !== 'set') return false;
  const [field, group] = one.path;
  return field === 'mproject_name' || field === 'shooting_name' || (field === 'config' && group === 'output');
}

function seedOf(state: State): number {
  const { template_config, config } = mixRecordOf(state);
  return resolveConfig({ template: template_config, project: config }).combine.seed;
}
