import { DRAFT_FORMATS, draft as calls } from '@mixreel/contract';
import { timelinesOf } from '#features/candidate/timeline.ts';
import { readDelivery } from '#features/download/deliver.ts';
import { implement } from '#http/route.ts';
import { effectNotes } from './draft-content.ts';
import { exportDrafts } from './draft.jobs.ts';
import { changeSetting, readConsentNotes, readFinished, readSetting, requireSources } from './draft.queries.ts';
import { markersOf, readMarkers } from './markers.ts';
import { noted } from './pack-drafts.ts';

export const draftRoutes = implement(calls, {
  async add({ project_id, artwork_ids = [], candidate_ids = [], format, profile: wanted }, context) {
    const { db, queue, space, user, request } = context;
    const where = { space_id: space.space_id, project_id };
    const name = await requireSources(db, where, { artwork_ids, candidate_ids });
    const setting = await readSetting(db, user.user_uid);
    const profile = wanted ?? setting.profile;
    const markers = (profile === setting.profile && setting.markers) || markersOf(profile);
    const { draft_root } = setting;
    const { address } = request;
    const input = { project_id, artwork_ids, candidate_ids, format, profile, markers, draft_root, address };
    const count = artwork_ids.length + candidate_ids.length;
    const title = `${DRAFT_FORMATS[format]}「${name}」${count > 1 ? `等 ${count} 条` : ''}`;
    const task_id = await queue.add(exportDrafts, { ...where, user_uid: user.user_uid, title, work: count, input });
    return { task_id };
  },

  async notes({ project_id, artwork_ids, candidate_ids, profile }, context) {
    const { space_id } = context.space;
    const finished = await readFinished(context.db, { space_id, project_id }, artwork_ids);
    const candidates = await timelinesOf(context, space_id, candidate_ids, null);
    const timelines = [
      ...finished.values(),
      ...candidates.values().map((timeline) => ({ name: timeline.name, timeline })),
    ];
    const told = timelines.flatMap(({ name, timeline }) =>
      timeline ? [{ name, notes: effectNotes(timeline, profile) }] : [],
    );
    const all = timelines.flatMap(({ timeline }) => timeline ?? []);
    return { notes: [...(await readConsentNotes(context.db, all)), ...noted(told)] };
  },

  async status({ task_id }, context) {
    return readDelivery(context, context.space.space_id, task_id);
  },

  async setting(_input, { db, user }) {
    return readSetting(db, user.user_uid);
  },

  async updateSetting(change, { db, user }) {
    return changeSetting(db, user.user_uid, change);
  },

  async readMarkers({ text }, { db, user }) {
    return changeSetting(db, user.user_uid, readMarkers(text));
  },

  async forgetMarkers(_input, { db, user }) {
    await changeSetting(db, user.user_uid, { markers: null });
    return {};
  },
});
