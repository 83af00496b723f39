import { AppError, type StoryRow } from '@mixreel/contract';
import { expect, test } from 'vitest';
import { longestSilence, SILENCE_MAX_MS } from '#testing/event-loop-watch.ts';
import { testProject } from '#testing/materials.ts';
import { mixWorld } from '#testing/mixes.ts';
import { createTestApp } from '#testing/test-app.ts';
import { readTable } from './translator-table.ts';

const ROWS: Partial<StoryRow>[] = [
  { line: '早上起不来？', picture: '闹钟响', duration_ms: 2000 },
  { line: '到手价39.9元', caption: '只要39.9元', duration_ms: 1500 },
  { line: '', picture: '空镜' },
];

async function world() {
  const app = await createTestApp();
  const ann = await app.signIn({ name: '安' });
  const project_id = await testProject(app, ann);
  const board = { project_id, board_name: '夏天', rows: ROWS, rate: 1 };
  const { story_board_id } = (await app.call('story.add', board, ann)).data;
  return { app, ann, project_id, document_id: story_board_id, about: { document_id: story_board_id, language: 'en' } };
}

test('a board becomes another one in English: same rows and lengths, linked both ways, and told when the source changes', async () => {
  const { app, ann, document_id, about } = await world();
  const { data: plan } = await app.call('translation.plan', about, ann);
  expect(plan).toMatchObject({ kind: 'story', name: '夏天', source: 'zh', known: [] });
  expect(plan.passages.map(({ place, text, seconds }) => [place, text, seconds])).toEqual([
    ['第 1 行台词', '早上起不来？', 2],
    ['第 2 行台词', '到手价39.9元', 1.5],
    ['第 2 行字幕', '只要39.9元', 1.5],
  ]);
  const { data: all } = await app.call('translation.plan', { ...about, parts: 'all' }, ann);
  expect(all.passages.map(({ place }) => place)).toContain('第 3 行画面');

  const english = ['Hard to get up?', 'Only ¥39.9', 'Just ¥39.9'];
  const texts = plan.passages.map(({ key }, n) => ({ key, text: english[n]! }));
  const { data: made } = await app.call('translation.add', { ...about, texts, is_bilingual: true }, ann);
  expect(made).toMatchObject({ kind: 'story', notices: [] });
  const { data: copy } = await app.call('story.detail', { story_board_id: made.document_id }, ann);
  expect(copy).toMatchObject({ board_name: '夏天 英语版', voice_id: expect.stringMatching(/^builtin:[ab]f_/) });
  expect(copy.rows.map(({ line, caption, duration_ms, picture }) => [line, caption, duration_ms, picture])).toEqual([
    ['Hard to get up?', 'Hard to get up?\n早上起不来？', 2000, '闹钟响'],
    ['Only ¥39.9', 'Just ¥39.9\n只要39.9元', 1500, ''],
    ['', '', null, '空镜'],
  ]);
  const linksOf = async (id: string) => (await app.call('translation.links', { document_id: id }, ann)).data;
  expect((await linksOf(made.document_id)).source).toMatchObject({ document_id, name: '夏天', changed: 0 });
  const row_id = plan.passages[0]!.key.split(' ')[0]!;
  await app.call('story.updateRows', { story_board_id: document_id, rows: [{ row_id, line: '早上又起不来？' }] }, ann);
  expect((await linksOf(document_id)).copies).toMatchObject([{ language_name: '英语', changed: 1 }]);
  // What is still said so need not be translated again.
  const { data: again } = await app.call('translation.plan', about, ann);
  expect(again.known.map(({ text }) => text)).toEqual(['Only ¥39.9', 'Just ¥39.9']);
});

test('the table goes out as xlsx and comes back; rows that do not belong, old sources and other languages are told', async () => {
  const { app, ann, about, document_id } = await world();
  const { data: plan } = await app.call('translation.plan', about, ann);
  await app.call('glossary.save', { term: '到手价', language: 'en', translation: 'final price' }, ann);
  const texts = [
    { key: plan.passages[0]!.key, text: 'Hard to get up?' },
    { key: plan.passages[1]!.key, text: 'Only ¥39.9' },
  ];
  const { data: file } = await app.call('translation.table', { ...about, texts }, ann);
  expect(file.file_name).toBe('夏天 英语译文.xlsx');
  const row_id = plan.passages[0]!.key.split(' ')[0]!;
  await app.call('story.updateRows', { story_board_id: document_id, rows: [{ row_id, line: '又起不来？' }] }, ann);
  const back = await app.call('translation.readTable', { ...about, ...file }, ann);
  expect(back.data.texts).toEqual(texts);
  expect(back.data.notices).toEqual(['还有 1 句没有译文', '第 1 行台词的原文在导出以后改过，请核对这一句译文']);
  const other = await app.call('translation.readTable', { ...about, ...file, language: 'ja' }, ann);
  expect(other.message).toBe('这张表是英语的译文，请先把语言选成英语再导入');
  const nothing = { file_name: 'a.xlsx', content_base64: 'c2FtcGxl' };
  expect((await app.call('translation.readTable', { ...about, ...nothing }, ann)).code).not.toBe(0);

  // As people send tables back: without the codes, sorted anew, with a row of their own.
  const rows = [
    ['原文', '译文'],
    ['到手价39.9元', 'Only ¥39.9'],
    ['别的话', 'Something else'],
    ['早上起不来？', ''],
  ];
  const read = readTable({ kind: 'table', rows, merged: [], notices: [] }, plan.passages, 'en');
  expect(read.texts).toEqual([{ key: plan.passages[1]!.key, text: 'Only ¥39.9' }]);
  expect(read.notices).toContain('1 行在现在的内容里找不到对应的原文，没有读入');
  const bare = { kind: 'table' as const, rows: [['台词'], ['你好']], merged: [], notices: [] };
  expect(() => readTable(bare, plan.passages, 'en')).toThrow(AppError);
  const odd = rows.with(0, ['原文', `译文${'（'.repeat(60_000)}`]);
  const silence = await longestSilence(async () =>
    readTable({ kind: 'table', rows: odd, merged: [], notices: [] }, plan.passages, 'en'),
  );
  expect(silence).toBeLessThan(SILENCE_MAX_MS);
});

test('a mix becomes another one: lines, titles and voice in English, the old line shown below, the source as it was', async () => {
  const { app, ann, mix, read } = await mixWorld({ lines: ['买二送一', '早上起不来？'] });
  const { mproject_id } = mix;
  const config = { title: { text: '夏日上新' }, vary: { title: 'list' as const, titles: ['夏日特惠'] } };
  await app.call('mix.updateConfig', { mproject_id, revision: mix.revision, config }, ann);
  const about = { document_id: mproject_id, language: 'en' };
  const { data: plan } = await app.call('translation.plan', about, ann);
  expect(plan.passages.map(({ place, text, follows }) => [place, text, follows])).toEqual([
    ['标题', '夏日上新', false],
    ['标题 1', '夏日特惠', false],
    ['镜头 1 台词', '买二送一', true],
    ['镜头 2 台词', '早上起不来？', true],
  ]);
  const english = ['New for summer', 'Summer deal', 'Buy 2, get 1 free'];
  const texts = english.map((text, n) => ({ key: plan.passages[n]!.key, text }));
  const { data: made } = await app.call('translation.add', { ...about, texts, is_bilingual: true }, ann);
  expect(made.notices).toEqual(['1 句没有译文，保留了原文']);
  const { data: copy } = await app.call('mix.detail', { mproject_id: made.document_id }, ann);
  expect(copy.mproject_name).toBe('夏季上新 英语版');
  expect(copy.config).toMatchObject({
    title: { text: 'New for summer' },
    vary: { titles: ['Summer deal'] },
    voice: { voice_id: expect.stringMatching(/^builtin:[ab]f_/) },
  });
  expect(copy.shootings.map(({ scripts: [one] }) => [one?.text, one?.second_text])).toEqual([
    ['Buy 2, get 1 free', '买二送一'],
    ['早上起不来？', undefined],
  ]);
  expect((await read()).shootings[0]?.scripts[0]?.text).toBe('买二送一');

  const { data: german } = await app.call('translation.add', { ...about, language: 'de', texts }, ann);
  expect(german.notices[1]).toContain('没有会说德语的音色');
  const { data: silent } = await app.call('mix.detail', { mproject_id: german.document_id }, ann);
  expect(silent.config.voice?.is_on).toBe(false);
});
