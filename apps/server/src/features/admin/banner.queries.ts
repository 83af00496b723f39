import { AppError, type Banner } from '@mixreel/contract';
import type { Queryable } from '#db/connect.ts';
import { newId } from '#db/id.ts';
import { asc, eq } from '#db/orm.ts';
import { banner } from '#features/home/home.tables.ts';

type BannerFields = Omit<Banner, 'banner_id'>;

export async function readBanners(db: Queryable): Promise<Banner[]> {
  return db.select().from(banner).orderBy(asc(banner.sort), asc(banner.banner_id));
}

export async function insertBanner(db: Queryable, fields: BannerFields): Promise<Banner> {
  requireOrder(fields);
  const [added] = await db
    .insert(banner)
    .values({ banner_id: newId(), ...fields })
    .returning();
  if (!added) throw new Error('The banner was not written');
  return added;
}

export async function updateBanner(db: Queryable, { banner_id, ...fields }: Banner): Promise<Banner> {
  requireOrder(fields);
  const [updated] = await db.update(banner).set(fields).where(eq(banner.banner_id, banner_id)).returning();
  return updated ?? missing();
}

export async function removeBanner(db: Queryable, banner_id: string): Promise<void> {
  const [removed] = await db.delete(banner).where(eq(banner.banner_id, banner_id)).returning();
  if (!removed) missing();
}

function requireOrder({ start_at, end_at }: BannerFields): void {
  if (start_at && end_at && Date.parse(start_at) >= Date.parse(end_at)) {
    throw new AppError('invalid', '结束时间要晚于开始时间', { fields: { end_at: '要晚于开始时间' } });
  }
}

function missing(): never {
  throw new AppError('not_found', '公告不存在或已被删除');
}
