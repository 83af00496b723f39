import { numberedName } from '@mixreel/contract';
import type { Queryable } from '#db/connect.ts';
import { type SQL, and, eq, inArray, isNull, sql } from '#db/orm.ts';
import { material } from '#features/material/material.tables.ts';

/** A folder of a project, or all that lies in none. */
export type Place = { project_id: string; dir_id: string | null };

export function inFolder(dir_id: string | null): SQL {
  return dir_id === null ? isNull(material.dir_id) : eq(material.dir_id, dir_id);
}

const TRIED_AT_ONCE = 100;

/** Until the transaction ends, nobody else gives a name in this project: two uploads never get the same one. */
export async function lockNames(tx: Queryable, project_id: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`material_names:${project_id}`}, 0))`);
}

/** `口播.mp4`, `口播 (2).mp4`, `口播 (3).mp4`: the first that the folder does not have. */
export async function freeName(tx: Queryable, { project_id, dir_id }: Place, name: string): Promise<string> {
  for (let from = 2; ; from += TRIED_AT_ONCE) {
    const names = Array.from({ length: TRIED_AT_ONCE }, (_, n) => numberedName(name, from + n));
    const taken = await tx
      .select({ material_name: material.material_name })
      .from(material)
      .where(
        and(
          eq(material.project_id, project_id),
          inFolder(dir_id),
          inArray(material.material_name, names),
          isNull(material.deleted_at),
        ),
      );
    const taken_names = new Set(taken.map(({ material_name }) => material_name));
    const free = names.find((one) => !taken_names.has(one));
    if (free) return free;
  }
}
