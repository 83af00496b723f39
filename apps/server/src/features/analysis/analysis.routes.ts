import { analysis as calls } from '@mixreel/contract';
import { toShots } from '#features/search/shot-card.ts';
import { implement } from '#http/route.ts';
import { analysisTopic, readInfo } from './analysis-info.ts';
import { correctShot } from './correct-shot.ts';
import { cutShots } from './cut-shots.ts';
import { namePerson, readPersons } from './person.queries.ts';
import { findSameLook, removeAlike } from './same-look.ts';
import { resumeAnalysis, stopAnalysis } from './stop-analysis.ts';

export const analysisRoutes = implement(calls, {
  async correct({ shot_id, ...wish }, app) {
    const { db, space, user } = app;
    const row = await correctShot(app, { space_id: space.space_id, user_uid: user.user_uid }, shot_id, wish);
    const [shot] = await toShots(app, db, [row]);
    if (!shot) throw new Error('The shot is not there');
    return shot;
  },

  async sameLook({ shot_id, tag_key }, app) {
    return { count: (await findSameLook(app, app.space.space_id, shot_id, tag_key)).length };
  },

  async removeAlike({ shot_id, tag_key, give_back }, app) {
    const who = { space_id: app.space.space_id, user_uid: app.user.user_uid };
    return { shot_ids: await removeAlike(app, who, { shot_id, tag_key, give_back }) };
  },

  async cut({ material_id, cuts_ms }, app) {
    const { db, space, user } = app;
    const rows = await cutShots(app, { space_id: space.space_id, user_uid: user.user_uid }, material_id, cuts_ms);
    return { shots: await toShots(app, db, rows) };
  },

  async persons({ project_id, ...page }, app) {
    return readPersons(app, { space_id: app.space.space_id, project_id }, page);
  },

  async namePerson(naming, app) {
    return namePerson(app, app.space.space_id, naming);
  },

  async info({ project_id }, { db }) {
    return { topic: analysisTopic(project_id), first: [await readInfo(db, project_id)] };
  },

  async stop({ project_id, material_ids }, app) {
    return { stopped: await stopAnalysis(app, { space_id: app.space.space_id, project_id }, material_ids) };
  },

  async start({ project_id, material_ids }, app) {
    const { space, user } = app;
    const where = { space_id: space.space_id, project_id };
    return { started: await resumeAnalysis(app, where, user.user_uid, material_ids) };
  },
});
