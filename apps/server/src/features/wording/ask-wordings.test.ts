import { expect, onTestFinished, test } from 'vitest';
import { startChatDouble } from '#testing/chat-double.ts';
import { mixWorld } from '#testing/mixes.ts';

const LINE = '早上起不来，就喝一杯山丘冷萃，只要 9.9 元。';

test('a service writes the wordings, and only such as keep the facts come to the page; when it fails, rules do', async () => {
  const double = await startChatDouble();
  onTestFinished(() => double.close());
  const { app, ann, mix } = await mixWorld({ lines: [LINE], env: double.env });
  const { shooting_id } = mix.shootings[0]!;
  const ask = async () => (await app.call('shooting.reword', { shooting_id, text: LINE }, ann)).data;
  const good = '清晨总犯困？来一杯山丘冷萃，只要 9.9 元。';
  const other = '困了就来一杯山丘冷萃，只要 8.9 元。';
  const less = '山丘冷萃真不错，随时都能来一杯好咖啡。';
  double.says({ wordings: [other, less, good] });
  const texts = (await ask()).wordings.map(({ text }) => text);
  expect(texts[0]).toBe(good);
  expect(texts).not.toContain(other);
  expect(texts).not.toContain(less);
  expect(double.asked[0]?.text).toContain(LINE);

  double.fails.noCredit();
  const failed = await ask();
  expect(failed.wordings.length).toBeGreaterThan(0);
  expect(failed.note).toContain('下面是内置的说法');
});
