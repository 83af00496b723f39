import { AppError, type Call, ROLES, type Role, SPACE_IDS, type SpaceId, type SpaceRule } from '@mixreel/contract';
import { getTableName, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Caller, SpaceAccess } from '#context.ts';
import type { Db } from '#db/connect.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import { material } from '#features/material/material.tables.ts';
import { project } from '#features/project/project.tables.ts';
import { task } from '#features/task/task.tables.ts';

/** Which table knows the space of an id. Each has a column of the id's name and one named space_id. */
const OWNERS: Record<SpaceId, PgTable> = {
  project_id: project,
  material_id: material,
  vlc_id: vlc_file,
  task_id: task,
};

/** Whether this caller may make this call at all. */
export function requireAccess({ access }: Call, { user }: Caller): void {
  if (access !== 'session' && !user.user_privilege) throw new AppError('no_privilege');
  if (access === 'admin' && user.role !== 'admin') throw new AppError('forbidden', '只有管理员可以进行此操作');
}

/**
 * The space that the call's ids belong to and the caller's role in it. Ids of others and ids that do not exist are
 * refused with the same words, so that nobody learns which ids exist.
 */
export async function requireSpace(
  db: Db,
  rule: SpaceRule,
  input: Record<string, unknown>,
  caller: Caller,
): Promise<SpaceAccess> {
  const ids = idsOf(rule, input);
  const found = ids.length === 0 ? await readCurrent(db, caller) : await readOwner(db, rule, ids, caller);
  if (!found) throw new AppError('not_found');
  if (ROLES.indexOf(found.role) < ROLES.indexOf(rule.role)) {
    throw new AppError(
      'forbidden',
      rule.role === 'owner' ? '只有空间所有者可以进行此操作' : '你在这个空间只能查看，不能修改',
    );
  }
  return found;
}

function idsOf({ by }: SpaceRule, input: Record<string, unknown>): string[] {
  const value = by === 'current' ? undefined : input[by];
  const ids = Array.isArray(value) ? (value as string[]) : typeof value === 'string' ? [value] : [];
  return [...new Set(ids)];
}

async function readCurrent(db: Db, { user, current_space_id }: Caller): Promise<SpaceAccess | null> {
  const { rows } = await db.execute<{ role: Role }>(
    sql`select role from space_member where space_id = ${current_space_id} and user_uid = ${user.user_uid}`,
  );
  return rows[0] ? { space_id: current_space_id, role: rows[0].role } : null;
}

async function readOwner(db: Db, { by }: SpaceRule, ids: string[], { user }: Caller): Promise<SpaceAccess | null> {
  const key = SPACE_IDS.find((id) => by === id || by === `${id}s`);
  if (!key) throw new Error(`No table knows the space of ${by}`);
  const { rows } = await db.execute<{ space_id: string; role: Role; found: number }>(sql`
    select o.space_id, m.role, count(*)::int as found
    from ${sql.identifier(getTableName(OWNERS[key]))} o
    join space_member m on m.space_id = o.space_id and m.user_uid = ${user.user_uid}
    where o.${sql.identifier(key)} in ${ids}
    group by o.space_id, m.role`);
  const [row] = rows;
  return row && rows.length === 1 && row.found === ids.length ? { space_id: row.space_id, role: row.role } : null;
}
