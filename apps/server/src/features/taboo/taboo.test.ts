import { expect, test } from 'vitest';
import { mixWorld } from '#testing/mixes.ts';
import { createTestApp } from '#testing/test-app.ts';

test('a word that the owner of a space allowed is not reported there any more, and it is kept who allowed it', async () => {
  const app = await createTestApp();
  const [owner, editor, other] = [await app.signIn({ name: '店长' }), await app.signIn(), await app.signIn()];
  const team_id = await app.team([
    [owner, 'owner'],
    [editor, 'editor'],
  ]);
  const ask = { team_id, texts: ['全网最低价，手慢无', '最近第一次用'] };
  const { data: before } = await app.call('taboo.check', ask, editor);
  expect(before.found.map((all) => all.map(({ word, category }) => [word, category]))).toEqual([
    [['全网最低价', 'absolute']],
    [],
  ]);
  expect(before.rewritten).toEqual(['优惠价，手慢无', '最近第一次用']);

  const refused = await app.call('taboo.allow', { team_id, word: '全网最低价' }, editor);
  expect(refused.code).not.toBe(0);
  // Allowed as it is read, whatever it is dressed up as; said twice, it is the same exception.
  const note = '2025 年比价报告';
  const first = await app.call('taboo.allow', { team_id, word: '全網 最低價', note }, owner);
  const again = await app.call('taboo.allow', { team_id, word: '全网最低价' }, owner);
  expect(again.data).toEqual(first.data);
  expect(first.data).toMatchObject({ word: '全网最低价', note, allowed_by_name: '店长' });
  const { data: after } = await app.call('taboo.check', ask, editor);
  expect(after.found).toEqual([[], []]);
  expect((await app.call('caption.analyze', { team_id, text: ask.texts[0]! }, editor)).data.forbidden_words).toEqual(
    [],
  );

  const elsewhere = await app.call('taboo.check', { texts: ask.texts }, other);
  expect(elsewhere.data.found[0]).toHaveLength(1);
  expect((await app.call('taboo.exceptions', { team_id }, other)).code).not.toBe(0);
  const { exception_id } = first.data;
  expect((await app.call('taboo.disallow', { team_id, exception_id }, owner)).data).toEqual([]);
  expect((await app.call('taboo.check', ask, editor)).data.found[0]).toHaveLength(1);
  expect((await app.call('taboo.allow', { team_id, word: '···' }, owner)).message).toContain('请填写文字');
});

test('the check before export goes by the exceptions of the space, and puts titles right as well', async () => {
  const { app, ann, mix, space_id } = await mixWorld({ lines: ['全国最好喝的咖啡'] });
  const { mproject_id } = mix;
  const config = { title: { text: '销量第一' }, vary: { title: 'list' as const, titles: ['顶级口感', '第一口'] } };
  await app.call('mix.updateConfig', { mproject_id, revision: mix.revision, config }, ann);
  const problems = async () => {
    const { data } = await app.call('candidate.check', { mproject_id }, ann);
    return data.problems.filter(({ kind }) => kind === 'forbidden_word');
  };
  const found = await problems();
  expect(found.map(({ taboo_word }) => taboo_word)).toEqual(['销量第一', '顶级', '全国最好喝']);
  expect(found.map(({ fixes: [fix] }) => fix?.mix ?? null)).toEqual([
    { title: { text: '销量靠前' } },
    { vary: { titles: ['高端口感', '第一口'] } },
    {},
  ]);
  expect(found[2]?.fixes[0]?.wording).toEqual([{ from: '全国最好喝的咖啡', to: '很好喝的咖啡' }]);
  await app.call('taboo.allow', { team_id: space_id, word: '全国最好喝' }, ann);
  expect((await problems()).map(({ taboo_word }) => taboo_word)).toEqual(['销量第一', '顶级']);
});

test('a text of a thousand forbidden words is put right to its end, and everybody else is answered meanwhile', async () => {
  const app = await createTestApp();
  const user = await app.signIn();
  const sentence = '这是全网最低价的咖啡。';
  const text = sentence.repeat(900);
  let [isDone, answered] = [false, 0];
  const watch = async () => {
    for (; !isDone; answered += 1) await fetch(`${app.url}/healthz`);
  };
  const watching = watch();
  const { data } = await app.call('taboo.check', { texts: [text, '最好'.repeat(5000)] }, user);
  isDone = true;
  await watching;
  const [found = []] = data.found;
  expect(found).toHaveLength(500);
  expect(new Set(found.map(({ start, end }) => text.slice(start, end)))).toEqual(new Set(['全网最低价']));
  expect(found.at(-1)?.start).toBe(499 * sentence.length + sentence.indexOf('全网'));
  expect(data.rewritten[0]).toBe('这是优惠价的咖啡。'.repeat(900));
  // Twice while the words are looked for, piece by piece, and while they are put right.
  expect(answered).toBeGreaterThan(8);
});
