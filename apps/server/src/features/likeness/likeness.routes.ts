import { likeness as calls } from '@mixreel/contract';
import { readStandard, writeStandard } from '#features/standard/standard.queries.ts';
import { implement } from '#http/route.ts';
import { compareArtworks } from './likeness.jobs.ts';
import { requireVideos } from './likeness.queries.ts';
import { produce } from './produce.ts';
import { readReport } from './read-report.ts';

export const likenessRoutes = implement(calls, {
  async add(input, context) {
    const { db, queue, space, user } = context;
    const { space_id } = space;
    const artwork_ids = [...new Set(input.artwork_ids)];
    const [first] = await requireVideos(db, space_id, artwork_ids);
    const what = { measure: '查重', propose: '查重并给出建议', produce: '查重并做差异化' }[input.action];
    const title = `${what} ${artwork_ids.length} 条成片`;
    const given = {
      space_id,
      user_uid: user.user_uid,
      project_id: first!.project_id,
      title,
      work: artwork_ids.length,
      input: { ...input, artwork_ids, days: input.days ?? (await readStandard(db, space_id)).history_days },
    };
    return { task_id: await queue.add(compareArtworks, given) };
  },

  async report({ task_id }, context) {
    return readReport(context, context.space.space_id, task_id);
  },

  async produce({ task_id, artwork_ids }, context) {
    const { space, user } = context;
    return produce(context, { space_id: space.space_id, task_id, user_uid: user.user_uid }, artwork_ids);
  },

  async setting(_input, { db, space }) {
    return readStandard(db, space.space_id);
  },

  async updateSetting({ team_id: _team_id, ...setting }, { db, space, user }) {
    await writeStandard(db, { space_id: space.space_id, user_uid: user.user_uid }, setting);
    return {};
  },
});
