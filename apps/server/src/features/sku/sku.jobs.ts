import { PackMissing, learnProduct } from '@mixreel/ai';
import { AppError } from '@mixreel/contract';
import { z } from 'zod';
import type { App } from '#context.ts';
import { and, eq, sql } from '#db/orm.ts';
import { isComing } from '#features/analysis/look.ts';
import { defineJob, type JobContext, NotYet } from '#queue/job.ts';
import { compareShots, settleProduct, type SkuRow } from './compare-shots.ts';
import { seePictures } from './looks.ts';
import { sku_mark, sku_picture } from './sku.tables.ts';

/** What learning counts of the whole. */
const LEARNING = 0.3;
/** How long until a model that is being fetched is asked for again. */
const WAIT_S = 10;

/** Learns a product from its pictures and looks for it; without `learn` it only looks in more materials. */
export const learnSku = defineJob({
  name: 'sku.learn',
  scope: 'edit',
  task_type: 'sku_training',
  input: z.object({
    sku_mark_id: z.string(),
    revision: z.int(),
    learn: z.boolean(),
    material_ids: z.array(z.string()).nullable(),
    /** Only shots that came later than this one. */
    after: z.string().nullable().default(null),
  }),
  kind: 'model',
  steps: [
    { key: 'learn', label: '学习商品图片', share: LEARNING },
    { key: 'find', label: '在镜头里找商品' },
  ],
  async run({ sku_mark_id, revision, learn, material_ids, after }, context) {
    const [row] = await context.db.select().from(sku_mark).where(eq(sku_mark.sku_mark_id, sku_mark_id));
    if (!row || row.revision !== revision) return {};
    try {
      const learnt = learn ? await context.step('learn', () => learnPictures(row, context)) : null;
      if (learnt && !learnt.is_enough) {
        await setState(row, { status: 'failed', message: learnt.advice ?? null }, context);
        throw new AppError('invalid', learnt.advice ?? '这些图片学不会，请换几张');
      }
      const known = learnt ? { ...row, prototypes: learnt.prototypes } : row;
      if (learnt) await setState(row, { prototypes: learnt.prototypes, message: learnt.advice ?? null }, context);
      const onProgress = (done: number) => context.report(LEARNING + (1 - LEARNING) * done);
      const scope = { ...(material_ids && { material_ids }), ...(after !== null && { after }) };
      const isAll = !material_ids && after === null;
      // Before it looks: whatever comes meanwhile asks to be looked through.
      if (isAll) await setState(row, { seen_until: await newestShot(context) }, context);
      await context.step('find', () => compareShots(context, known, scope, { signal: context.signal, onProgress }));
      await settleProduct(context.db, sku_mark_id);
      await setState(row, { status: 'ready' }, context);
      return { result: { sku_mark_id } };
    } catch (error) {
      if (error instanceof PackMissing) {
        const isWaiting = isComing(context, error);
        if (learn) await setState(row, { ...(!isWaiting && { status: 'failed' }), message: error.message }, context);
        if (isWaiting) throw new NotYet(error.message, WAIT_S);
        throw new AppError('preparing', error.message);
      }
      if (!context.signal.aborted && !(error instanceof AppError)) {
        await setState(row, { status: 'failed', message: '学习没有完成，请重试' }, context);
      }
      throw error;
    }
  },
});

async function learnPictures({ sku_mark_id }: SkuRow, context: JobContext) {
  const { db, signal, report } = context;
  const pictures = await db.select().from(sku_picture).where(eq(sku_picture.sku_mark_id, sku_mark_id));
  const seen = await seePictures(
    context,
    pictures.map(({ vlc_id }) => vlc_id),
    { signal, onProgress: (done) => report(LEARNING * done) },
  );
  const those = (isExcluded: boolean) =>
    pictures
      .filter(({ is_excluded }) => is_excluded === isExcluded)
      .flatMap(({ vlc_id }) => ({ vectors: seen.get(vlc_id) ?? [] }));
  const { prototypes, advice, is_enough } = learnProduct(those(false), those(true));
  return { prototypes: prototypes.map((vector) => Array.from(vector)), advice: advice ?? null, is_enough };
}

/** Only by the newest learning: an older one that ends late says nothing. */
async function setState(
  { sku_mark_id, revision }: SkuRow,
  change: Partial<typeof sku_mark.$inferInsert>,
  { db }: JobContext,
): Promise<void> {
  await db
    .update(sku_mark)
    .set(change)
    .where(and(eq(sku_mark.sku_mark_id, sku_mark_id), eq(sku_mark.revision, revision)));
}

async function newestShot({ db }: Pick<App, 'db'>): Promise<string> {
  const { rows } = await db.execute<{ newest: string | null }>(sql`select max(shot_id) as newest from shot`);
  return rows[0]?.newest ?? '';
}

/** Looks for every known product in what was analysed since the last time. */
export async function markNewShots({ db, queue }: Pick<App, 'db' | 'queue'>): Promise<void> {
  const waiting = await db
    .select()
    .from(sku_mark)
    .where(
      and(
        eq(sku_mark.status, 'ready'),
        sql`exists (
          select 1 from shot s join material m using (material_id)
          where s.project_id = ${sku_mark.project_id} and s.shot_id > ${sku_mark.seen_until} and s.material_type = 'video'
            and s.cover_vlc_id is not null and not s.is_hidden and m.analysis_status = 'done')`,
      ),
    );
  for (const { sku_mark_id, revision, space_id, project_id, sku_name, created_by, seen_until } of waiting) {
    const newest = await newestShot({ db });
    await db.transaction(async (tx) => {
      const isUnchanged = and(eq(sku_mark.sku_mark_id, sku_mark_id), eq(sku_mark.seen_until, seen_until));
      const taken = await tx.update(sku_mark).set({ seen_until: newest }).where(isUnchanged).returning();
      if (taken.length === 0) return;
      const input = { sku_mark_id, revision, learn: false, material_ids: null, after: seen_until };
      const title = `在新素材里找「${sku_name}」`;
      await queue.add(learnSku, { space_id, project_id, user_uid: created_by, title, is_quiet: true, input }, tx);
    });
  }
}
