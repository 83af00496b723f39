import { FACT_PROBLEMS_MAX } from '@mixreel/contract';
import { expect, test } from 'vitest';
import { longestSilence, SILENCE_MAX_MS } from '#testing/event-loop-watch.ts';
import { createTestApp } from '#testing/test-app.ts';

test('texts of nothing but wrong numbers are answered, and everybody else meanwhile', async () => {
  const app = await createTestApp();
  const ann = await app.signIn();
  const { data } = await app.call('fact.find', { text: '到手价 39.9 元' }, ann);
  let answer: object = {};
  const texts = Array.from({ length: 12 }, () => '1元'.repeat(5000));
  const silence = await longestSilence(async () => {
    answer = await app.call('fact.check', { texts, facts: data.facts }, ann);
  });
  const problems = texts.map(() => expect.objectContaining({ length: FACT_PROBLEMS_MAX }));
  expect(answer).toMatchObject({ code: 0, data: { problems } });
  expect(silence).toBeLessThan(SILENCE_MAX_MS);
});
