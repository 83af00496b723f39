import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { startChatDouble } from '#testing/chat-double.ts';
import { createTestApp } from '#testing/test-app.ts';
import { canTranslate, translate } from './translate.ts';
import { canWrite, write } from './write.ts';

const Script = z.object({ title: z.string().max(20).describe('标题'), lines: z.array(z.string()).min(1) });
const SCRIPT = { title: '新品', lines: ['今天上架', '点下方链接'] };
const messages = [{ role: 'user' as const, content: '写一条口播' }];

async function double(options?: Parameters<typeof startChatDouble>[0]) {
  const one = await startChatDouble(options);
  onTestFinished(() => one.close());
  return one;
}

async function world(providers: object[]) {
  const app = await createTestApp({ env: { AI_PROVIDERS: JSON.stringify(providers) } });
  const user = await app.signIn();
  const admin = await app.signIn({ role: 'admin' });
  const asker = { space_id: user.space_id, signal: new AbortController().signal };
  const usage = async () => (await app.call('ai.usage', {}, admin)).data;
  return { app, user, admin, asker, usage };
}

test('what a model writes comes as the schema reads it, is asked for once more where it does not fit, and is booked', async () => {
  const service = await double();
  const { app, user, asker, usage } = await world([service.provider]);
  expect(canWrite(app)).toBeNull();
  const ask = () => write(app, asker, { messages, answer: Script });

  service.fails.fenced(SCRIPT);
  const { value, cost, note, ai_origin } = await ask();
  expect([value, note, ai_origin]).toEqual([SCRIPT, null, true]);
  expect(service.asked[0]?.text).toContain('"description":"标题"');
  expect(service.asked[0]?.headers.authorization).toBe(`Bearer ${service.key}`);
  const [{ text: sent } = { text: '' }] = service.asked;
  const wrote = `当然可以：\n\`\`\`json\n${JSON.stringify(SCRIPT)}\n\`\`\`\n希望有用！`.length;
  expect(cost).toBeCloseTo((sent.length * 2 + wrote * 8) / 1_000_000, 9);

  // Each of these is followed by one that fits, and the second request says what was wrong with the first.
  for (const [fail, told] of [
    [() => service.fails.noJson(), '没有完整的 JSON'],
    [() => service.fails.halfJson(SCRIPT), '没有写完'],
    [() => service.says({ ...SCRIPT, lines: [] }), 'lines'],
  ] as const) {
    fail();
    service.says(SCRIPT);
    expect((await ask()).value).toEqual(SCRIPT);
    expect(service.asked.at(-1)?.text).toContain(told);
  }
  const asked = service.asked.length;
  service.fails.noJson();
  service.fails.noJson();
  await expect(ask()).rejects.toMatchObject({ error: 'ai_failed', message: expect.stringContaining('无法识别') });
  expect(service.asked).toHaveLength(asked + 2);

  const [row] = await usage();
  expect(row).toMatchObject({ ability: 'text', unit: '词元', calls: 5, failures: 1 });
  // What the failed one used is paid, too.
  const tokens = service.asked.reduce((sum, one) => sum + one.text.length, 0);
  expect(row?.amount).toBeGreaterThan(tokens);

  const long = [{ role: 'user' as const, content: '长'.repeat(200_001) }];
  await expect(write(app, asker, { messages: long, answer: null })).rejects.toMatchObject({ error: 'invalid' });
  const { data } = await app.call('ai.abilities', {}, user);
  expect(data.find(({ ability }) => ability === 'text')).toMatchObject({ is_ready: true, is_built_in: false });
});

test('an answer can be followed while it is written; one that breaks off or never comes is told, and never asked for again', async () => {
  const service = await double();
  const { app, asker } = await world([service.provider]);
  const heard: unknown[] = [];
  const onPart = (partial: unknown) => heard.push(partial);
  service.says(SCRIPT);
  expect((await write(app, asker, { messages, answer: Script, onPart })).value).toEqual(SCRIPT);
  expect(heard.length).toBeGreaterThan(3);
  expect(heard.at(-1)).toEqual(SCRIPT);
  expect(heard).toContainEqual({ title: '新品', lines: ['今天上架'] });
  expect((await write(app, asker, { messages, answer: null })).value).toBe(JSON.stringify(SCRIPT));

  service.fails.cut(SCRIPT);
  await expect(write(app, asker, { messages, answer: Script, onPart })).rejects.toMatchObject({
    error: 'ai_failed',
    message: expect.stringContaining('断了'),
  });
  service.fails.silent();
  await expect(write(app, asker, { messages, answer: null })).rejects.toMatchObject({
    message: expect.stringContaining('没有及时答复'),
  });
  expect(service.asked).toHaveLength(4);
  const leaving = new AbortController();
  service.fails.silent();
  const left = write(app, { ...asker, signal: leaving.signal }, { messages, answer: null });
  leaving.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
});

test('where one service fails the next does it, and says so; what is refused as improper is not shown to another', async () => {
  const [first, second] = [await double({ engine: 'one', name: '甲' }), await double({ engine: 'two', name: '乙' })];
  const { app, admin, asker, usage } = await world([first.provider, second.provider]);
  const ask = () => write(app, asker, { messages, answer: Script });
  first.answers(() => SCRIPT);
  second.answers(() => SCRIPT);
  first.fails.busy(30);
  expect(await ask()).toMatchObject({ engine: 'two', note: '「甲」正忙，这次由「乙」完成' });
  // It wants to be left alone for half a minute, and is.
  expect(await ask()).toMatchObject({ engine: 'two', note: null });
  expect(first.asked).toHaveLength(1);
  const { data: engines } = await app.call('ai.engines', {}, admin);
  const told = engines.filter(({ ability }) => ability === 'text');
  expect(told).toMatchObject([
    { engine: 'one', trouble: { message: expect.stringContaining('繁忙') }, price: 2, price_unit: '百万词元' },
    { engine: 'two', trouble: null },
  ]);

  // An administrator's test asks all the same, and when it goes well the rest is over.
  const test = await app.call('ai.testEngine', { engine: 'one', ability: 'text' }, admin);
  expect(test.data).toMatchObject({ is_ok: true, message: expect.stringContaining('回答') });
  expect(await ask()).toMatchObject({ engine: 'one', note: null });

  first.fails.refuses();
  const asked = second.asked.length;
  await expect(ask()).rejects.toMatchObject({ error: 'ai_refused', message: expect.stringContaining('不合规') });
  expect(second.asked).toHaveLength(asked);

  first.fails.badKey();
  expect(await ask()).toMatchObject({ engine: 'two', note: '「甲」拒绝了密钥，这次由「乙」完成' });
  first.fails.noCredit();
  second.fails.badKey();
  const refused = await ask().catch((error: unknown) => error);
  expect(refused).toMatchObject({ error: 'ai_failed', message: expect.stringContaining('密钥') });
  // What the service said of the key, in every cause that might be logged.
  expect(JSON.stringify([refused, engines, await usage()])).not.toContain(first.key);
  expect((await usage()).map(({ engine, failures }) => [engine, failures])).toEqual(
    expect.arrayContaining([
      ['one', 4],
      ['two', 1],
    ]),
  );
});

test('an account is asked no more at once than it allows, and nobody is there where nothing was configured', async () => {
  const service = await double();
  const { app, asker } = await world([{ ...service.provider, at_once: 2, timeout_s: 600 }]);
  // Those that are not answered hold both places.
  const letGo = [service.holds('早'), service.holds('早')];
  const ask = () => write(app, asker, { messages, answer: null });
  const early = [ask(), ask()];
  await expect.poll(() => service.asked.length).toBe(2);
  service.answers(() => '好');
  const late = [ask(), ask()];
  const leaving = new AbortController();
  const left = write(app, { ...asker, signal: leaving.signal }, { messages, answer: null });
  leaving.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  expect(service.asked).toHaveLength(2);
  for (const each of letGo) each();
  expect((await Promise.all([...early, ...late])).map(({ value }) => value)).toEqual(['早', '早', '好', '好']);
  expect(service.asked).toHaveLength(4);

  const empty = await createTestApp();
  expect(canWrite(empty)).toContain('文案');
  expect(canTranslate(empty)).toContain('翻译');
  await expect(write(empty, asker, { messages, answer: null })).rejects.toMatchObject({ error: 'no_engine' });
});

test('lines are translated each in its place; locked words come out as they are, and what is still missing is told', async () => {
  const service = await double();
  const { app, asker } = await world([service.provider]);
  service.translates((line, to) => `${to}:${line.replace('气垫', 'cushion')}`);
  const lines = Array.from({ length: 100 }, (_, n) => (n % 10 === 0 ? '' : `第${n}句`));
  lines[1] = '只要¥99，Mixreel Pro 气垫';
  lines[2] = lines[3] ?? '';
  const heard: number[] = [];
  const glossary = [{ term: '气垫', translation: 'Cushion' }];
  const locked = ['¥99', 'Mixreel', 'Mixreel Pro'];
  const onLines = (done: { n: number }[]) => heard.push(...done.map(({ n }) => n));
  const done = await translate(app, asker, { lines, from: 'zh', to: 'en', glossary, locked, onLines });
  expect(done.lines.map(({ text: line }) => line)).toEqual(
    lines.map((line, n) => (n === 1 ? 'en:只要¥99，Mixreel Pro cushion' : line && `en:${line}`)),
  );
  expect(done.lines.every(({ problem }) => problem === null)).toBe(true);
  expect(heard.toSorted((a, b) => a - b)).toEqual(lines.flatMap((line, n) => (line ? [n] : [])));
  expect(service.asked).toHaveLength(3);
  const sent = JSON.stringify(service.asked.map(({ task }) => task));
  expect(sent.match(/第3句/g)).toHaveLength(1);
  expect(sent).not.toContain('Mixreel');
  expect(done.cost).toBeGreaterThan(0);

  // A line that is left out is asked for again; a locked word that is lost twice is told.
  service.says({ lines: [{ n: 1, text: 'one' }] });
  service.translates((line) => line.replace(/⟦\d⟧/g, '').replace('二', 'two'));
  const few = await translate(app, asker, { lines: ['一', '二¥5'], from: null, to: 'en', locked: ['¥5'] });
  expect(few.lines).toEqual([
    { text: '一', problem: null },
    { text: 'two', problem: '译文里没有「¥5」' },
  ]);
  expect(service.asked.at(4)?.text).toContain('缺少第 2 行');
  await expect(translate(app, asker, { lines: ['长'.repeat(2001)], from: 'zh', to: 'en' })).rejects.toMatchObject({
    error: 'invalid',
  });
});
