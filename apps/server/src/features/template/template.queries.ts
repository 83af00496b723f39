import { AppError, type Template } from '@mixreel/contract';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Queryable } from '#db/connect.ts';
import { SYSTEM_TEMPLATES } from './system-templates.ts';
import { template } from './template.tables.ts';

type Found = Pick<Template, 'template_id' | 'template_name' | 'template_type' | 'config' | 'shootings'>;

/** Throws unless it comes with the product, or is there and in the space. */
export async function requireTemplate(db: Queryable, space_id: string, template_id: string): Promise<Found> {
  const system = SYSTEM_TEMPLATES.find((one) => one.template_id === template_id);
  if (system) return system;
  const [own] = await db
    .select()
    .from(template)
    .where(and(eq(template.template_id, template_id), eq(template.space_id, space_id), isNull(template.deleted_at)));
  if (!own) throw new AppError('not_found', '模板不存在或已被删除');
  return own;
}

/** Uses of those that come with the product are not counted: they are in no table. */
export async function countUse(db: Queryable, template_id: string): Promise<void> {
  await db
    .update(template)
    .set({ use_count: sql`${template.use_count} + 1` })
    .where(eq(template.template_id, template_id));
}
