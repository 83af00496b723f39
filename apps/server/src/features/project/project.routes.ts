import { AppError, SKU_TYPES, type SkuType, project as calls } from '@mixreel/contract';
import { now } from '#db/columns.ts';
import { newId } from '#db/id.ts';
import { eq, sql } from '#db/orm.ts';
import { tellAbove } from '#followers.ts';
import { implement } from '#http/route.ts';
import { readClients, readProjects, requireFreeName, requireProject, resolveClient } from './project.queries.ts';
import { project } from './project.tables.ts';

export const projectRoutes = implement(calls, {
  async clients({ keyword }, { db, space }) {
    return readClients(db, space.space_id, keyword);
  },

  async add({ client_id, client_name, project_name, ...details }, { db, user, space: { space_id } }) {
    const { user_uid } = user;
    return db.transaction(async (tx) => {
      await requireFreeName(tx, { space_id, project_name, project_id: null });
      const resolved = await resolveClient(tx, { space_id, user_uid, client_id, client_name });
      const project_id = newId();
      await tx
        .insert(project)
        .values({ project_id, space_id, project_name, client_id: resolved, created_by: user_uid, ...details });
      return requireProject(tx, space_id, project_id);
    });
  },

  async update(
    { project_id, revision, client_id, client_name, project_name, ...details },
    { db, user, space: { space_id } },
  ) {
    return db.transaction(async (tx) => {
      await tx.select().from(project).where(eq(project.project_id, project_id)).for('update');
      const before = await requireProject(tx, space_id, project_id);
      if (revision !== undefined && revision !== before.revision) {
        throw new AppError('conflict', '项目刚被他人修改，请查看最新内容后再改', before);
      }
      if (project_name !== undefined) await requireFreeName(tx, { space_id, project_name, project_id });
      const resolved = await resolveClient(tx, { space_id, user_uid: user.user_uid, client_id, client_name });
      await tx
        .update(project)
        .set({
          ...details,
          project_name,
          client_id: resolved,
          revision: sql`${project.revision} + 1`,
          updated_at: sql`now()`,
        })
        .where(eq(project.project_id, project_id));
      return requireProject(tx, space_id, project_id);
    });
  },

  async delete({ project_id }, context) {
    await requireProject(context.db, context.space.space_id, project_id);
    await context.db.transaction(async (tx) => {
      await tx.update(project).set({ deleted_at: now }).where(eq(project.project_id, project_id));
      await tellAbove(context, tx, 'project', { project_id });
    });
    return {};
  },

  async list({ page_index, page_size, ...filter }, { db, space }) {
    return readProjects(db, { ...filter, space_id: space.space_id }, { page_index, page_size });
  },

  async skuTypes() {
    return Object.entries(SKU_TYPES).map(([value, label]) => ({ value: value as SkuType, label }));
  },
});
