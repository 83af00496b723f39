import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { longestSilence, SILENCE_MAX_MS } from '#testing/event-loop-watch.ts';
import { createTestApp } from '#testing/test-app.ts';
import { Refusal } from './foreign.ts';
import { readForeign } from './read-foreign.ts';
import { readEntry } from './zip-entry.ts';

const docx = (body: string) => zipSync({ 'word/document.xml': strToU8(`<w:document>${body}</w:document>`) });
const xlsx = (rows: string) => zipSync({ 'xl/worksheets/sheet1.xml': strToU8(`<sheetData>${rows}</sheetData>`) });

async function work(ms: number): Promise<void> {
  const { user } = process.threadCpuUsage();
  while (process.threadCpuUsage().user - user < ms * 1000);
}

test('the watch sees a server that is silent for too long', async () => {
  expect(await longestSilence(() => work(1.1 * SILENCE_MAX_MS))).toBeGreaterThan(SILENCE_MAX_MS);
  expect(await longestSilence(() => work(0))).toBeLessThan(SILENCE_MAX_MS);
});

test('documents that were made to be read for ever are refused in words, and everybody else is answered meanwhile', async () => {
  const app = await createTestApp();
  const user = await app.signIn();
  const { data: project } = await app.call('project.add', { project_name: '夏季' }, user);
  const bad: [file_name: string, bytes: Uint8Array, message: RegExp][] = [
    ['段.docx', docx('<w:p/>'.repeat(3_300_000)), /展开后过大/],
    ['深.docx', docx(`${'<a>'.repeat(200_000)}${'</a>'.repeat(200_000)}`), /展开后过大/],
    ['深.xlsx', xlsx('<row>'.repeat(400_000)), /展开后过大/],
    ['尖.srt', strToU8('<'.repeat(5_000_000)), /没有时间轴/],
    ['空.srt', strToU8(`${'\n '.repeat(2_000_000)}x`), /没有时间轴/],
  ];
  const parse = (file_name: string, bytes: Uint8Array) => {
    const content_base64 = Buffer.from(bytes).toString('base64');
    return app.call('audio.parseFile', { project_id: project.project_id, file_name, content_base64 }, user);
  };
  for (const [file_name, bytes, message] of bad) {
    let answer: object = {};
    const silence = await longestSilence(async () => (answer = await parse(file_name, bytes)));
    expect({ file_name, ...answer }).toMatchObject({ code: 400, message: expect.stringMatching(message) });
    expect([file_name, silence < SILENCE_MAX_MS || silence]).toEqual([file_name, true]);
  }
  const far = xlsx('<row><c r="A1" t="str"><v>好</v></c><c r="ZZZ1"><v>1</v></c></row>'.repeat(20_100));
  let answer: object = {};
  const silence = await longestSilence(async () => (answer = await parse('远.xlsx', far)));
  expect(answer).toMatchObject({
    code: 0,
    data: { notices: ['只读取了前 200 列', '表格很大，只读取了前 20000 行', expect.any(String)] },
  });
  expect(silence).toBeLessThan(SILENCE_MAX_MS);
});

const listed = (view: Buffer) => view.indexOf(Buffer.from([0x50, 0x4b, 1, 2]));

test('a part of an archive is unpacked to no more than it may be, and to no more than it is said to be', () => {
  const limits = { most: 1000, broken: '坏了', too_large: '太大' };
  const zip = (entries: Parameters<typeof zipSync>[0], change: (view: Buffer) => void = () => {}) => {
    const view = Buffer.from(zipSync(entries));
    change(view);
    return () => new TextDecoder().decode(readEntry(view, 'a', limits) ?? new Uint8Array());
  };
  expect(zip({ b: strToU8('不是'), a: strToU8('这个') })()).toBe('这个');
  expect(zip({ b: strToU8('没有') })()).toBe('');
  expect(zip({ a: new Uint8Array(2000) })).toThrow('太大');
  // It says that it is small.
  expect(zip({ a: new Uint8Array(2000) }, (view) => view.writeUInt32LE(10, listed(view) + 24))).toThrow('坏了');
  for (const [at, value] of [
    [10, 99],
    [20, 0x7fffffff],
    [42, 0x7fffffff],
  ] as const) {
    const wrong = (view: Buffer) => view.writeUInt32LE(value, listed(view) + at);
    expect(zip({ a: strToU8('x'.repeat(50)) }, wrong)).toThrow(Refusal);
  }
  expect(zip({ a: strToU8('x') }, (view) => view.fill(0, view.length - 22))).toThrow('坏了');
});

test('a document that takes too much time or memory is given up', async () => {
  const slow = readForeign('稿.docx', docx('<w:p/>'.repeat(1000)), { time_ms: 1 });
  await expect(slow).rejects.toThrow('文件太大或太复杂');
  const heavy = readForeign('稿.docx', docx('<w:p a="1"/>'.repeat(200_000)), { heap_mb: 20 });
  await expect(heavy).rejects.toThrow('文件太大或太复杂');
});
