import { type Fact, factSheetOf } from '@mixreel/contract';
import type { Queryable } from '#db/connect.ts';
import { readFactTables } from '#features/fact/fact.document.ts';
import type { MixRow } from '#features/mix/document.ts';
import { requireProject } from '#features/project/project.queries.ts';

/** What no wording of a mix may say otherwise: names of product and project, and its facts. */
export async function readKept(
  db: Queryable,
  { space_id, project_id, mproject_id }: Pick<MixRow, 'space_id' | 'project_id' | 'mproject_id'>,
): Promise<{ names: string[]; facts: Fact[] }> {
  const { sku_name, project_name } = await requireProject(db, space_id, project_id);
  const { facts } = factSheetOf(await readFactTables(db, mproject_id));
  const named = facts.filter(({ kind, locked }) => kind === 'name' && locked).map(({ text }) => text);
  return { names: [sku_name, project_name, ...named], facts };
}
