import { symlinkSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { llamaFolder, packsDir } from '@mixreel/ai';
import { writeTinyChat } from '@mixreel/ai/testing';
import type { ScriptNews } from '@mixreel/contract';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { scriptTopic } from '#features/writer/tell-script.ts';
import type { StreamEvent } from '#http/streams.ts';
import { BRIEFS } from '#testing/briefs.ts';
import { startChatDouble } from '#testing/chat-double.ts';
import { makeTempDir } from '#testing/temp-dir.ts';
import { createTestApp } from '#testing/test-app.ts';
import { write } from './write.ts';

const [COFFEE] = BRIEFS;
const messages = [{ role: 'user' as const, content: '写一条口播' }];

/** A machine with a model of a hundred kilobytes in its folder, which llama.cpp runs as any other. */
async function world({ talks = false, providers = [] as object[] } = {}) {
  const { dir, remove } = makeTempDir();
  onTestFinished(remove);
  const path = await writeTinyChat(join(dir, 'chat'), 'tiny.gguf', { talks });
  await writeFile(join(dir, 'chat', 'chat.json'), '{"name": "小试", "context": 16384, "threads": 1}');
  symlinkSync(llamaFolder(packsDir(process.env)), llamaFolder(dir));
  const app = await createTestApp({ env: { PACKS_DIR: dir, AI_PROVIDERS: JSON.stringify(providers) } });
  const [user, admin] = [await app.signIn(), await app.signIn({ role: 'admin' })];
  const asker = { space_id: user.space_id, signal: new AbortController().signal };
  const engines = async () => {
    const { data } = await app.call('ai.engines', {}, admin);
    return data.filter(({ engine }) => engine === 'own-model');
  };
  return { app, user, admin, asker, path, engines };
}

test("an administrator's own model writes the pages' scripts, row by row, translates, is tried, and is counted", async () => {
  const { app, user, admin, engines } = await world();
  expect(await engines()).toMatchObject([
    { ability: 'text', engine_name: '小试', is_ready: true, host: null, at_once: 1 },
    { ability: 'translate', engine_name: '小试', is_ready: true },
  ]);
  const { data: project } = await app.call('project.add', { project_name: '夏天' }, user);
  const heard: StreamEvent[] = [];
  await app.streams.subscribe(scriptTopic(user.user_uid, 'own'), null, (event) => heard.push(event));
  const asked = { project_id: project.project_id, brief: COFFEE!, seconds: 30, script_id: 'own' };
  const { data } = await app.call('writer.write', asked, user);
  expect([data.engine_name, data.versions.length]).toEqual(['小试', 1]);
  expect(data.versions[0]!.rows.length).toBeGreaterThan(1);
  expect(data.versions[0]!.rows.every(({ line, section }) => /^\p{Script=Han}+$/u.test(line) && section)).toBe(true);
  await expect.poll(() => heard.at(-1)?.event).toBe('result');
  const rows = heard.filter(({ data: said }) => (said as ScriptNews).kind === 'row');
  // Once as they were written, and once as they may stand.
  expect(rows.length).toBeGreaterThan(data.versions[0]!.rows.length);

  const { data: translated } = await app.call('language.translate', { texts: ['今天上架'], target: 'en' }, user);
  // It knows no English: what it says is taken, and told for what it is.
  expect(translated.items[0]?.text).toMatch(/\p{Script=Han}/u);
  expect(translated.items[0]?.problems.length).toBeGreaterThan(0);
  const { data: languages } = await app.call('language.list', {}, user);
  expect(languages.items[0]?.translated_by).toEqual([{ engine: 'own-model', engine_name: '小试' }]);
  const { data: trial } = await app.call('ai.testEngine', { engine: 'own-model', ability: 'text' }, admin);
  expect(trial).toMatchObject({ is_ok: true, message: expect.stringContaining('回答「') });

  const { data: usage } = await app.call('ai.usage', {}, admin);
  const row = usage.find(({ ability }) => ability === 'text');
  expect(row).toMatchObject({ engine: 'own-model', engine_name: '小试', cost: 0, failures: 0 });
  expect(row?.amount).toBeGreaterThan(100);
  expect(row?.cpu_seconds).toBeGreaterThan(0);
});

test('it is asked where services fail; nonsense is sent back once and then told; a broken file is no engine until it is mended', async () => {
  const double = await startChatDouble();
  onTestFinished(() => double.close());
  const { app, user, admin, asker, path, engines } = await world({ talks: true, providers: [double.provider] });
  double.fails.badKey();
  const told = await write(app, asker, { messages, answer: null, max_tokens: 20 });
  expect(told).toMatchObject({ engine: 'own-model', note: '「云文案」拒绝了密钥，这次由「小试」完成' });

  // It never ends a sentence: twice cut off in the middle.
  const Answer = z.object({ line: z.string() });
  double.fails.badKey();
  const refused = write(app, asker, { messages, answer: Answer, max_tokens: 40 });
  await expect(refused).rejects.toMatchObject({ error: 'ai_failed', message: expect.stringContaining('无法识别') });
  const { data: usage } = await app.call('ai.usage', {}, admin);
  expect(usage.find(({ engine }) => engine === 'own-model')).toMatchObject({ calls: 2, failures: 1 });

  await writeFile(path, 'GGUF is not enough'.repeat(9));
  expect(await engines()).toMatchObject([
    { is_ready: false, reason: expect.stringMatching(/^自备模型不能用：GGUF 版本/) },
    { is_ready: false },
  ]);
  double.says('好');
  expect(await write(app, asker, { messages, answer: null })).toMatchObject({ engine: 'words', value: '好' });
  double.fails.badKey();
  const nobody = write(app, asker, { messages, answer: null });
  const causes = [{}, { message: expect.stringContaining('自备模型不能用') }];
  await expect(nobody).rejects.toMatchObject({ error: 'ai_failed', causes });
  const { data: trial } = await app.call('ai.testEngine', { engine: 'own-model', ability: 'text' }, admin);
  expect(trial).toMatchObject({ is_ok: false, message: expect.stringContaining('GGUF 版本') });
  expect((await app.call('ai.abilities', {}, user)).data.find(({ ability }) => ability === 'text')?.is_ready).toBe(
    true,
  );

  await rm(path);
  await writeTinyChat(join(path, '..'), 'other.gguf');
  expect(await engines()).toMatchObject([{ is_ready: true }, { is_ready: true }]);
});
