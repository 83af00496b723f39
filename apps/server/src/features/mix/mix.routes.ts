import {
  AppError,
  applyTemplate,
  mix as calls,
  type MixProject,
  mixRecordOf,
  planMix,
  planMixConfig,
  planNewShootings,
  planRemove,
  planWholeConfig,
  type Script,
} from '@mixreel/contract';
import { applyAll, type Operation, type State } from '@mixreel/document';
import type { Context } from '#context.ts';
import { now } from '#db/columns.ts';
import type { Queryable } from '#db/connect.ts';
import { and, eq, inArray } from '#db/orm.ts';
import { setDocumentDeleted } from '#features/document/document.queries.ts';
import { requireProject } from '#features/project/project.queries.ts';
import { task } from '#features/task/task.tables.ts';
import { countUse, requireTemplate } from '#features/template/template.queries.ts';
import { implement } from '#http/route.ts';
import { addMix } from './add-mix.ts';
import { checkConfig } from './check-config.ts';
import { requireMix } from './document.ts';
import { changeMix, orNewest, requireRevision } from './edit-mix.ts';
import { readMixProject } from './mix-project.ts';
import { readMixCards } from './mix.queries.ts';
import { mproject } from './mix.tables.ts';
import { newShootings } from './new-shootings.ts';
import { mixTopic, tellChange } from './tell-change.ts';
import { planAllCaptions, saveCaptions } from './write-captions.ts';

export const mixRoutes = implement(calls, {
  async add(input, context) {
    const mproject_id = await addMix(context, input);
    return readMixProject(context, context.space.space_id, mproject_id);
  },

  async reinit({ mproject_id, lines, keep_config }, context) {
    await changeMix(context, mproject_id, ({ state }) => {
      const gone = planRemove(state, 'shooting', Object.keys(state['shooting'] ?? {}));
      const pools = Object.entries(state['clip'] ?? {}).filter(([, { shooting_id }]) => shooting_id === null);
      const made = newShootings(lines.map((line) => ({ lines: [line] })));
      return [
        ...gone,
        ...planNewShootings(applyAll(state, gone), made),
        ...(keep_config
          ? []
          : [
              ...planRemove(
                state,
                'clip',
                pools.map(([id]) => id),
              ),
              ...planWholeConfig(state, {}),
              ...planMix(state, { template_name: null, template_config: null }),
            ]),
      ];
    });
    return readMixProject(context, context.space.space_id, mproject_id);
  },

  async update({ mproject_id, revision, mproject_name, template_id, template }, context) {
    const { space_id } = context.space;
    if (template?.template_config) await checkConfig(context, { space_id, mproject_id }, template.template_config);
    return editMix(context, { mproject_id, revision }, async (state, tx) => {
      const name = mproject_name === undefined ? {} : { mproject_name };
      if (template) return planMix(state, { ...template, ...name });
      if (template_id === undefined) return planMix(state, name);
      if (template_id === null) return planMix(state, { template_name: null, template_config: null, ...name });
      const chosen = await requireTemplate(tx, space_id, template_id);
      if (chosen.template_type === 'structure') {
        // It would have to throw away the shootings that are there.
        throw new AppError('invalid', '镜头结构只能用来新建混剪，请在新建时选择它');
      }
      await countUse(tx, template_id);
      const { config, template_name, template_config } = applyTemplate(mixRecordOf(state), chosen);
      return [...planMix(state, { template_name, template_config, ...name }), ...planWholeConfig(state, config)];
    });
  },

  async updateConfig({ mproject_id, revision, config }, context) {
    const checked = await checkConfig(context, { space_id: context.space.space_id, mproject_id }, config);
    return editMix(context, { mproject_id, revision }, (state) => planMixConfig(state, checked));
  },

  async detail({ mproject_id, sequence }, context) {
    return readMixProject(context, context.space.space_id, mproject_id, sequence);
  },

  async list({ page_index, page_size, ...asked }, context) {
    return readMixCards(context, { ...asked, space_id: context.space.space_id }, { page_index, page_size });
  },

  async delete({ mproject_id }, context) {
    const { db, queue, space, user } = context;
    await db.transaction(async (tx) => {
      await requireMix(tx, space.space_id, mproject_id);
      // As whoever acts on it: the document first.
      await setDocumentDeleted(tx, mproject_id, true);
      await tx.update(mproject).set({ deleted_at: now }).where(eq(mproject.mproject_id, mproject_id));
      await tellChange(context, tx, mproject_id, 'mproject', user);
    });
    const open = await db
      .select({ task_id: task.task_id })
      .from(task)
      .where(and(eq(task.mproject_id, mproject_id), inArray(task.status, ['queued', 'running'])));
    for (const { task_id } of open) await queue.cancel(task_id).catch(unlessEnded);
    return {};
  },

  async restore({ mproject_id }, context) {
    const { db, space, user } = context;
    await db.transaction(async (tx) => {
      const { project_id } = await requireMix(tx, space.space_id, mproject_id, { isDeleted: true });
      await requireProject(tx, space.space_id, project_id);
      await setDocumentDeleted(tx, mproject_id, false);
      await tx.update(mproject).set({ deleted_at: null }).where(eq(mproject.mproject_id, mproject_id));
      await tellChange(context, tx, mproject_id, 'mproject', user);
    });
    return readMixProject(context, space.space_id, mproject_id);
  },

  async genCaptions({ mproject_id, is_forced }, context) {
    const isWanted = ({ captions }: Script) => is_forced || captions === null;
    await saveCaptions(context, mproject_id, await planAllCaptions(context, mproject_id, isWanted));
    return readMixProject(context, context.space.space_id, mproject_id);
  },

  async changes({ mproject_id }, { db, space }) {
    await requireMix(db, space.space_id, mproject_id);
    return { topic: mixTopic(mproject_id) };
  },
});

/** Changes name, template or settings; whoever comes with an old revision gets the newest instead. */
async function editMix(
  context: Context,
  { mproject_id, revision }: { mproject_id: string; revision: number },
  plan: (state: State, tx: Queryable) => Operation[] | Promise<Operation[]>,
): Promise<MixProject> {
  const newest = () => readMixProject(context, context.space.space_id, mproject_id);
  const edit = changeMix(context, mproject_id, async ({ state }, tx) => {
    await requireRevision(tx, mproject_id, revision);
    return plan(state, tx);
  });
  await orNewest(edit, '混剪的设置刚被他人修改，请查看最新内容后再改', newest);
  return newest();
}

/** It may end by itself just now. */
function unlessEnded(error: unknown): void {
  if (!(error instanceof AppError) || error.error !== 'task_state') throw error;
}
