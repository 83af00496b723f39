import { EMPTY_BRIEF, EMPTY_ROW, restOfScript, type ScriptNews } from '@mixreel/contract';
import { strToU8, zipSync } from 'fflate';
import { expect, onTestFinished, test } from 'vitest';
import type { Context } from '#context.ts';
import type { StreamEvent } from '#http/streams.ts';
import { BRIEFS } from '#testing/briefs.ts';
import { startChatDouble } from '#testing/chat-double.ts';
import { createTestApp } from '#testing/test-app.ts';
import { scriptTopic, tellScript, type Writing } from './tell-script.ts';

const [COFFEE] = BRIEFS;

async function world(env: Record<string, string> = {}) {
  const app = await createTestApp({ env });
  const ann = await app.signIn({ name: '安' });
  const { data } = await app.call('project.add', { project_name: '夏天' }, ann);
  const heard: StreamEvent[] = [];
  const listen = (script_id: string) =>
    app.streams.subscribe(scriptTopic(ann.user_uid, script_id), null, (event) => heard.push(event));
  return { app, ann, project_id: data.project_id, heard, listen };
}

/** A page of a PDF with one line of Latin text. */
const pdf = (text: string) => {
  const stream = `BT /F1 12 Tf 20 100 Td (${text}) Tj ET`;
  return Buffer.from(
    `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj
4 0 obj<</Length ${stream.length}>>stream
${stream}
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
trailer<</Root 1 0 R>>
`,
  );
};
const slide = (...lines: string[]) =>
  strToU8(`<p:sld>${lines.map((line) => `<a:p><a:r><a:t>${line}</a:t></a:r></a:p>`).join('')}</p:sld>`);
const pptx = zipSync({
  'ppt/presentation.xml': strToU8(
    '<p:presentation><p:sldId r:id="r2"/><p:sldId r:id="r3"/><p:sldId r:id="r1"/></p:presentation>',
  ),
  'ppt/_rels/presentation.xml.rels': strToU8(
    ['1', '2', '3'].map((n) => `<Relationship Id="r${n}" Target="slides/slide${n}.xml"/>`).join(''),
  ),
  'ppt/slides/slide1.xml': slide('价格：39.9 元/盒', '活动：第二件半价'),
  'ppt/slides/slide3.xml': strToU8('<p:sld show="0"><a:p><a:r><a:t>底价：20 元</a:t></a:r></a:p></p:sld>'),
  'ppt/slides/slide2.xml': slide('山丘冷萃咖啡液', '核心卖点', '三秒冲好一杯', '每条 25 毫升', '关于我们'),
});

test('a script is told row by row while it is written, in versions of which no two open alike, and nothing is kept', async () => {
  const { app, ann, project_id, heard, listen } = await world();
  await listen('one');
  const asked = { project_id, brief: COFFEE!, seconds: 30, versions: 3, script_id: 'one' };
  const { data } = await app.call('writer.write', asked, ann);
  await expect.poll(() => heard.at(-1)?.event).toBe('result');
  const news = heard.map(({ data: said }) => said as ScriptNews);
  expect(heard.slice(0, 2).map(({ event }) => event)).toEqual(['step_output', 'message']);
  expect(news.flatMap((one) => (one.kind === 'row' ? one.row : []))).toEqual(data.versions.flatMap(({ rows }) => rows));
  const hooks = data.versions.map(({ rows }) => rows[0]!.line);
  expect(new Set(hooks).size).toBe(3);
  // Cut off in the second version: what was told stays, and the rest comes behind it, no row twice.
  const half = { ...data.versions[1]!, rows: data.versions[1]!.rows.slice(0, 2) };
  const { whole, ...rest } = restOfScript(asked, [data.versions[0]!, half]);
  const { data: on } = await app.call('writer.write', { ...asked, ...rest, script_id: undefined }, ann);
  expect([...whole, ...on.versions].map(({ rows }) => rows)).toEqual(data.versions.map(({ rows }) => rows));
  const { data: more } = await app.call('writer.write', { ...asked, script_id: undefined, hooks }, ann);
  expect(more.versions.filter(({ rows }) => hooks.includes(rows[0]!.line))).toEqual([]);
  expect((await app.call('story.list', { project_id }, ann)).data.items).toEqual([]);

  const { message } = await app.call('writer.write', { ...asked, brief: { ...COFFEE!, name: ' ' } }, ann);
  expect(message).toContain('先写商品名称');
  const thin = { ...EMPTY_BRIEF, name: '云朵杯', points: ['全网最低价'] };
  const { data: few } = await app.call('writer.write', { ...asked, brief: thin, versions: 6, seconds: 60 }, ann);
  expect(few.notices.join('\n')).toMatch(/资料里的「全网最低价」.*(没有写进去|写成了)[^]*只写到 \d+ 秒/);
});

test('whoever goes away stops the writing; what breaks is told in words, with the rows before it', async () => {
  const { app, ann, heard, listen } = await world();
  await listen('two');
  const gone = new AbortController();
  const context = { ...app, user: ann, signal: gone.signal } as unknown as Context;
  let isEnded = false;
  const row = { kind: 'row' as const, version: 0, row: { ...EMPTY_ROW, line: '第一句' } };
  async function* endless(): Writing {
    try {
      yield { kind: 'version', version: 0, title: '一版' };
      for (;;) {
        yield row;
        gone.abort();
      }
    } finally {
      isEnded = true;
    }
  }
  await expect(tellScript(context, 'two', endless())).rejects.toThrow('aborted');
  expect(isEnded).toBe(true);
  async function* broken(): Writing {
    yield { kind: 'version', version: 0, title: '一版' };
    yield row;
    throw new Error('boom');
  }
  const fresh = { ...context, signal: new AbortController().signal } as Context;
  await expect(tellScript(fresh, 'two', broken())).rejects.toThrow('boom');
  await expect
    .poll(() => heard.map(({ event }) => event))
    .toEqual(['step_output', 'message', 'step_output', 'message', 'error']);
  expect(heard.at(-1)?.data).toMatchObject({ message: expect.stringMatching(/\p{Script=Han}/u) });
});

test('a line has other ways that hold the facts of its board, and a board another tone', async () => {
  const { app, ann, project_id } = await world();
  const facts = [
    { id: 'f1', kind: 'price' as const, text: '49 元', value: '49', unit: '元', source: null, locked: true },
  ];
  const { data: board } = await app.call('story.add', { project_id, brief: COFFEE!, facts, rows: [] }, ann);
  expect(board.brief).toEqual(COFFEE);
  const place = { project_id, story_board_id: board.story_board_id, brief: COFFEE! };
  const { data } = await app.call(
    'writer.line',
    { ...place, section: 'solution', line: '看这里，三秒冲好一杯。' },
    ann,
  );
  expect(data.choices.map(({ line }) => line.includes('三秒冲好一杯'))).toEqual([true, true, true]);
  // The brief says 39.9, the board is locked to 49: nothing is said of it.
  const { data: price } = await app.call(
    'writer.line',
    { ...place, section: 'price', line: '多少钱？39.9 元一盒。' },
    ann,
  );
  expect(price.choices.filter(({ line }) => line.includes('39.9') && !line.includes('多少'))).toEqual([]);
  const rows = [{ row_id: 'r', section: 'proof' as const, line: '有据可查，每批都有检测报告。', duration_ms: null }];
  const { data: warm } = await app.call('writer.tone', { ...place, tone: 'warm', rows }, ann);
  expect(warm.lines).toEqual([{ row_id: 'r', line: expect.stringMatching(/^(?!有据可查).*每批都有检测报告/u) }]);
  const stranger = await app.signIn({ name: '外人' });
  const { data: own } = await app.call('project.add', { project_name: '别处' }, stranger);
  const { message } = await app.call(
    'writer.tone',
    { ...place, project_id: own.project_id, tone: 'warm', rows },
    stranger,
  );
  expect(message).toBe('故事板不存在或已被删除');
});

test('running text becomes rows without a letter changed, with what is to be seen and how long it takes', async () => {
  const { app, ann, project_id } = await world();
  const text =
    '早上起不来？（女孩按掉闹钟）咖啡店还要排队，等到上班都迟到了，这样的早上谁受得了。\n\n三秒一杯。加奶加水都行。现在下单第二件半价。';
  const { data } = await app.call('writer.text', { project_id, text }, ann);
  const [{ rows }] = data.versions as [(typeof data.versions)[0]];
  expect(rows.map(({ line }) => line).join('')).toBe(text.replace('（女孩按掉闹钟）', '').replaceAll('\n', ''));
  expect(rows.find(({ picture }) => picture === '女孩按掉闹钟')).toBeDefined();
  expect([rows[0]?.section, rows.at(-1)?.section]).toEqual(['hook', 'call']);
  expect(rows.every(({ duration_ms }) => duration_ms! >= 1000 && duration_ms! <= 8000)).toBe(true);
  const { message } = await app.call('writer.text', { project_id, text: ' …' }, ann);
  expect(message).toContain('先粘贴一段文案');
});

test('a sheet gives its facts with the sentence and page they stand in; files that cannot be read say why', async () => {
  const { app, ann, project_id } = await world();
  const read = (file_name: string, bytes: Uint8Array | string) => {
    const content_base64 = Buffer.from(bytes).toString('base64');
    return app.call('writer.file', { project_id, file_name, content_base64 }, ann);
  };
  const { data: slides } = await read('资料.pptx', pptx);
  expect(slides.items.map(({ field, text, page }) => [field, text, page])).toEqual([
    ['name', '山丘冷萃咖啡液', 1],
    ['points', '三秒冲好一杯', 1],
    ['points', '每条 25 毫升', 1],
    // Behind a hidden one.
    ['price', '39.9 元/盒', 3],
    ['promotion', '第二件半价', 3],
  ]);
  const price = slides.items.find(({ field }) => field === 'price')!;
  expect(price.sentence).toBe('价格：39.9 元/盒');
  expect(price.facts).toMatchObject([{ value: '39.9', unit: '元', source: { file: '资料.pptx', page: 3 } }]);

  const { data: pages } = await read('sheet.pdf', pdf('Hill cold brew 25 ml'));
  expect(pages.items).toMatchObject([{ text: 'Hill cold brew 25 ml', page: 1 }]);
  const sheet =
    '品名：静界净化器\n目标人群：家里有鼻炎的人\n睡眠档 22 分贝，很安静。通过 CCC 认证。\n适合 60 平以内的客厅。联系我们\n';
  const { data: text } = await read('资料.txt', sheet);
  expect(text.items.map(({ field }) => field)).toEqual(['name', 'audience', 'points', 'proofs', 'audience']);

  const locked = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from('EncryptedPackage', 'utf16le')]);
  const bad: [string, Uint8Array | string, RegExp][] = [
    ['锁.pptx', locked, /去掉密码/],
    ['坏.pdf', '%PDF-1.4 nothing', /损坏/],
    ['假.pdf', 'hello', /不是 PDF/],
    ['白.pdf', pdf(''), /没有文字/],
    ['空.md', '# 关于我们\n', /没有找到商品资料/],
    ['图.png', 'x', /只能/],
  ];
  for (const [name, bytes, message] of bad) expect((await read(name, bytes)).message).toMatch(message);
});

const row = (section: string, line: string) => ({ section, line, picture: '画面', shot_size: null, camera_move: null });

test('a service writes with the facts fixed: what breaks one is asked for once more, what is no script says so', async () => {
  const double = await startChatDouble();
  onTestFinished(() => double.close());
  const { app, ann, project_id } = await world(double.env);
  const script = (price: string) => ({
    title: '先说痛点',
    rows: [row('hook', '早上起不来？'), row('price', `一盒只要 ${price} 元。`), row('call', '点下面看看。')],
  });
  const asked = { project_id, brief: COFFEE!, seconds: 30 };
  double.says(script('49.9'));
  double.says(script('39.9'));
  const { data } = await app.call('writer.write', asked, ann);
  expect(data.versions[0]?.rows.map(({ line }) => line)).toEqual([
    '早上起不来？',
    '一盒只要 39.9 元。',
    '点下面看看。',
  ]);
  expect(double.asked).toHaveLength(2);
  expect(double.asked[1]!.text).toContain('写的是「49.9 元」');

  // Said wrong twice, rules put it right; in another language it is not taken.
  double.says(script('49.9'));
  double.says(script('49.9'));
  const { data: stubborn } = await app.call('writer.write', asked, ann);
  expect(stubborn.versions[0]?.rows[1]?.line).toBe('一盒只要 39.9 元。');
  const english = { title: 'x', rows: [row('hook', 'Good morning'), row('call', 'Buy now')] };
  double.says(english);
  double.says(english);
  expect((await app.call('writer.write', asked, ann)).message).toMatch(/不是中文，没有采用/);
  for (const fail of ['noJson', 'halfJson'] as const) {
    double.fails[fail](script('39.9'));
    double.fails[fail](script('39.9'));
    const refused = await app.call('writer.write', asked, ann);
    expect([fail, refused.code === 0, /\p{Script=Han}/u.test(refused.message)]).toEqual([fail, false, true]);
  }
  const { data: own } = await app.call('writer.write', { ...asked, engine: 'built_in' }, ann);
  expect([own.engine_name, own.versions.length]).toEqual(['内置写手', 1]);
});
