import { AppError, type MaterialFilter } from '@mixreel/contract';
import type { Pool } from 'pg';

/** The folders to look in, and how many materials lie there: all, those of the kinds asked for, and of all the project. */
export type DirsWithin = {
  dir_ids: string[];
  project_id: string;
  all: number;
  count: number;
  project_count: number;
};

type Asked = Pick<MaterialFilter, 'project_id' | 'dir_id' | 'with_subdirs' | 'material_type' | 'material_sub_type'>;

/** A folder, with those below it if they are asked for; null where no folder is. Throws when it is not there. */
export async function readDirsWithin(
  pool: Pool,
  space_id: string,
  { project_id, dir_id, with_subdirs = true, material_type, material_sub_type }: Asked,
): Promise<DirsWithin | null> {
  if (!dir_id) return null;
  const values = [dir_id, space_id, project_id ?? null, with_subdirs, material_type ?? null, material_sub_type ?? null];
  const isKind = '($5::text is null or material_type = $5) and ($6::text is null or material_sub_type = $6)';
  const { rows } = await pool.query<DirsWithin & { dir_ids: string[] | null }>(
    `with recursive below as (
       select dir_id, project_id from dir
       where dir_id = $1 and space_id = $2 and kind = 'material' and deleted_at is null
         and ($3::text is null or project_id = $3)
       union
       select d.dir_id, d.project_id from dir d join below on d.parent_id = below.dir_id
       where d.deleted_at is null and $4
     ), held as (select c.* from dir_count c join below using (project_id, dir_id))
     select (select array_agg(dir_id) from below) as dir_ids,
       (select project_id from below limit 1) as project_id,
       (select coalesce(sum(count), 0)::int from held) as all,
       (select coalesce(sum(count), 0)::int from held where ${isKind}) as count,
       (select coalesce(sum(count), 0)::int from dir_count
        where project_id = (select project_id from below limit 1) and ${isKind}) as project_count`,
    values,
  );
  const [found] = rows;
  if (!found?.dir_ids) throw new AppError('not_found', '文件夹不存在或已被删除，请重新选择');
  return found;
}
