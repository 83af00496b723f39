import {
  AppError,
  DEFAULT_MIX_CONFIG,
  type MixConfig,
  originOf,
  planNewShootings,
  planOrder,
  planRemove,
  planShooting,
  planShootingConfig,
  resolveConfig,
  type Script,
  type Shooting,
  shooting as calls,
  spokenSeconds,
} from '@mixreel/contract';
import type { Operation, State } from '@mixreel/document';
import type { Context } from '#context.ts';
import type { Queryable } from '#db/connect.ts';
import { and, eq, inArray, isNotNull } from '#db/orm.ts';
import { requireMaterialOf } from '#features/mix/check-config.ts';
import { requireMix } from '#features/mix/document.ts';
import { changeMix, orNewest, Outdated } from '#features/mix/edit-mix.ts';
import { readMixProject } from '#features/mix/mix-project.ts';
import { shooting } from '#features/mix/mix.tables.ts';
import { newShootings } from '#features/mix/new-shootings.ts';
import { saveCaptions } from '#features/mix/write-captions.ts';
import { askWordings } from '#features/wording/ask-wordings.ts';
import { readKept } from '#features/wording/kept.ts';
import { implement } from '#http/route.ts';
import { planCaptions } from './plan-captions.ts';
import { readShooting, readShootings, requireOneMix, requireShooting } from './shooting.queries.ts';

export const shootingRoutes = implement(calls, {
  async add({ mproject_id, lines, position }, context) {
    const made = newShootings(lines.map((line) => ({ lines: [line] })));
    await changeMix(context, mproject_id, ({ state }) => planNewShootings(state, made, position));
    const ids = made.map(({ shooting_id }) => shooting_id);
    const where = { space_id: context.space.space_id, mproject_id };
    return { shootings: await readShootings(context, where, ids) };
  },

  async order({ mproject_id, shooting_ids }, context) {
    await changeMix(context, mproject_id, ({ state }) => {
      if (new Set(shooting_ids).size < shooting_ids.length) throw new AppError('invalid', '同一个镜头出现了两次');
      if (!shooting_ids.every((id) => state['shooting']?.[id])) {
        throw new AppError('not_found', '镜头不存在或已被删除');
      }
      return planOrder(state, shooting_ids);
    });
    return readMixProject(context, context.space.space_id, mproject_id);
  },

  async list({ mproject_id }, context) {
    return { shootings: await readShootings(context, { space_id: context.space.space_id, mproject_id }) };
  },

  async update({ shooting_id, revision, ...change }, context) {
    return changeShooting(context, { shooting_id, revision }, async (state, tx) => {
      if (change.scripts) await checkScripts(context, tx, state, shooting_id, change.scripts);
      return planShooting(state, shooting_id, change);
    });
  },

  async delete({ shooting_ids }, context) {
    const mproject_id = await requireOneMix(context.db, shooting_ids);
    await changeMix(context, mproject_id, ({ state }) => planRemove(state, 'shooting', shooting_ids));
    return {};
  },

  async restore({ shooting_ids }, context) {
    const mproject_id = await requireOneMix(context.db, shooting_ids);
    await changeMix(context, mproject_id, async (_held, tx) => {
      const rows = await tx
        .select()
        .from(shooting)
        .where(and(inArray(shooting.shooting_id, shooting_ids), isNotNull(shooting.deleted_at)));
      return rows.map(({ shooting_id: id, rank, shooting_name, config }): Operation => {
        const record = { rank, shooting_name, config };
        return { do: 'add', table: 'shooting', id, record };
      });
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

  async reword({ shooting_id, text }, context) {
    const { db, signal } = context;
    const { space_id } = context.space;
    const { mproject_id, scripts, config } = await requireShooting(db, space_id, shooting_id);
    const mix = await requireMix(db, space_id, mproject_id);
    const { rate } = resolveConfig({ template: mix.template_config, project: mix.config, shooting: config }).voice;
    const others = scripts.map((one) => one.text);
    const known = { ...(await readKept(db, mix)), others };
    const { wordings, note } = await askWordings(context, { space_id, signal }, text, known);
    return { wordings: wordings.map((one) => ({ ...one, duration: spokenSeconds(one.text, rate) })), note };
  },

  async updateConfig({ shooting_id, revision, config }, context) {
    return changeShooting(context, { shooting_id, revision }, (state) =>
      planShootingConfig(state, shooting_id, config),
    );
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
    const { mproject_id } = row;
    await saveCaptions(context, mproject_id, await planCaptions(context, { ...asked, mproject_id }));
    return readShooting(context, row);
  },

  async planCaptions(asked, context) {
    return planCaptions(context, asked);
  },
});

/** Changes a shooting; whoever comes with an old revision gets the newest instead. */
async function changeShooting(
  context: Context,
  { shooting_id, revision }: { shooting_id: string; revision: number },
  plan: (state: State, tx: Queryable) => Operation[] | Promise<Operation[]>,
): Promise<Shooting> {
  const { db, space } = context;
  const found = await requireShooting(db, space.space_id, shooting_id);
  const edit = changeMix(context, found.mproject_id, async ({ state }, tx) => {
    const [row] = await tx
      .select({ revision: shooting.revision })
      .from(shooting)
      .where(eq(shooting.shooting_id, shooting_id));
    if (!state['shooting']?.[shooting_id]) throw new AppError('not_found', '镜头不存在或已被删除');
    if (row?.revision !== revision) throw new Outdated();
    return plan(state, tx);
  });
  await orNewest(edit, '这个镜头刚被他人修改，请查看最新内容后再改', () => readShooting(context, found));
  return readShooting(context, found);
}

/**
 * Refuses wordings with an id that another one of the mix has, and recordings that are not of this space. A recording
 * that it had already may be gone: that must not keep anybody from correcting the line.
 */
async function checkScripts(
  { space }: Context,
  tx: Queryable,
  state: State,
  shooting_id: string,
  scripts: Script[],
): Promise<void> {
  const known = Object.entries(state['script'] ?? {});
  const taken = new Set(known.flatMap(([id, line]) => (line['shooting_id'] === shooting_id ? [] : [id])));
  const ids = scripts.map(({ script_id }) => script_id);
  if (new Set(ids).size < ids.length || ids.some((id) => taken.has(id))) {
    throw new AppError('invalid', '两个台词版本的编号相同，请刷新后重试');
  }
  const had = new Set(known.map(([, line]) => line['recording_material_id']));
  const fresh = scripts.flatMap(({ recording_material_id: id }) => (id && !had.has(id) ? id : []));
  for (const material_id of new Set(fresh)) await requireMaterialOf(tx, space.space_id, material_id, 'audio', '录音');
}
