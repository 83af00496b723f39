import { AppError, sku as calls, SKU_PICTURES, type SkuMark } from '@mixreel/contract';
import type { Context } from '#context.ts';
import type { Queryable } from '#db/connect.ts';
import { newId } from '#db/id.ts';
import { and, eq, inArray, isNull } from '#db/orm.ts';
import { shot, shot_looks } from '#features/analysis/analysis.tables.ts';
import { removeFiles } from '#features/file/remove-files.ts';
import { material } from '#features/material/material.tables.ts';
import { unusedFiles } from '#features/material/recycle-bin.ts';
import { implement } from '#http/route.ts';
import { settleProduct, type SkuRow } from './compare-shots.ts';
import { learnSku } from './sku.jobs.ts';
import { forgetVerdict, readHits, readSkus, readSkusById, requireSku } from './sku.queries.ts';
import { sku_mark, sku_picture, sku_verdict } from './sku.tables.ts';
import { untagProduct } from './tag-product.ts';

export const skuRoutes = implement(calls, {
  async add({ sku_mark_id, material_ids, exclude_material_ids, ...named }, context) {
    const { db, space, user } = context;
    const { space_id } = space;
    const pictures = await readPictures(context, material_ids);
    const excluded = await readPictures(context, exclude_material_ids);
    const old = sku_mark_id ? await requireSku(context, space_id, sku_mark_id) : null;
    const isNewSet = !old || material_ids.length > 0;
    if (isNewSet && pictures.length < SKU_PICTURES.min) {
      throw new AppError('invalid', `请选择 ${SKU_PICTURES.min}–${SKU_PICTURES.max} 张商品图片`);
    }
    const id = old?.sku_mark_id ?? newId();
    const values = {
      ...named,
      space_id,
      status: 'waiting' as const,
      message: null,
      revision: (old?.revision ?? 0) + 1,
    };
    await db.transaction(async (tx) => {
      if (old && old.sku_name !== named.sku_name) await untagProduct(tx, old);
      await tx
        .insert(sku_mark)
        .values({ ...values, sku_mark_id: id, created_by: user.user_uid })
        .onConflictDoUpdate({ target: sku_mark.sku_mark_id, set: values });
      if (isNewSet) {
        const before = await forgetPictures(tx, id);
        const rows = [
          ...pictures.map((vlc_id) => ({ sku_mark_id: id, vlc_id, is_excluded: false })),
          ...excluded
            .filter((vlc_id) => !pictures.includes(vlc_id))
            .map((vlc_id) => ({ sku_mark_id: id, vlc_id, is_excluded: true })),
        ];
        await tx.insert(sku_picture).values(rows);
        await removeFiles(tx, space_id, await unusedFiles(tx, space_id, before));
      }
    });
    return work(context, await requireSku(context, space_id, id), { learn: true, material_ids: null });
  },

  async addVideos({ sku_mark_id, material_ids }, context) {
    const row = await requireSku(context, context.space.space_id, sku_mark_id);
    if (row.prototypes.length === 0) throw new AppError('conflict', '还没有学会这个商品，请等学习完成再找');
    if (material_ids.length > 0) {
      const there = await context.db.$count(
        material,
        and(
          inArray(material.material_id, material_ids),
          eq(material.project_id, row.project_id),
          isNull(material.deleted_at),
        ),
      );
      if (there < new Set(material_ids).size) throw new AppError('not_found', '有素材不在这个项目里，请重新选择');
    }
    return work(context, row, { learn: false, material_ids: material_ids.length > 0 ? material_ids : null });
  },

  async check({ sku_mark_ids }, context) {
    return { items: await readSkusById(context, sku_mark_ids) };
  },

  async list({ project_id, ...page }, context) {
    return readSkus(context, project_id, page);
  },

  async hits({ sku_mark_id, only_unsure, ...page }, context) {
    return readHits(context, { sku_mark_id, only_unsure }, page);
  },

  async judge({ sku_mark_id, shot_id, verdict }, context) {
    const { db, space, user } = context;
    const row = await requireSku(context, space.space_id, sku_mark_id);
    const [judged] = await db
      .select({
        material_id: shot.material_id,
        start_ms: shot.start_ms,
        end_ms: shot.end_ms,
        vectors: shot_looks.vectors,
      })
      .from(shot)
      .innerJoin(shot_looks, eq(shot_looks.shot_id, shot.shot_id))
      .where(and(eq(shot.shot_id, shot_id), eq(shot.project_id, row.project_id)));
    if (!judged) throw new AppError('not_found', '这个镜头不存在，或还没有和商品比对过');
    await forgetVerdict(context, sku_mark_id, judged);
    if (verdict) {
      const { material_id, start_ms, end_ms, vectors } = judged;
      const at_ms = Math.round((start_ms + end_ms) / 2);
      await db
        .insert(sku_verdict)
        .values({ sku_mark_id, material_id, at_ms, verdict, vectors, user_uid: user.user_uid });
    }
    await settleProduct(db, sku_mark_id);
    return one(context, sku_mark_id);
  },

  async delete({ sku_mark_id }, context) {
    const row = await requireSku(context, context.space.space_id, sku_mark_id);
    await context.db.transaction(async (tx) => {
      await untagProduct(tx, row);
      const pictures = await forgetPictures(tx, sku_mark_id);
      await tx.delete(sku_mark).where(eq(sku_mark.sku_mark_id, sku_mark_id));
      await removeFiles(tx, row.space_id, await unusedFiles(tx, row.space_id, pictures));
    });
    return {};
  },
});

/** Their materials may be gone by now: then nobody else holds the files. */
async function forgetPictures(tx: Queryable, sku_mark_id: string): Promise<string[]> {
  const isOwn = eq(sku_picture.sku_mark_id, sku_mark_id);
  const gone = await tx.delete(sku_picture).where(isOwn).returning({ vlc_id: sku_picture.vlc_id });
  return gone.map(({ vlc_id }) => vlc_id);
}

/** The files of image materials of the caller's space. */
async function readPictures({ db, space }: Context, material_ids: string[]): Promise<string[]> {
  if (material_ids.length === 0) return [];
  const rows = await db
    .select({ vlc_id: material.vlc_id })
    .from(material)
    .where(
      and(
        inArray(material.material_id, material_ids),
        eq(material.space_id, space.space_id),
        inArray(material.material_type, ['image', 'ai_image']),
        isNull(material.deleted_at),
      ),
    );
  if (rows.length < new Set(material_ids).size) throw new AppError('invalid', '商品图片要从这个空间的图片素材里选');
  return [...new Set(rows.flatMap(({ vlc_id }) => vlc_id ?? []))];
}

async function work(
  context: Context,
  row: SkuRow,
  { learn, material_ids }: { learn: boolean; material_ids: string[] | null },
): Promise<SkuMark> {
  const { sku_mark_id, project_id, revision, sku_name, space_id } = row;
  const task_id = await context.queue.add(learnSku, {
    space_id,
    project_id,
    user_uid: context.user.user_uid,
    title: learn ? `学习商品「${sku_name}」` : `在素材里找「${sku_name}」`,
    input: { sku_mark_id, revision, learn, material_ids },
  });
  await context.db
    .update(sku_mark)
    .set({ status: learn ? 'training' : row.status, task_id })
    .where(eq(sku_mark.sku_mark_id, sku_mark_id));
  return one(context, sku_mark_id);
}

async function one(context: Context, sku_mark_id: string): Promise<SkuMark> {
  const [found] = await readSkusById(context, [sku_mark_id]);
  if (!found) throw new AppError('not_found', '商品不存在或已被删除');
  return found;
}
