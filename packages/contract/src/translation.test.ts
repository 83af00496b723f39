import { expect, test } from 'vitest';
import { checkTranslation } from './translation-check.ts';
import { figuresIn } from './translation-figures.ts';

const RULES = { language: 'en', language_name: '英语', names: [], glossary: [], rate: 1 };
const line = (text: string, seconds: number | null = null) => ({
  text,
  kind: 'line' as const,
  seconds,
  follows: false,
});
const kinds = (source: string, text: string, rules: Partial<typeof RULES> = {}) =>
  checkTranslation(line(source), text, { ...RULES, ...rules }).map(({ kind }) => kind);

test.each([
  ['到手价三十九块九', 'Only ¥39.9 today'],
  ['到手价39.9元', 'Only RMB 39.90'],
  ['买二送一', 'Buy two, get one free'],
  ['全场八折', '20% off everything'],
  ['第二件半价', 'The second one is half price'],
  ['容量1.2升', '1.2 liters inside'],
  ['容量1.2升', 'Holds 1200 ml'],
  ['质保两年', 'Two-year warranty'],
  ['卖了1.2万件', 'Over 12,000 sold'],
  ['11月11日开抢', 'Starts on November 11'],
  ['防晒SPF50+', 'Sun protection SPF 50+'],
  ['一口就爱上', 'Love it at first sip'],
  ['晚上8点见', 'See you at 8 p.m.'],
])('%s may be said as: %s', (source, text) => {
  expect(checkTranslation(line(source), text, RULES)).toEqual([]);
});

test.each([
  ['到手价39.9元', 'Only ¥38.9 today', 'number'],
  ['到手价39.9元', 'Only today', 'number'],
  ['到手价39.9元', 'Only $39.9 today', 'number'],
  ['全场八折', '80% off everything today', 'ok'],
  ['买二送一', 'Buy three, get one free', 'number'],
  ['轻松好用', 'Easy to use, 50% lighter', 'number'],
  ['防晒SPF50+', 'Sun protection SPF30+', 'number'],
  ['早上起不来', '早上起不来', 'language'],
  ['早上起不来', '', 'missing'],
])('%s as %s: %s', (source, text, kind) => {
  expect(kinds(source, text)[0] ?? 'ok').toBe(kind);
});

test('figures of other countries are read as they are written there; Russian is told from English by its letters', () => {
  expect(kinds('到手价1299.5元', 'Nur 1.299,50 ¥', { language: 'de', language_name: '德语' })).toEqual([]);
  expect(kinds('到手价39.9元', 'Всего 39,9 юаня', { language: 'ru', language_name: '俄语' })).toEqual([]);
  expect(kinds('到手价39.9元', 'Only 39.9 yuan for you', { language: 'ru', language_name: '俄语' })).toEqual([
    'language',
  ]);
  expect(kinds('到手价39.9元', 'たった39.9元でお手元に', { language: 'ja', language_name: '日语' })).toEqual([]);
  expect(figuresIn('٣٩ و ３').map(({ values }) => values[0])).toEqual([39, 3]);
});

test('a name stays as it is or as the glossary has it; a term is said as the space says it', () => {
  const glossary = [{ term_id: '1', term: '保温杯', language: 'en', translation: 'thermo mug' }];
  const rules = { ...RULES, names: ['小象牌'], glossary };
  const problems = checkTranslation(line('小象牌保温杯'), 'The Elephant cup', rules);
  expect(problems.map(({ kind }) => kind)).toEqual(['name', 'term']);
  expect(problems[1]?.message).toBe('「保温杯」应译作「thermo mug」');
  expect(checkTranslation(line('小象牌保温杯'), '小象牌 Thermo Mug', rules)).toEqual([]);
  // What it is called in Japanese is nothing to English.
  const inJapanese = [{ term_id: '3', term: '保温杯', language: 'ja', translation: '水筒' }];
  expect(checkTranslation(line('保温杯'), 'Thermo mug', { ...RULES, glossary: inJapanese })).toEqual([]);
  const called = [...glossary, { term_id: '2', term: '小象牌', language: 'en', translation: 'Elephant' }];
  expect(checkTranslation(line('小象牌保温杯'), 'Elephant thermo mug', { ...rules, glossary: called })).toEqual([]);
});

test('a line that takes longer than its seconds is told with how much; one that its shot follows only when far longer', () => {
  const long = 'This is a very long sentence that nobody could ever say in such a short time';
  const [problem] = checkTranslation(line('很短', 2), long, RULES);
  expect(problem).toMatchObject({
    kind: 'long',
    message: expect.stringMatching(/^说不完，约超出 \d\.\d 秒（只有 2 秒）$/),
  });
  expect(checkTranslation(line('很短', 2), 'So short', RULES)).toEqual([]);
  const follows = { ...line('很短', 2), follows: true };
  expect(checkTranslation(follows, long, RULES)[0]?.message).toContain('镜头会跟着变长');
});
