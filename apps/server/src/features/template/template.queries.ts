import { AppError, type PageInput, type Template, pageInfo } from '@mixreel/contract';
import type { Queryable } from '#db/connect.ts';
import { containing } from '#db/containing.ts';
import { type SQL, and, desc, eq, getTableColumns, ilike, isNull, sql } from '#db/orm.ts';
import { user_account } from '#features/auth/auth.tables.ts';
import { SYSTEM_TEMPLATES } from './system-templates.ts';
import { template } from './template.tables.ts';

type Asked = { template_type?: Template['template_type'] | undefined; keyword?: string | undefined };

/** The space's own, newest first, then those that come with the product. */
export async function readTemplates(db: Queryable, space_id: string, asked: Asked, page: PageInput) {
  const { template_type, keyword } = asked;
  const condition = and(
    eq(template.space_id, space_id),
    isNull(template.deleted_at),
    template_type ? eq(template.template_type, template_type) : undefined,
    keyword ? ilike(template.template_name, containing(keyword)) : undefined,
  );
  const offset = (page.page_index - 1) * page.page_size;
  const count = await db.$count(template, condition);
  const own = await selectOwn(db, condition).orderBy(desc(template.template_id)).limit(page.page_size).offset(offset);
  const system = SYSTEM_TEMPLATES.filter(
    (one) =>
      (!template_type || one.template_type === template_type) &&
      (!keyword || one.template_name.toLowerCase().includes(keyword.toLowerCase())),
  );
  const from = Math.max(0, offset - count);
  const items = [...own, ...system.slice(from, from + page.page_size - own.length)];
  return { items, page_info: pageInfo(page, count + system.length) };
}

/** Throws unless it comes with the product, or is there and in the space. */
export async function requireTemplate(db: Queryable, space_id: string, template_id: string): Promise<Template> {
  const system = SYSTEM_TEMPLATES.find((one) => one.template_id === template_id);
  return system ?? requireOwn(db, space_id, template_id);
}

export async function requireOwn(db: Queryable, space_id: string, template_id: string): Promise<Template> {
  const isOwn = and(
    eq(template.template_id, template_id),
    eq(template.space_id, space_id),
    isNull(template.deleted_at),
  );
  const [own] = await selectOwn(db, isOwn);
  if (!own) throw new AppError('not_found', '模板不存在或已被删除');
  return own;
}

function selectOwn(db: Queryable, condition: SQL | undefined) {
  return db
    .select({
      ...getTableColumns(template),
      is_system: sql<boolean>`false`,
      creator_name: sql<string>`coalesce(${user_account.name}, '')`,
    })
    .from(template)
    .leftJoin(user_account, eq(user_account.user_uid, template.created_by))
    .where(condition)
    .$dynamic();
}

/** Uses of those that come with the product are not counted: they are in no table. */
export async function countUse(db: Queryable, template_id: string): Promise<void> {
  await db
    .update(template)
    .set({ use_count: sql`${template.use_count} + 1` })
    .where(eq(template.template_id, template_id));
}
