/** What people paste and upload by mistake or on purpose. Odd texts that can be spoken are in voice.test.ts. */
import { readFileSync } from 'node:fs';
import { writeMono } from '@mixreel/media';
import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { newId } from '#db/id.ts';
import { createTestApp, type TestApp, type TestUser } from '#testing/test-app.ts';

const VOICE = 'builtin:zf_xiaoxiao';

test('texts that cannot be spoken are refused in words that help', async () => {
  const app = await createTestApp();
  const user = await app.signIn();
  const cases: [kind: string, text: string, message: RegExp][] = [
    ['empty', '', /请先填写要朗读的文字/],
    ['blank', ' \n\t　', /没有可以朗读的文字/],
    ['emoji only', '😀🎉👨‍👩‍👧', /没有可以朗读的文字/],
    ['control characters only', '\u0007\u001B\u202E', /没有可以朗读的文字/],
    ['a null character', '你\u0000好', /无法保存的字符/],
    ['20,000 characters', '好'.repeat(20_000), /最多 5000 字，请分成几行/],
  ];
  for (const [kind, text, message] of cases) {
    const answer = await app.call('voice.speak', { text, voice_id: VOICE }, user);
    expect({ kind, ...answer }).toMatchObject({ kind, code: 400, message: expect.stringMatching(message) });
  }
  const { data: project } = await app.call('project.add', { project_name: '夏季' }, user);
  const line = { line_id: newId(), text: '好'.repeat(20_000), voice_id: VOICE };
  const piece = await app.call('audio.add', { project_id: project.project_id, lines: [line] }, user);
  expect(piece).toMatchObject({ code: 400, message: expect.stringContaining('每行最多 1000 字') });
});

test('files without a script in them are refused in words that help', async () => {
  const app = await createTestApp();
  const user = await app.signIn();
  const { data: project } = await app.call('project.add', { project_name: '夏季' }, user);
  const whole = document('<w:p><w:r><w:t>一句话</w:t></w:r></w:p>'.repeat(50));
  const bomb = zipSync({ 'word/document.xml': new Uint8Array(50_000_000) }, { level: 9 });
  expect(bomb.length).toBeLessThan(100_000);
  const cases: [kind: string, file_name: string, bytes: Uint8Array, message: RegExp][] = [
    ['empty', '稿.txt', new Uint8Array(), /没有可以朗读的文字/],
    ['emoji only', '稿.docx', document('<w:p><w:r><w:t>😀</w:t></w:r></w:p>'), /没有可以朗读的文字/],
    ['corrupt docx', '稿.docx', whole.subarray(0, whole.length - 40), /损坏.*重新保存/],
    ['zip bomb', '稿.docx', bomb, /展开后过大/],
    ['wrong encoding', '稿.txt', Uint8Array.from([0xff, 0xff, 0xc4, 0xe3, 0xff]), /另存为 UTF-8/],
    ['a picture', '稿.txt', readFileSync(await app.media.picture()), /不是文字|编码/],
  ];
  for (const [kind, file_name, bytes, message] of cases) {
    const answer = await parse(app, user, project.project_id, file_name, bytes);
    expect({ kind, ...answer }).toMatchObject({ kind, code: 400, message: expect.stringMatching(message) });
  }
  const long = await parse(app, user, project.project_id, '长.txt', strToU8('这是一句话。'.repeat(3400)));
  expect(long.data.lines.map(({ text }) => text).join('')).toHaveLength(3400 * 6);
  expect(long.data.notices[0]).toMatch(/已分成几行/);
});

function document(body: string): Uint8Array {
  return zipSync({ 'word/document.xml': strToU8(`<w:document><w:body>${body}</w:body></w:document>`) });
}

function parse(app: TestApp, user: TestUser, project_id: string, file_name: string, bytes: Uint8Array) {
  const content_base64 = Buffer.from(bytes).toString('base64');
  return app.call('audio.parseFile', { project_id, file_name, content_base64 }, user);
}

test('sound without a sound in it is no music, and nothing is heard in it', async () => {
  const app = await createTestApp();
  const user = await app.signIn();
  const path = app.scratch.file('.mp3');
  await writeMono(app.tools, new Float32Array(48_000), path, { rate: 24_000, format: 'mp3', label: null });
  const licence = { licence: 'purchased' as const, licence_text: '买断', source: '订单' };
  const file = { file_name: 'a.mp3', content_base64: readFileSync(path).toString('base64') };
  const answer = await app.call('music.add', { title: '静', licence, ...file }, user);
  expect(answer).toMatchObject({ code: 400, message: expect.stringContaining('没有声音') });
  expect(await app.ai.transcribe({ pcm: new Float32Array(32_000) })).toMatchObject({ segments: [] });
});
