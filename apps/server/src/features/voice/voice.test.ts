import { readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packsDir } from '@mixreel/ai';
import { voice } from '@mixreel/contract';
import { decodeMono, probe } from '@mixreel/media';
import { expect, onTestFinished, test } from 'vitest';
import { newId } from '#db/id.ts';
import { eq, sql } from '#db/orm.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import { makeTempDir } from '#testing/temp-dir.ts';
import { createTestApp, quickly } from '#testing/test-app.ts';
import { findSpoken } from './speak.ts';
import { oneAtATime } from './speech-store.ts';
import { forgetOldSpeech } from './voice.queries.ts';
import { speech } from './voice.tables.ts';

const VOICE = 'builtin:zf_xiaoxiao';

test('a line is spoken once: the second time it is there at once, with the same sound and words', async () => {
  const app = await createTestApp({ ai: {} });
  const user = await app.signIn();
  const line = { text: '大家好，欢迎。', voice_id: VOICE };
  const first = await app.call('voice.speak', line, user);
  expect(first).toMatchObject({ code: 0, data: { cache_hit: false, sentence_count: 1 } });
  const again = await app.call('voice.speak', line, user);
  expect(again.data).toEqual({ ...first.data, cache_hit: true, audio_url: again.data.audio_url });

  const { words, duration, peaks } = first.data;
  expect(words.map(({ from, to }) => line.text.slice(from, to)).join('')).toBe('大家好欢迎');
  expect(words.every((word, n) => word.start >= (words[n - 1]?.end ?? 0) - 0.01 && word.end <= duration + 0.01)).toBe(
    true,
  );
  expect(Math.abs(peaks.length - duration * 50)).toBeLessThanOrEqual(1);
});

// Here rather than with the other tests of engines: the voice is loaded by now, which takes longer than the test.
test('the test of the built-in engines really speaks and really listens', async () => {
  const app = await createTestApp();
  const admin = await app.signIn({ role: 'admin' });
  const speech = await app.call('ai.testEngine', { engine: 'builtin', ability: 'speech' }, admin);
  expect(speech.data).toMatchObject({ is_ok: true, message: expect.stringMatching(/^说了 [12]\.\d 秒$/) });

  // With the smaller of the two recognisers alone: the larger one takes ten times as long to say the same.
  const packs = readdirSync(packsDir(process.env));
  const small = packs.some(isLarge) ? await createTestApp({ env: { PACKS_DIR: withoutLarge(packs) } }) : app;
  const other = await small.signIn({ role: 'admin' });
  const hearing = await small.call('ai.testEngine', { engine: 'builtin', ability: 'transcription' }, other);
  expect(hearing.data).toMatchObject({ is_ok: true, message: expect.stringContaining('测试') });
});

const isLarge = (pack: string) => pack.startsWith('whisper-small');

function withoutLarge(packs: string[]): string {
  const { dir, remove } = makeTempDir();
  onTestFinished(remove);
  for (const pack of packs.filter((name) => !isLarge(name))) {
    symlinkSync(join(packsDir(process.env), pack), join(dir, pack));
  }
  return dir;
}

test('a long text can be heard sentence by sentence, and is then joined without being made again', async () => {
  const app = await createTestApp();
  const user = await app.signIn();
  const text = '第一。第二！';
  const part = await app.call('voice.speak', { text, voice_id: VOICE, sentence: 0 }, user);
  expect(part.data).toMatchObject({ sentence: 0, sentence_count: 2 });
  await app.call('voice.speak', { text, voice_id: VOICE, sentence: 1 }, user);
  const made = await app.db.$count(speech);
  const whole = await app.call('voice.speak', { text, voice_id: VOICE }, user);
  expect(whole.data.duration).toBeGreaterThan(part.data.duration * 1.5);
  expect(whole.data.words.map(({ from, to }) => text.slice(from, to)).join('')).toBe('第一第二');
  // One row more, the whole: both sentences were taken from what was kept.
  expect(await app.db.$count(speech)).toBe(made + 1);
  expect(await app.call('voice.speak', { text, voice_id: VOICE, sentence: 2 }, user)).toMatchObject({ code: 400 });
});

test('speed, pitch and volume change what is heard', async () => {
  const app = await createTestApp();
  const user = await app.signIn();
  const line = { text: '第一。', voice_id: VOICE, format: 'wav' as const };
  const loudness = async (settings: object) => {
    const { data } = await app.call('voice.speak', { ...line, ...settings }, user);
    const { dir, remove } = makeTempDir();
    onTestFinished(remove);
    const path = join(dir, 'a.wav');
    writeFileSync(path, new Uint8Array(await (await fetch(new URL(data.audio_url, app.url))).arrayBuffer()));
    const samples = await decodeMono(app.tools, path, { rate: 24_000 });
    const { audio } = await probe(app.tools, path);
    expect(audio).toHaveLength(1);
    return {
      duration: samples.length / 24_000,
      power: Math.sqrt(samples.reduce((sum, s) => sum + s * s, 0) / samples.length),
    };
  };
  const plain = await loudness({});
  const fast = await loudness({ rate: 1.5 });
  const quiet = await loudness({ volume: 0.5 });
  const high = await loudness({ pitch: 4 });
  expect(plain.duration / fast.duration).toBeGreaterThan(1.25);
  expect(quiet.power / plain.power).toBeCloseTo(0.5, 1);
  expect(high.duration).toBeCloseTo(plain.duration, 1);
});

test('the dictionary of a space changes how its words are read, and only there', async () => {
  const app = await createTestApp();
  const [user, other] = [await app.signIn(), await app.signIn()];
  const line = { text: '乐乐', voice_id: VOICE };
  const before = await app.call('voice.speak', line, user);
  await app.call('voice.savePronunciation', { word: '乐乐', reading: 'yue4 yue4' }, user);
  const after = await app.call('voice.speak', line, user);
  expect(after.data.cache_hit).toBe(false);
  expect(after.data.speech_id).not.toBe(before.data.speech_id);
  expect((await app.call('voice.pronunciations', {}, other)).data).toEqual([]);
  // Heard before it is saved: nobody else hears it, and the saved one comes back by itself.
  const tried = { ...line, try_reading: { word: '乐乐', reading: 'le4 le4' } };
  expect((await app.call('voice.speak', tried, user)).data.speech_id).not.toBe(after.data.speech_id);
  expect((await app.call('voice.speak', line, user)).data.speech_id).toBe(after.data.speech_id);
  const wrong = await app.call('voice.savePronunciation', { word: '乐乐', reading: 'yue4' }, user);
  expect(wrong).toMatchObject({ code: 400, message: expect.stringContaining('2 个字') });
});

test('voices and speeds that do not exist are refused in words that help', async () => {
  const app = await createTestApp();
  const user = await app.signIn();
  const cases: [object, RegExp][] = [
    [{ voice_id: 'builtin:nobody' }, /音色/],
    [{ rate: 9 }, /2 倍/],
    [{ try_reading: { word: '你好', reading: 'ni3' } }, /2 个字/],
  ];
  for (const [input, message] of cases) {
    const answer = await app.call('voice.speak', { voice_id: VOICE, text: '你好', ...input }, user);
    expect(answer).toMatchObject({ code: 400, message: expect.stringMatching(message) });
  }
});

test('mixed scripts, control characters and markup are spoken as words, never carried out', async () => {
  const app = await createTestApp();
  const user = await app.signIn();
  const { data: project } = await app.call('project.add', { project_name: '夏季' }, user);
  const cases: [kind: string, text: string][] = [
    ['mixed scripts and control characters', '你\u0001好\u202E Hi Да はい\u001B'],
    ['SSML', '</speak><a/>你好'],
  ];
  for (const [kind, text] of cases) {
    const answer = await app.call('voice.speak', { text, voice_id: VOICE }, user);
    expect({ kind, ...answer }).toMatchObject({ kind, code: 0 });
    const { duration, words } = answer.data;
    expect(duration).toBeGreaterThan(0.4);
    // Nine seconds of silence, had the pause been carried out.
    const pauses = words.map((word, n) => word.start - (words[n - 1]?.end ?? 0));
    expect(Math.max(...pauses)).toBeLessThan(2);
    const line = { line_id: newId(), text, voice_id: VOICE };
    const piece = await app.call('audio.add', { project_id: project.project_id, lines: [line] }, user);
    expect({ kind, ...piece }).toMatchObject({ kind, code: 0 });
  }
});

test('without its weights the answer says that they are being prepared, not that something broke', async () => {
  const { dir, remove } = makeTempDir();
  const app = await createTestApp({ env: { PACKS_DIR: dir } });
  const user = await app.signIn();
  expect(await app.call('voice.speak', { text: '你好', voice_id: VOICE }, user)).toMatchObject({ code: 30005 });
  remove();
});

test('voices are found by language, gender, style and words', async () => {
  const app = await createTestApp();
  const user = await app.signIn();
  const { data } = await app.call('voice.find', { language: 'zh', gender: 'male', page_size: 3 }, user);
  expect(data.page_info.total).toBe(4);
  expect(data.items).toHaveLength(3);
  expect(data.items.every(({ language, gender }) => language === 'zh' && gender === 'male')).toBe(true);
  expect((await app.call('voice.list', {}, user)).data).toHaveLength(54);
  expect((await app.call('voice.list', { keyword: '晓晓' }, user)).data[0]?.voice_id).toBe(VOICE);
});

test('speech that nobody asked for in a month is forgotten and its room given back', async () => {
  const app = await createTestApp();
  const user = await app.signIn();
  await app.call('voice.speak', { text: '第一。', voice_id: VOICE }, user);
  await forgetOldSpeech(app.db);
  expect(await app.db.$count(speech)).toBe(2);
  await app.db.update(speech).set({ used_at: sql`now() - interval '31 days'` });
  // A mix that is looked at asks for what was spoken for it.
  const asked = voice.speak.input.parse({ text: '第一。', voice_id: VOICE });
  expect(await findSpoken(app, user.space_id, [asked])).toMatchObject([{ file_name: '第一.mp3' }]);
  await forgetOldSpeech(app.db);
  expect(await findSpoken(app, user.space_id, [asked])).toMatchObject([{ file_name: '第一.mp3' }]);
  await app.db.update(speech).set({ used_at: sql`now() - interval '31 days'` });
  await forgetOldSpeech(app.db);
  expect(await app.db.$count(speech)).toBe(0);
  expect(await app.db.$count(vlc_file, eq(vlc_file.space_id, user.space_id))).toBe(0);
  expect((await app.call('file.verifyUser', {}, user)).data.used_bytes).toBe(0);
});

test('a sentence is finished and kept although the browser has gone, so that the next play is at once', async () => {
  const [begun, gone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const speak: ReturnType<typeof quickly> = async (request) => {
    begun.resolve();
    await gone.promise;
    return quickly()(request);
  };
  const app = await createTestApp({ ai: { speak } });
  const user = await app.signIn();
  const line = { text: '第二！', voice_id: VOICE };
  const leaving = new AbortController();
  const asked = fetch(`${app.url}/api/utils/tts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${user.token}` },
    body: JSON.stringify(line),
    signal: leaving.signal,
  });
  await begun.promise;
  leaving.abort();
  await expect(asked).rejects.toThrow(/abort/i);
  gone.resolve();
  await expect.poll(() => app.db.$count(speech)).toBeGreaterThan(0);
  const before = await app.db.select({ speech_id: speech.speech_id }).from(speech);
  await app.call('voice.speak', line, user);
  const after = await app.db.select({ speech_id: speech.speech_id }).from(speech);
  expect(after).toEqual(expect.arrayContaining(before));
});

test('who waits for the same sentence as a task that is cancelled makes it themselves', async () => {
  const app = { memory: new Map() };
  const [task, person] = [new AbortController(), new AbortController()];
  const cancelled = Promise.withResolvers<string>();
  const first = oneAtATime(app, 'sentence', task.signal, () => cancelled.promise);
  const second = oneAtATime(app, 'sentence', person.signal, async () => 'spoken');
  task.abort(new Error('cancelled'));
  cancelled.reject(task.signal.reason);
  await expect(first).rejects.toThrow('cancelled');
  expect(await second).toBe('spoken');
});
