import { AppError, candidate as calls, resolveConfig } from '@mixreel/contract';
import { sendCover } from '#features/cover/serve-cover.ts';
import { requireMix } from '#features/mix/document.ts';
import { heardKeys } from '#features/mix/narration.ts';
import { tellChange } from '#features/mix/tell-change.ts';
import { implement } from '#http/route.ts';
import { readCandidateCover, setCovers } from './candidate-cover.ts';
import { changeCandidates, lockMixesOf, readMixesOf, readCandidates, readExports } from './candidate.queries.ts';
import { wantsHearing } from './check-spoken.ts';
import { checkMix } from './check.ts';
import { chooseCandidates, possible, readMatrix, readState, readSummary } from './choose.ts';
import { listCandidates } from './list-candidates.ts';
import { mendCandidates, replaceShot } from './mend-candidates.ts';
import { wantNarration } from './narrate.jobs.ts';
import { readPair } from './pair.ts';
import { openPreview, readReadiness } from './preview.ts';
import { compareAgain, rewriteCandidates } from './rewrite.ts';
import { serveVideo } from './serve-video.ts';
import { startExport } from './start-export.ts';

export const candidateRoutes = implement(calls, {
  async list({ mproject_id, page_index, page_size, ...filter }, context) {
    const state = await readState(context, context.space.space_id, mproject_id);
    return listCandidates(context, state, { ...filter, mproject_id }, { page_index, page_size });
  },

  async plan({ mproject_id, count, is_fresh }, context) {
    const { space, user } = context;
    const state = await readState(context, space.space_id, mproject_id);
    const { mix } = state.document;
    const { combine } = resolveConfig({ template: mix.template_config, project: mix.config });
    await chooseCandidates(context, state, { count: count ?? combine.count, isFresh: is_fresh }, user);
    // Read again: other voices are only needed where they were chosen.
    const rows = await readCandidates(context.db, mproject_id);
    const isMissing = (key: string) => state.heard.get(key)?.request && !state.heard.get(key)?.sha256;
    const keys = rows.flatMap(heardKeys);
    if (keys.some(isMissing) || (await wantsHearing(context, state, keys))) {
      await wantNarration(context, { space_id: space.space_id, user_uid: user.user_uid }, mproject_id);
    }
    return readSummary(context, await readState(context, space.space_id, mproject_id));
  },

  async summary({ mproject_id }, context) {
    return readSummary(context, await readState(context, context.space.space_id, mproject_id));
  },

  async update({ candidate_ids, ...change }, context) {
    const { db, space, user } = context;
    const isChosenAmong = change.is_excluded !== undefined;
    const mixes = isChosenAmong ? await readMixesOf(db, space.space_id, candidate_ids) : [];
    // Before, not within: a transaction that waits for a second connection may wait for others that do the same.
    const states = await Promise.all(mixes.map((mproject_id) => readState(context, space.space_id, mproject_id)));
    return db.transaction(async (tx) => {
      await lockMixesOf(tx, space.space_id, candidate_ids);
      const rows = await changeCandidates(tx, space.space_id, candidate_ids, change);
      for (const state of states) await compareAgain(tx, state);
      for (const mproject_id of new Set(rows.map((row) => row.mproject_id))) {
        await tellChange(context, tx, mproject_id, 'candidates', user);
      }
      return { changed: rows.length };
    });
  },

  async pair({ mproject_id, ...pair }, context) {
    return readPair(context, await readState(context, context.space.space_id, mproject_id), pair);
  },

  async replace({ mproject_id, ...place }, context) {
    const { space, user } = context;
    return replaceShot(context, await readState(context, space.space_id, mproject_id), place, user);
  },

  async mend({ mproject_id }, context) {
    const { space, user } = context;
    return mendCandidates(context, await readState(context, space.space_id, mproject_id), user);
  },

  async revise({ mproject_id, videos }, context) {
    const { space, user } = context;
    const state = await readState(context, space.space_id, mproject_id);
    if (possible(state.plan, videos).length < videos.length) {
      throw new AppError('conflict', '用到的片段已经不在了，改不回去');
    }
    return { changed: await rewriteCandidates(context, state, videos, user) };
  },

  async matrix({ mproject_id }, context) {
    const state = await readState(context, context.space.space_id, mproject_id);
    const rows = await readCandidates(context.db, mproject_id);
    return readMatrix(
      state,
      rows.filter(({ is_excluded }) => !is_excluded),
    );
  },

  async preview({ mproject_id, candidate_id, picks, quality, sequence }, context) {
    const { space, user, signal } = context;
    const who = { space_id: space.space_id, user_uid: user.user_uid };
    const { preview, isSilent } = await openPreview(context, {
      ...who,
      mproject_id,
      candidate_id,
      picks,
      quality,
      sequence,
      signal,
    });
    if (isSilent && sequence === undefined) await wantNarration(context, who, mproject_id);
    return preview;
  },

  async readiness(asked, context) {
    return { readiness: await readReadiness(context, { ...asked, space_id: context.space.space_id }) };
  },

  async cover(asked, context) {
    return readCandidateCover(context, context.space.space_id, asked);
  },

  async setCover(wish, context) {
    return { changed: await setCovers(context, context.space.space_id, wish, context.user) };
  },

  picture: sendCover,

  video: serveVideo,

  async check({ mproject_id }, context) {
    return { problems: await checkMix(context, await readState(context, context.space.space_id, mproject_id)) };
  },

  async export({ mproject_id, ...wish }, context) {
    const { space, user } = context;
    return startExport(context, await readState(context, space.space_id, mproject_id), wish, user);
  },

  async exports({ mproject_id, task_id, ...page }, { db, space }) {
    await requireMix(db, space.space_id, mproject_id);
    return readExports(db, { mproject_id, task_id }, page);
  },
});
