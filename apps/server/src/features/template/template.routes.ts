import { AppError, template as calls } from '@mixreel/contract';
import { now } from '#db/columns.ts';
import { and, eq, isNull } from '#db/orm.ts';
import { implement } from '#http/route.ts';
import { saveTemplate } from './save-template.ts';
import { countUse, readTemplates, requireOwn, requireTemplate } from './template.queries.ts';
import { template } from './template.tables.ts';

export const templateRoutes = implement(calls, {
  async list({ page_index, page_size, ...asked }, { db, space }) {
    return readTemplates(db, space.space_id, asked, { page_index, page_size });
  },

  async add(input, { db, space, user }) {
    const template_id = await saveTemplate(db, { space_id: space.space_id, user_uid: user.user_uid }, input);
    return requireOwn(db, space.space_id, template_id);
  },

  async update({ template_id, template_name }, { db, space }) {
    await requireOwn(db, space.space_id, template_id);
    await db.update(template).set({ template_name }).where(eq(template.template_id, template_id));
    return requireOwn(db, space.space_id, template_id);
  },

  async use({ template_id }, { db, space }) {
    await requireTemplate(db, space.space_id, template_id);
    await countUse(db, template_id);
    return {};
  },

  async delete({ template_id }, { db, space }) {
    const [gone] = await db
      .update(template)
      .set({ deleted_at: now })
      .where(
        and(eq(template.template_id, template_id), eq(template.space_id, space.space_id), isNull(template.deleted_at)),
      )
      .returning({ template_id: template.template_id });
    if (!gone) throw new AppError('not_found', '模板不存在或已被删除');
    return {};
  },
});
