import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { writeMono } from '@mixreel/media';
import { expect, onTestFinished, test } from 'vitest';
import { makeTempDir } from '#testing/temp-dir.ts';
import { createTestApp } from '#testing/test-app.ts';

const KEY = 'sk-very-secret';

/** An OpenAI-compatible speech service that answers as told. */
async function startService(answer: (response: ServerResponse) => void) {
  const texts: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      texts.push((JSON.parse(body) as { input: string }).input);
      answer(response);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const voices = [{ voice: 'alloy', name: '合金', emotions: ['开心'] }];
  const provider = {
    ability: 'speech',
    kind: 'openai',
    engine: 'cloud',
    name: '云语音',
    url,
    key: KEY,
    price: 2,
    voices,
  };
  return { texts, env: { AI_PROVIDERS: JSON.stringify([provider]) } };
}

test('a configured service speaks beside the built-in engine, is kept like it, and its cost is counted', async () => {
  const sound = { bytes: Buffer.alloc(0) };
  const { texts, env } = await startService((response) =>
    response.setHeader('content-type', 'audio/wav').end(sound.bytes),
  );
  const app = await createTestApp({ env });
  const path = app.scratch.file('.wav');
  // A quarter second of silence, then a second of tone.
  const tone = new Float32Array(30_000).map((_, i) => (i < 6000 ? 0 : 0.5 * Math.sin(i / 8)));
  await writeMono(app.tools, tone, path, { rate: 24_000, format: 'wav', label: null });
  sound.bytes = readFileSync(path);

  const user = await app.signIn();
  const found = await app.call('voice.find', { engine: 'cloud' }, user);
  expect(found.data.items).toMatchObject([{ voice_id: 'cloud:alloy', engine_name: '云语音', emotions: ['开心'] }]);
  const line = { text: '今天下单立减五十元', voice_id: 'cloud:alloy' };
  const { data } = await app.call('voice.speak', line, user);
  expect(data.duration).toBeCloseTo(1.25, 1);
  expect(data.words[0]?.start).toBeCloseTo(0.25, 1);
  expect(data.words.at(-1)?.end).toBeCloseTo(1.25, 1);
  expect(data.words.map(({ from, to }) => line.text.slice(from, to)).join('')).toBe(line.text);
  expect((await app.call('voice.speak', line, user)).data.cache_hit).toBe(true);
  expect(texts).toEqual([line.text]);

  const admin = await app.signIn({ role: 'admin' });
  const { data: usage } = await app.call('ai.usage', {}, admin);
  expect(usage).toMatchObject([
    {
      space_name: '测试的个人空间',
      engine: 'cloud',
      engine_name: '云语音',
      calls: 2,
      cache_hits: 1,
      amount: 9,
      unit: '字',
      failures: 0,
    },
  ]);
  expect(usage[0]?.cost).toBeCloseTo((9 / 10_000) * 2, 6);
});

test('a service that refuses is told in words, counted as a failure, and its key is in no answer', async () => {
  const { env } = await startService((response) => response.writeHead(401).end(`{"error":"bad key ${KEY}"}`));
  const app = await createTestApp({ env });
  const [user, admin] = [await app.signIn(), await app.signIn({ role: 'admin' })];
  const spoken = await app.call('voice.speak', { text: '你好', voice_id: 'cloud:alloy' }, user);
  expect(spoken).toMatchObject({ code: 30006, message: expect.stringContaining('密钥') });
  const tested = await app.call('ai.testEngine', { engine: 'cloud', ability: 'speech' }, admin);
  expect(tested.data).toMatchObject({ is_ok: false, message: expect.stringContaining('密钥') });
  const engines = await app.call('ai.engines', {}, admin);
  expect(engines.data).toContainEqual(expect.objectContaining({ engine: 'cloud', is_built_in: false, is_ready: true }));
  expect((await app.call('ai.usage', {}, admin)).data[0]?.failures).toBe(1);
  expect(JSON.stringify([spoken, tested, engines])).not.toContain(KEY);
});

test('everyone sees which packs are here and what they may be used for; a pack that is not here says so', async () => {
  const { dir, remove } = makeTempDir();
  onTestFinished(remove);
  const app = await createTestApp({ env: { PACKS_DIR: dir } });
  const [user, admin] = [await app.signIn(), await app.signIn({ role: 'admin' })];
  const { data } = await app.call('ai.packs', {}, user);
  const voice = data.find(({ pack }) => pack === 'kokoro');
  expect(voice).toMatchObject({ state: 'missing', licence: { weights: 'Apache-2.0' }, is_default: true });
  expect(voice?.bytes).toBeGreaterThan(100_000_000);
  const { data: engines } = await app.call('ai.engines', {}, admin);
  const ready = engines.filter(({ is_ready, reason }) => is_ready || !reason);
  // Posters are laid out rather than painted: whatever there is of models makes them better.
  expect(ready.map(({ ability }) => ability)).toEqual(['image']);
  expect(await app.call('ai.fetchPack', { pack: 'kokoro' }, user)).toMatchObject({ code: 403 });
  expect(await app.call('ai.fetchPack', { pack: 'nothing' }, admin)).toMatchObject({ code: 404 });
  // There is no registry in tests: it fails, says why, and can be tried again.
  await app.call('ai.fetchPack', { pack: 'silero-vad' }, admin);
  const state = async () => (await app.call('ai.packs', {}, user)).data.find(({ pack }) => pack === 'silero-vad');
  await expect.poll(async () => (await state())?.state).toBe('failed');
  expect((await state())?.error).toMatch(/[一-龥]/);
});
