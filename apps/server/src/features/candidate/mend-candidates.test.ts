import type { Candidate } from '@mixreel/contract';
import { expect, test } from 'vitest';
import { filmMix, listOf } from '#testing/mixed-films.ts';
import { readCandidates, storeChosen } from './candidate.queries.ts';
import { readState } from './choose.ts';
import { refreshFigures } from './rewrite.ts';

test('two that are too alike are explained, one place is replaced, mended to L2, and taken back; numbers stay', async () => {
  const { app, ann, mproject_id } = await filmMix([3, 3, 3]);
  const { data: before } = await app.call('candidate.plan', { mproject_id, count: 3 }, ann);
  expect(before.openings.map(({ count }) => count)).toEqual([1, 1, 1]);
  const items = await listOf(app, mproject_id, ann);
  const [first, second, third] = items as [Candidate, Candidate, Candidate];
  const spoilt = {
    candidate_id: second.candidate_id,
    picks: [...first.picks.slice(0, 2), second.picks[2]!],
    factors: {},
  };
  await app.call('candidate.revise', { mproject_id, videos: [spoilt] }, ann);
  const ids = { mproject_id, first_id: first.candidate_id, second_id: second.candidate_id };
  const { data: pair } = await app.call('candidate.pair', ids, ann);
  expect(pair.level).toBeGreaterThan(2);
  expect(pair.places.map(({ picture }) => picture)).toEqual([1, 1, 0]);
  const sorted = await app.call('candidate.list', { mproject_id, sort: 'likeness' }, ann);
  expect(sorted.data.items.slice(0, 2).map(({ number }) => number)).toEqual([1, 2]);
  const same = await app.call('candidate.list', { mproject_id, opening: first.picks[0]!.video_clip_id }, ann);
  expect(same.data.items.map(({ number }) => number)).toContain(2);

  const { data: one } = await app.call(
    'candidate.replace',
    { mproject_id, candidate_id: second.candidate_id, slot_id: first.picks[0]!.slot_id },
    ann,
  );
  expect(one.changes.join()).toContain('换片段');
  expect(one.likeness).toBeLessThan(one.likeness_before);
  // Taken back only while it is as it was made: what somebody else has changed since stays.
  const { candidate_id, signature, before: was } = one;
  const back = { candidate_id, ...was, signature };
  await app.call('candidate.replace', { mproject_id, candidate_id, slot_id: first.picks[1]!.slot_id }, ann);
  const refused = await app.call('candidate.revise', { mproject_id, videos: [back] }, ann);
  expect(refused.message).toBe('第 2 条刚被别人改过，没有再改；请看看它现在的样子');
  await app.call('candidate.revise', { mproject_id, videos: [spoilt] }, ann);

  // Once it is known how long lines last, what was chosen stays what it is, however alike that is then.
  await refreshFigures(app, await readState(app, ann.space_id, mproject_id));
  const idsAfter = (await listOf(app, mproject_id, ann)).map(({ candidate_id }) => candidate_id);
  expect(idsAfter).toEqual(items.map(({ candidate_id }) => candidate_id));

  const { data: mended } = await app.call('candidate.mend', { mproject_id }, ann);
  expect(mended).toMatchObject({ left: 0 });
  expect(mended.changed).toHaveLength(1);

  await app.call('candidate.update', { candidate_ids: [first.candidate_id], is_excluded: true }, ann);
  await app.call('candidate.plan', { mproject_id, count: 3 }, ann);
  const after = await listOf(app, mproject_id, ann);
  expect(after.find(({ candidate_id }) => candidate_id === third.candidate_id)?.number).toBe(3);
  expect(after.map(({ number }) => number)).not.toContain(1);
  // A choice that was begun before somebody changed one does not take that one away.
  const state = await readState(app, ann.space_id, mproject_id);
  const seen = (await readCandidates(app.db, mproject_id)).map((row) => ({ ...row, signature: 'before' }));
  await app.db.transaction((tx) =>
    storeChosen(
      tx,
      state.document.mix,
      [],
      seen.filter(({ number }) => number === 3),
    ),
  );
  expect((await listOf(app, mproject_id, ann)).map(({ number }) => number)).toEqual([3]);
});
