import {
  AppError,
  applyChange,
  DEFAULT_MIX_CONFIG,
  originOf,
  resolveConfig,
  type MixConfig,
  type Shooting,
  shooting as calls,
} from '@mixreel/contract';
import type { Context } from '#context.ts';
import { now } from '#db/columns.ts';
import type { Queryable } from '#db/connect.ts';
import { and, eq, inArray, isNotNull, isNull, sql } from '#db/orm.ts';
import { requireMix, type ShootingRow } from '#features/mix/document.ts';
import { editMix, orNewest, Outdated } from '#features/mix/edit-mix.ts';
import { readMixProject } from '#features/mix/mix-project.ts';
import { shooting } from '#features/mix/mix.tables.ts';
import { estimateSeconds } from '#features/mix/narration.ts';
import { insertShootings, requireRoom } from '#features/mix/new-shootings.ts';
import { insertAt, reorder } from '#features/mix/order.ts';
import { requireProject } from '#features/project/project.queries.ts';
import { proposeWordings } from '#features/wording/propose.ts';
import { implement } from '#http/route.ts';
import { checkScripts } from './check-scripts.ts';
import { generateCaptions } from './generate-captions.ts';
import {
  readOrder,
  readShooting,
  readShootings,
  requireOneMix,
  requireShooting,
  writeOrder,
} from './shooting.queries.ts';

export const shootingRoutes = implement(calls, {
  async add({ mproject_id, lines, position }, context) {
    const where = { space_id: context.space.space_id, mproject_id };
    const added = await editMix(context, mproject_id, 'shootings', async (tx) => {
      const before = await readOrder(tx, mproject_id);
      const rows = await insertShootings(
        tx,
        where,
        lines.map((line) => ({ lines: [line] })),
      );
      await requireRoom(tx, mproject_id);
      const ids = rows.map(({ shooting_id }) => shooting_id);
      await writeOrder(tx, insertAt(before, ids, position));
      return ids;
    });
    return { shootings: await readShootings(context, where, added) };
  },

  async order({ mproject_id, shooting_ids }, context) {
    await editMix(context, mproject_id, 'shootings', async (tx) => {
      const before = await readOrder(tx, mproject_id);
      const shown = new Set(before.filter(({ isDeleted }) => !isDeleted).map(({ id }) => id));
      if (new Set(shooting_ids).size < shooting_ids.length) throw new AppError('invalid', '同一个镜头出现了两次');
      if (!shooting_ids.every((id) => shown.has(id))) throw new AppError('not_found', '镜头不存在或已被删除');
      await writeOrder(tx, reorder(before, shooting_ids));
    });
    return readMixProject(context, context.space.space_id, mproject_id);
  },

  async list({ mproject_id }, context) {
    return { shootings: await readShootings(context, { space_id: context.space.space_id, mproject_id }) };
  },

  async update({ shooting_id, revision, ...change }, context) {
    const keepsVideos = change.scripts === undefined;
    return changeShooting(context, { shooting_id, revision, keepsVideos }, async (tx, row) => {
      if (change.scripts) await checkScripts(tx, row, change.scripts);
      return change;
    });
  },

  async delete({ shooting_ids }, context) {
    const mproject_id = await requireOneMix(context.db, shooting_ids);
    await editMix(context, mproject_id, 'shootings', async (tx) => {
      await tx
        .update(shooting)
        .set({ deleted_at: now })
        .where(and(inArray(shooting.shooting_id, shooting_ids), isNull(shooting.deleted_at)));
    });
    return {};
  },

  async restore({ shooting_ids }, context) {
    const mproject_id = await requireOneMix(context.db, shooting_ids);
    await editMix(context, mproject_id, 'shootings', async (tx) => {
      await tx
        .update(shooting)
        .set({ deleted_at: null })
        .where(and(inArray(shooting.shooting_id, shooting_ids), isNotNull(shooting.deleted_at)));
      await requireRoom(tx, mproject_id);
    });
    const where = { space_id: context.space.space_id, mproject_id };
    return { shootings: await readShootings(context, where, shooting_ids) };
  },

  async lines({ mproject_id }, context) {
    const shootings = await readShootings(context, { space_id: context.space.space_id, mproject_id });
    const lines = shootings.flatMap(({ shooting_id, shooting_name, scripts, narrations }) =>
      scripts.map(({ script_id, text }) => {
        const spoken = narrations.find((one) => one.script_id === script_id);
        const { duration = 0, is_estimate = true } = spoken ?? {};
        return { shooting_id, script_id, shooting_name, text, duration, is_estimate };
      }),
    );
    return { lines };
  },

  async reword({ shooting_id, text }, { db, space: { space_id } }) {
    const { mproject_id, scripts, config } = await requireShooting(db, space_id, shooting_id);
    const mix = await requireMix(db, space_id, mproject_id);
    const { sku_name, project_name } = await requireProject(db, space_id, mix.project_id);
    const { rate } = resolveConfig({ template: mix.template_config, project: mix.config, shooting: config }).voice;
    const others = scripts.map((one) => one.text);
    const { wordings, note } = proposeWordings(text, { names: [sku_name, project_name], others });
    return { wordings: wordings.map((one) => ({ ...one, duration: estimateSeconds(one.text, rate) })), note };
  },

  async updateConfig({ shooting_id, revision, config }, context) {
    return changeShooting(context, { shooting_id, revision, keepsVideos: false }, async (_tx, row) => ({
      config: applyChange(row.config, config),
    }));
  },

  async loadConfig({ shooting_id }, { db, space }) {
    const row = await requireShooting(db, space.space_id, shooting_id);
    const mix = await requireMix(db, space.space_id, row.mproject_id);
    const layers = { template: mix.template_config, project: mix.config, shooting: row.config };
    const origins = Object.entries(DEFAULT_MIX_CONFIG).flatMap(([group, fields]) =>
      Object.keys(fields).map((field) => [`${group}.${field}`, originOf(layers, group as keyof MixConfig, field)]),
    );
    return { config: resolveConfig(layers), origins: Object.fromEntries(origins) };
  },

  async genCaptions(asked, context) {
    const row = await requireShooting(context.db, context.space.space_id, asked.shooting_id);
    await generateCaptions(context, row, asked);
    return readShooting(context, row);
  },
});

type Change = Partial<Pick<ShootingRow, 'shooting_name' | 'scripts' | 'config'>>;

/** Changes a shooting; whoever comes with an old revision gets the newest instead. */
async function changeShooting(
  context: Context,
  { shooting_id, revision, keepsVideos }: { shooting_id: string; revision: number; keepsVideos: boolean },
  change: (tx: Queryable, row: ShootingRow) => Promise<{ [K in keyof Change]: Change[K] | undefined }>,
): Promise<Shooting> {
  const { db, space } = context;
  const found = await requireShooting(db, space.space_id, shooting_id);
  const run = async (tx: Queryable) => {
    const row = await requireShooting(tx, space.space_id, shooting_id);
    if (row.revision !== revision) throw new Outdated();
    await tx
      .update(shooting)
      .set({ ...(await change(tx, row)), revision: sql`${shooting.revision} + 1` })
      .where(eq(shooting.shooting_id, shooting_id));
  };
  const edit = editMix(context, found.mproject_id, 'shootings', run, { keepsVideos });
  await orNewest(edit, '这个镜头刚被他人修改，请查看最新内容后再改', () => readShooting(context, found));
  return readShooting(context, found);
}
