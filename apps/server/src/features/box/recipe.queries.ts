import { AppError, type BoxRecipe, type BoxStep, boxTakes, RECIPES_MAX } from '@mixreel/contract';
import type { App } from '#context.ts';
import type { Queryable } from '#db/connect.ts';
import { newId } from '#db/id.ts';
import { and, desc, eq, inArray, isNull, lte, notInArray, sql } from '#db/orm.ts';
import { user_account } from '#features/auth/auth.tables.ts';
import { ancestorsOf, readDirRows, requireDir } from '#features/dir/dir.queries.ts';
import { dir } from '#features/dir/dir.tables.ts';
import { material } from '#features/material/material.tables.ts';
import { addBoxTask, requireSteps, type Who } from './add-box-tasks.ts';
import { box_recipe, box_recipe_dir, box_recipe_run } from './box.tables.ts';

export type RecipeRow = typeof box_recipe.$inferSelect;

export async function requireRecipe(db: Queryable, space_id: string, recipe_id: string): Promise<RecipeRow> {
  const [row] = await db
    .select()
    .from(box_recipe)
    .where(and(eq(box_recipe.recipe_id, recipe_id), eq(box_recipe.space_id, space_id)));
  if (!row) throw new AppError('not_found', '配方不存在或已被删除');
  return row;
}

/** The recipes of a project, those that were changed last first. */
export async function listRecipes(db: Queryable, project_id: string): Promise<BoxRecipe[]> {
  const rows = await db
    .select({ recipe: box_recipe, name: user_account.name })
    .from(box_recipe)
    .leftJoin(user_account, eq(user_account.user_uid, box_recipe.updated_by))
    .where(eq(box_recipe.project_id, project_id))
    .orderBy(desc(box_recipe.updated_at));
  const ids = rows.map(({ recipe }) => recipe.recipe_id);
  if (ids.length === 0) return [];
  const dirs = await db
    .select({ recipe_id: box_recipe_dir.recipe_id, dir_id: dir.dir_id, dir_name: dir.dir_name })
    .from(box_recipe_dir)
    .innerJoin(dir, eq(dir.dir_id, box_recipe_dir.dir_id))
    .where(and(inArray(box_recipe_dir.recipe_id, ids), isNull(dir.deleted_at)));
  const runs = await db
    .select({ recipe_id: box_recipe_run.recipe_id, runs: sql<number>`count(*)::int` })
    .from(box_recipe_run)
    .where(inArray(box_recipe_run.recipe_id, ids))
    .groupBy(box_recipe_run.recipe_id);
  return rows.map(({ recipe: { recipe_id, recipe_name, steps, updated_at }, name }) => ({
    recipe_id,
    recipe_name,
    steps,
    takes: boxTakes(steps.map(({ tool }) => tool)),
    dirs: dirs.filter((one) => one.recipe_id === recipe_id).map(({ dir_id, dir_name }) => ({ dir_id, dir_name })),
    run_count: runs.find((one) => one.recipe_id === recipe_id)?.runs ?? 0,
    updated_by_name: name ?? '',
    updated_at,
  }));
}

type Saved = {
  project_id: string;
  recipe_id?: string | undefined;
  recipe_name: string;
  steps: BoxStep[];
  dir_ids: string[];
};

/** Keeps a recipe. A folder that it had already goes on from when it was given, a new one begins now. */
export async function saveRecipe(app: App, { space_id, user_uid }: Who, saved: Saved): Promise<string> {
  const { project_id, recipe_name } = saved;
  const steps = await requireSteps(app, space_id, saved.steps);
  for (const dir_id of saved.dir_ids) await requireDir(app.db, space_id, dir_id, { kind: 'material', project_id });
  return app.db.transaction(async (tx) => {
    const recipe_id = saved.recipe_id ?? newId();
    if (saved.recipe_id) {
      const known = await requireRecipe(tx, space_id, recipe_id);
      if (known.project_id !== project_id) throw new AppError('invalid', '配方属于另一个项目');
      await tx
        .update(box_recipe)
        .set({ recipe_name, steps, updated_by: user_uid, updated_at: sql`now()` })
        .where(eq(box_recipe.recipe_id, recipe_id));
    } else {
      const there = await tx.$count(box_recipe, eq(box_recipe.project_id, project_id));
      if (there >= RECIPES_MAX) throw new AppError('invalid', `一个项目最多 ${RECIPES_MAX} 个配方，请先删掉不用的`);
      const by = { created_by: user_uid, updated_by: user_uid };
      await tx.insert(box_recipe).values({ recipe_id, space_id, project_id, recipe_name, steps, ...by });
    }
    const dir_ids = [...new Set(saved.dir_ids)];
    await tx
      .delete(box_recipe_dir)
      .where(and(eq(box_recipe_dir.recipe_id, recipe_id), notInArray(box_recipe_dir.dir_id, ['', ...dir_ids])));
    for (const dir_id of dir_ids) await tx.insert(box_recipe_dir).values({ recipe_id, dir_id }).onConflictDoNothing();
    return recipe_id;
  });
}

/**
 * A material is analysed: the recipes of its folder, and of those above, begin with it, once for a file. In the
 * transaction that ends the analysis, so that neither comes without the other.
 */
export async function followAnalysed(
  tx: Queryable,
  { material_id, queue }: { material_id: string; queue: App['queue'] },
): Promise<void> {
  const [row] = await tx.select().from(material).where(eq(material.material_id, material_id));
  // What a tool made lies in the folder of its source: it would go round for ever.
  if (!row?.dir_id || !row.project_id || !row.vlc_id || row.made_of_id || row.deleted_at) return;
  const rows = await readDirRows(tx, row.project_id, 'material');
  const dir_ids = [row.dir_id, ...ancestorsOf(rows, row.dir_id).map(({ dir_id }) => dir_id)];
  const recipes = await tx
    .select({ recipe: box_recipe })
    .from(box_recipe_dir)
    .innerJoin(box_recipe, eq(box_recipe.recipe_id, box_recipe_dir.recipe_id))
    .where(and(inArray(box_recipe_dir.dir_id, dir_ids), lte(box_recipe_dir.since, row.created_at)));
  for (const { recipe } of recipes) {
    const { recipe_id, recipe_name: name, steps, project_id, space_id } = recipe;
    if (!boxTakes(steps.map(({ tool }) => tool)).includes(row.material_type)) continue;
    const once = { recipe_id, vlc_id: row.vlc_id };
    const [first] = await tx
      .insert(box_recipe_run)
      .values({ ...once, task_id: '' })
      .onConflictDoNothing()
      .returning();
    if (!first) continue;
    const task_id = await addBoxTask(
      { queue },
      tx,
      { space_id, user_uid: row.created_by },
      { project_id, name, steps, row },
    );
    await tx
      .update(box_recipe_run)
      .set({ task_id })
      .where(and(eq(box_recipe_run.recipe_id, recipe_id), eq(box_recipe_run.vlc_id, row.vlc_id)));
  }
}
