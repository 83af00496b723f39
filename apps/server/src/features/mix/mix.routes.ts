import { AppError, applyChange, applyTemplate, mix as calls, type MixProject, resolveConfig } from '@mixreel/contract';
import type { Context } from '#context.ts';
import { now } from '#db/columns.ts';
import type { Queryable } from '#db/connect.ts';
import { and, eq, inArray, isNull, sql } from '#db/orm.ts';
import { requireProject } from '#features/project/project.queries.ts';
import { task } from '#features/task/task.tables.ts';
import { countUse, requireTemplate } from '#features/template/template.queries.ts';
import { implement } from '#http/route.ts';
import { addMix } from './add-mix.ts';
import { checkConfig } from './check-config.ts';
import { type MixRow, readDocument, requireMix } from './document.ts';
import { editMix, orNewest, Outdated } from './edit-mix.ts';
import { readMixProject } from './mix-project.ts';
import { readMixCards } from './mix.queries.ts';
import { mproject, shooting, video_clip } from './mix.tables.ts';
import { insertShootings } from './new-shootings.ts';
import { mixTopic, OTHER_SEED, tellChange } from './tell-change.ts';
import { captionLines, saveCaptions, screenOf } from './write-captions.ts';

export const mixRoutes = implement(calls, {
  async add(input, context) {
    const mproject_id = await addMix(context, input);
    return readMixProject(context, context.space.space_id, mproject_id);
  },

  async reinit({ mproject_id, lines, keep_config }, context) {
    const { space_id } = context.space;
    await editMix(context, mproject_id, 'shootings', async (tx) => {
      await tx
        .update(shooting)
        .set({ deleted_at: now })
        .where(and(eq(shooting.mproject_id, mproject_id), isNull(shooting.deleted_at)));
      const planned = lines.map((line) => ({ lines: [line] }));
      await insertShootings(tx, { space_id, mproject_id }, planned);
      if (keep_config) return;
      await tx
        .update(video_clip)
        .set({ deleted_at: now })
        .where(
          and(eq(video_clip.mproject_id, mproject_id), isNull(video_clip.shooting_id), isNull(video_clip.deleted_at)),
        );
      await setMix(tx, mproject_id, { config: {}, template_name: null, template_config: null });
      await tellChange(context, tx, mproject_id, 'mproject', context.user);
    });
    return readMixProject(context, space_id, mproject_id);
  },

  async update({ mproject_id, revision, mproject_name, template_id, template }, context) {
    const where = { space_id: context.space.space_id, mproject_id };
    if (template?.template_config) await checkConfig(context, where, template.template_config);
    const keepsVideos = template_id === undefined && template === undefined;
    return changeMix(context, { mproject_id, revision, keepsVideos }, async (tx, mix) => {
      const name = mproject_name === undefined ? {} : { mproject_name };
      if (template) return { ...name, ...template };
      if (template_id === undefined) return name;
      if (template_id === null) return { ...name, template_name: null, template_config: null };
      const chosen = await requireTemplate(tx, mix.space_id, template_id);
      if (chosen.template_type === 'structure') {
        // It would have to throw away the shootings that are there.
        throw new AppError('invalid', '镜头结构只能用来新建混剪，请在新建时选择它');
      }
      await countUse(tx, template_id);
      const { config, template_name, template_config } = applyTemplate(mix, chosen);
      return { ...name, config, template_name, template_config };
    });
  },

  async updateConfig({ mproject_id, revision, config }, context) {
    const checked = await checkConfig(context, { space_id: context.space.space_id, mproject_id }, config);
    const keepsVideos = Object.keys(config).every((group) => group === 'output');
    return changeMix(context, { mproject_id, revision, keepsVideos }, async (_tx, mix) => ({
      config: applyChange(mix.config, checked),
    }));
  },

  async detail({ mproject_id }, context) {
    return readMixProject(context, context.space.space_id, mproject_id);
  },

  async list({ page_index, page_size, ...asked }, context) {
    return readMixCards(context, { ...asked, space_id: context.space.space_id }, { page_index, page_size });
  },

  async delete({ mproject_id }, context) {
    const { db, queue, space, user } = context;
    await db.transaction(async (tx) => {
      await requireMix(tx, space.space_id, mproject_id);
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
      await tx.update(mproject).set({ deleted_at: null }).where(eq(mproject.mproject_id, mproject_id));
      await tellChange(context, tx, mproject_id, 'mproject', user);
    });
    return readMixProject(context, space.space_id, mproject_id);
  },

  async genCaptions({ mproject_id, is_forced }, context) {
    const { db, space } = context;
    const document = await readDocument(db, space.space_id, mproject_id, { hasWords: false });
    // Where captions come from the clips' own speech, or there are none, lines are not what is shown.
    const shootings = document.shootings.filter((row) => screenOf(document, row).config.caption.source === 'line');
    const lined = { ...document, shootings };
    const made = await captionLines(context, lined, ({ captions }) => is_forced || captions === null);
    await saveCaptions(context, lined, made);
    return readMixProject(context, space.space_id, mproject_id);
  },

  async changes({ mproject_id }, { db, space }) {
    await requireMix(db, space.space_id, mproject_id);
    return { topic: mixTopic(mproject_id) };
  },
});

type Change = Partial<
  Pick<MixRow, 'mproject_name' | 'config' | 'template_name' | 'template_config' | 'planned_revision'>
>;

/** Changes name, template or settings; whoever comes with an old revision gets the newest instead. */
async function changeMix(
  context: Context,
  { mproject_id, revision, keepsVideos }: { mproject_id: string; revision: number; keepsVideos: boolean },
  change: (tx: Queryable, mix: MixRow) => Promise<Change>,
): Promise<MixProject> {
  const newest = () => readMixProject(context, context.space.space_id, mproject_id);
  const run = async (tx: Queryable, mix: MixRow) => {
    if (mix.revision !== revision) throw new Outdated();
    const made = await change(tx, mix);
    const isOtherSeed = seedOf({ ...mix, ...made }) !== seedOf(mix);
    await setMix(tx, mproject_id, { ...made, ...(isOtherSeed && { planned_revision: OTHER_SEED }) });
  };
  const edit = editMix(context, mproject_id, 'mproject', run, { keepsVideos });
  await orNewest(edit, '混剪的设置刚被他人修改，请查看最新内容后再改', newest);
  return newest();
}

function seedOf({ template_config, config }: MixRow): number {
  return resolveConfig({ template: template_config, project: config }).combine.seed;
}

async function setMix(tx: Queryable, mproject_id: string, change: Change): Promise<void> {
  await tx
    .update(mproject)
    .set({ ...change, revision: sql`${mproject.revision} + 1` })
    .where(eq(mproject.mproject_id, mproject_id));
}

/** It may end by itself just now. */
function unlessEnded(error: unknown): void {
  if (!(error instanceof AppError) || error.error !== 'task_state') throw error;
}
