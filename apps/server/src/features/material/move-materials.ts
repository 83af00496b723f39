import { AppError, MATERIALS_AT_ONCE_MAX, type MaterialSubType } from '@mixreel/contract';
import type { Db, Queryable } from '#db/connect.ts';
import { sql } from '#db/orm.ts';
import { requireHolder } from '#features/dir/dir.queries.ts';
import { requireProject } from '#features/project/project.queries.ts';
import { indexWords } from '#features/search/index-shot.ts';
import { leaveProducts, lookForProducts } from './product-marks.ts';

export type MoveTo = {
  project_id?: string | undefined;
  /** Null: out of its folder. */
  dir_id?: string | null | undefined;
  material_sub_type?: MaterialSubType | undefined;
};

type Row = { material_id: string; material_type: string; project_id: string | null; dir_id: string | null };
type Moved = {
  moved: number;
  moved_from: { dir_id: string | null; material_ids: string[] }[];
  projects: (string | null)[];
};

/**
 * To another project of the same space, into a folder or out of it, or to another kind of video. Who goes to another
 * project leaves the folder behind. Says how many, and which projects they came from and went to.
 */
export async function moveMaterials(db: Db, space_id: string, material_ids: string[], to: MoveTo): Promise<Moved> {
  const { material_sub_type } = to;
  if (!to.project_id && to.dir_id === undefined && !material_sub_type) {
    throw new AppError('invalid', '请选择要移到的项目、文件夹或分类');
  }
  return db.transaction(async (tx) => {
    const folder = to.dir_id
      ? await requireHolder(tx, space_id, to.dir_id, { kind: 'material', project_id: to.project_id })
      : null;
    const project_id = folder?.project_id ?? to.project_id;
    if (project_id) await requireProject(tx, space_id, project_id);
    const read = sql`
      select material_id, material_type, project_id, dir_id from material
      where space_id = ${space_id} and material_id = any(${sql.param(material_ids)}::text[])
      order by material_id`;
    const { rows: before } = await tx.execute<Row>(read);
    if (project_id && before.some((row) => row.project_id !== project_id)) await lookForProducts(tx, [project_id]);
    const { rows } = await tx.execute<Row>(sql`${read} for update`);
    const away = rows.filter((row) => project_id && row.project_id !== project_id);
    if (project_id && away.length > 0) await moveProject(tx, idsOf(away), project_id);
    if (to.dir_id !== undefined) await moveFolder(tx, idsOf(rows), to.dir_id);
    const isMoved = to.project_id !== undefined || to.dir_id !== undefined;
    const videos = rows.filter(({ material_type }) => material_type === 'video');
    if (material_sub_type) {
      // Pictures among them are only moved; with nothing but pictures there would be nothing to do.
      if (!isMoved && videos.length === 0) throw new AppError('invalid', '只有视频可以改分类');
      await setAll(tx, idsOf(videos), sql`material_sub_type = ${material_sub_type}`);
    }
    const projects = new Set([...rows.map((row) => row.project_id), ...(project_id ? [project_id] : [])]);
    const holders = Map.groupBy(rows, ({ dir_id }) => dir_id);
    const moved_from = Array.from(holders, ([dir_id, held]) => ({ dir_id, material_ids: idsOf(held) }));
    return { moved: (isMoved ? rows : videos).length, moved_from, projects: [...projects] };
  });
}

async function moveProject(tx: Queryable, ids: string[], project_id: string): Promise<void> {
  if (ids.length > MATERIALS_AT_ONCE_MAX) {
    throw new AppError('too_large', `一次最多把 ${MATERIALS_AT_ONCE_MAX} 个素材移到另一个项目，请分几次移动`);
  }
  await setAll(tx, ids, sql`project_id = ${project_id}`);
  await moveFolder(tx, ids, null);
  await leaveProducts(tx, ids);
  await indexWords(tx, ids);
}

async function moveFolder(tx: Queryable, ids: string[], dir_id: string | null): Promise<void> {
  await tx.execute(sql`
    update material set dir_id = ${dir_id}
    where material_id = any(${sql.param(ids)}::text[]) and dir_id is distinct from ${dir_id}`);
}

/** Of materials, and of their shots, which have the same columns. */
async function setAll(tx: Queryable, ids: string[], change: ReturnType<typeof sql>): Promise<void> {
  await tx.execute(sql`update material set ${change} where material_id = any(${sql.param(ids)}::text[])`);
  await tx.execute(sql`update shot set ${change} where material_id = any(${sql.param(ids)}::text[])`);
}

function idsOf(rows: { material_id: string }[]): string[] {
  return rows.map(({ material_id }) => material_id);
}
