import { expect, onTestFinished, test } from 'vitest';
import { startChatDouble } from '#testing/chat-double.ts';
import { makeTempDir } from '#testing/temp-dir.ts';
import { createTestApp } from '#testing/test-app.ts';

async function world() {
  const double = await startChatDouble();
  onTestFinished(() => double.close());
  const { dir, remove } = makeTempDir();
  onTestFinished(remove);
  const app = await createTestApp({ env: { ...double.env, PACKS_DIR: dir } });
  const ann = await app.signIn();
  const translate = (texts: string[], more: object = {}) =>
    app.call('language.translate', { texts, target: 'en', ...more }, ann);
  return { app, ann, double, translate };
}

test('languages say who recognises, speaks and translates them: without packs and services nobody, and why', async () => {
  const { app, ann } = await world();
  const { data } = await app.call('language.list', {}, ann);
  const english = data.items.find(({ language }) => language === 'en');
  expect(english).toMatchObject({ native_name: 'English', recognised_by: [], spoken_by: [] });
  expect(english?.translated_by).toHaveLength(1);
  expect(data.reasons).toMatchObject({ recognise: expect.stringMatching(/[一-龥]/), translate: null });

  const lone = await createTestApp();
  const ben = await lone.signIn();
  const { data: without } = await lone.call('language.list', {}, ben);
  expect(without.items.every(({ translated_by }) => translated_by.length === 0)).toBe(true);
  expect(without.reasons.translate).toContain('翻译');
  const refused = await lone.call('language.translate', { texts: ['你好'], target: 'en' }, ben);
  expect(refused).toMatchObject({ code: expect.any(Number), message: expect.stringContaining('翻译') });
  expect(refused.code).not.toBe(0);
});

test('a number that came out wrong is asked for again; one that stays wrong is told, and the text is kept', async () => {
  const { double, translate } = await world();
  let turn = 0;
  double.translates((line) =>
    line.includes('39.9') ? (turn++ === 0 ? 'Only ¥38.9' : 'Only ¥39.9') : 'Buy three, get one',
  );
  const { data } = await translate(['到手价39.9元', '买二送一']);
  expect(data.items[0]).toEqual({ text: 'Only ¥39.9', problems: [] });
  expect(data.items[1]).toMatchObject({
    text: 'Buy three, get one',
    problems: [{ kind: 'number', message: '原文的「买二送一」在译文里没有或变了' }],
  });
  expect(double.asked.some(({ text }) => text.includes('38.9'))).toBe(true);
});

test('the terms of the space are used and checked; saved again they change, and others do not see them', async () => {
  const { app, ann, double, translate } = await world();
  await app.call('glossary.save', { term: '保温杯', language: 'en', translation: 'cup' }, ann);
  const { data: saved } = await app.call(
    'glossary.save',
    { term: '保温杯', language: 'en', translation: 'thermo mug' },
    ann,
  );
  expect((await app.call('glossary.list', {}, ann)).data).toEqual([saved]);
  double.translates(() => 'A nice thermo mug');
  expect((await translate(['好看的保温杯'])).data.items[0]?.problems).toEqual([]);
  double.translates(() => 'A nice bottle');
  expect((await translate(['好看的保温杯'])).data.items[0]?.problems).toMatchObject([
    { kind: 'term', message: '「保温杯」应译作「thermo mug」' },
  ]);
  const stranger = await app.signIn();
  expect((await app.call('glossary.list', {}, stranger)).data).toEqual([]);
  expect((await app.call('glossary.remove', { term_id: saved.term_id }, ann)).data).toEqual([]);
});

test('another language, half an answer and no answer at all are told in words', async () => {
  const { double, translate } = await world();
  const french =
    'Bonjour à tous et bienvenue dans notre boutique, nous avons aujourd’hui une très belle surprise pour vous';
  double.translates(() => french);
  const { data } = await translate(['大家好，欢迎来到我们的小店，今天有惊喜', '欢迎大家']);
  expect(data.items[0]).toMatchObject({
    text: french,
    problems: [{ kind: 'language', message: '看起来是法语，不是英语' }],
  });
  double.translates((line) => line);
  expect((await translate(['早上起不来，喝一杯'])).data.items[0]?.problems[0]?.message).toBe('看起来不是英语，请检查');
  double.says('好的，今天天气不错。');
  const failed = await translate(['早上起不来']);
  expect(failed.code).not.toBe(0);
  expect(failed.message).toMatch(/[一-龥]/);
});
