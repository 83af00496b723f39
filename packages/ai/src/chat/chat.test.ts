import { mkdtempSync, rmSync } from 'node:fs';
import { rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openChatModel } from '#chat/chat.ts';
import { toGrammarSchema } from '#chat/grammar-schema.ts';
import { llamaFolder } from '#chat/llama.ts';
import { packsDir } from '#packs/packs-dir.ts';
import { type TinyChat, tinyChat, writeTinyChat } from '#testing/tiny-chat.ts';

const LLAMA = llamaFolder(packsDir(process.env));
const ROWS = {
  type: 'object',
  properties: {
    title: { type: 'string', maxLength: 60 },
    rows: {
      type: 'array',
      minItems: 2,
      maxItems: 20,
      items: {
        type: 'object',
        properties: {
          section: { type: 'string', enum: ['hook', 'offer'] },
          line: { type: 'string', minLength: 1 },
          size: { anyOf: [{ type: 'string', enum: ['wide'] }, { type: 'null' }] },
          n: { type: 'integer', minimum: 1, maximum: 3 },
        },
      },
    },
  },
};
const ask = (schema: Record<string, unknown> | null, max_tokens = 2000) => {
  const messages = [
    { role: 'system' as const, content: '你写脚本' },
    { role: 'user' as const, content: '写一条' },
  ];
  return { messages, schema, max_tokens, temperature: 0.7 };
};

/** A folder as an administrator makes it. One thread: more wait for each other on a busy machine. */
async function folder(settings: object = {}): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), 'mixreel-chat-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  await writeFile(join(dir, 'chat.json'), JSON.stringify({ threads: 1, ...settings }));
  return dir;
}

function open(dir: string) {
  const chat = openChatModel({ folder: dir, llama: LLAMA });
  onTestFinished(() => chat.close());
  return chat;
}

test('a model in the folder writes what the schema wants, told as it comes; stopped, it is ready for the next', async () => {
  const dir = await folder({ name: '小试' });
  await writeTinyChat(dir);
  const chat = open(dir);
  expect(chat.state()).toEqual({ name: '小试', problem: null });
  const heard: string[] = [];
  const { text, tokens, is_cut_off, cpu_seconds } = await chat.write(ask(ROWS), {
    onText: (so_far) => heard.push(so_far),
  });
  const { title, rows } = JSON.parse(text) as { title: string; rows: Record<string, unknown>[] };
  expect(title).toMatch(/^\p{Script=Han}*$/u);
  expect(rows.length).toBeGreaterThan(1);
  for (const row of rows) {
    expect(row).toEqual({
      section: expect.stringMatching(/^(hook|offer)$/),
      line: expect.stringMatching(/\p{Script=Han}/u),
      size: row['size'] === null ? null : 'wide',
      n: expect.toSatisfy((n) => [1, 2, 3].includes(n as number)),
    });
  }
  expect([is_cut_off, heard.at(-1)]).toEqual([false, text]);
  expect(heard.every((so_far, n) => so_far.startsWith(heard[n - 1] ?? ''))).toBe(true);
  expect(tokens.sent).toBeGreaterThan(20);
  expect(tokens.written).toBeGreaterThan(20);
  expect(cpu_seconds).toBeGreaterThan(0);
  expect((await chat.write(ask(null))).text).toMatch(/^\p{Script=Han}/u);

  // What never ends is stopped in the middle, by the person or by its limit, and the model stays loaded.
  const endless = { type: 'array', items: { type: 'string' }, minItems: 400 };
  const pid = chat.pid();
  const stop = new AbortController();
  const stopped = chat.write(ask(endless, 12_000), {
    signal: stop.signal,
    onText: () => stop.abort(new Error('enough')),
  });
  await expect(stopped).rejects.toThrow('enough');
  expect(await chat.write(ask(endless, 20))).toMatchObject({ is_cut_off: true });
  expect(chat.pid()).toBe(pid);
  const messages = [{ role: 'user' as const, content: '长'.repeat(4000) }];
  await expect(chat.write({ ...ask(null), messages })).rejects.toMatchObject({
    kind: 'too-much',
    message: expect.stringContaining('8192 个词元'),
  });

  // Killed, it is started again by whoever asks next.
  const killed = chat.write(ask(endless, 12_000), { onText: () => process.kill(pid!, 'SIGKILL') });
  await expect(killed).rejects.toMatchObject({ kind: 'memory' });
  expect(JSON.parse((await chat.write(ask(ROWS))).text)).toMatchObject({ rows: expect.any(Array) });
  expect(chat.pid()).not.toBe(pid);
  expect(chat.state()?.problem).toBeNull();
});

test('what cannot be used is said in words before it is loaded, and forgotten when the files are others', async () => {
  const dir = await folder();
  const chat = open(dir);
  const problem = async () => {
    await chat.check();
    return chat.state()?.problem;
  };
  expect(await problem()).toContain('还没有 .gguf');
  const broken: [what: Buffer | string | TinyChat, told: string][] = [
    ['这是一份说明，不是模型。'.repeat(10), '不是 GGUF 文件'],
    [tinyChat().subarray(0, 900), '连文件头都没有写完'],
    [tinyChat().subarray(0, 60_000), '文件不完整：应有 106 kB，还差 46 kB'],
    [{ architecture: 'bert' }, '不会写文字'],
    [{ template: null }, '没有对话模板'],
  ];
  for (const [what, told] of broken) {
    const contents = typeof what === 'string' || Buffer.isBuffer(what) ? what : tinyChat(what);
    await writeFile(join(dir, 'model.gguf'), contents);
    expect(await problem()).toContain(told);
  }
  await writeTinyChat(dir, 'another.gguf');
  expect(await problem()).toContain('有 2 个模型（another.gguf、model.gguf）');
  await rm(join(dir, 'model.gguf'));
  expect(await problem()).toBeNull();
  await rm(join(dir, 'another.gguf'));
  await writeTinyChat(dir, 'big-00001-of-00002.gguf');
  expect(await problem()).toContain('缺少 big-00002-of-00002.gguf');
  await rm(join(dir, 'big-00001-of-00002.gguf'));
  await writeFile(join(dir, 'chat.json'), '{"context": 5}');
  await writeTinyChat(dir);
  expect(await problem()).toContain('context 应当在 512');
});

test('what llama.cpp refuses, a machine too small and a machine without the library are told, and nothing is left running wild', async () => {
  const dir = await folder();
  await writeTinyChat(dir, 'tiny.gguf', { architecture: 'never-heard-of' });
  const chat = open(dir);
  await chat.check();
  expect(chat.state()?.problem).toBeNull();
  const told = { kind: 'bad-model', message: expect.stringContaining('不认识它的架构') };
  await expect(chat.write(ask(null))).rejects.toMatchObject(told);
  expect(chat.state()?.problem).toContain('不认识它的架构');

  // Larger than what it may take: refused before a byte of it is read.
  await writeTinyChat(dir);
  await truncate(join(dir, 'tiny.gguf'), 3e9);
  await writeFile(join(dir, 'chat.json'), '{"memory_gb": 2, "threads": 1}');
  await expect(chat.write(ask(null))).rejects.toMatchObject({
    kind: 'memory',
    message: expect.stringMatching(/要约 3\.4 GB.*最多给它 2\.0 GB/),
  });

  const bare = openChatModel({ folder: await folder(), llama: join(dir, 'nowhere') });
  onTestFinished(() => bare.close());
  await expect(bare.write(ask(null))).rejects.toMatchObject({ message: expect.stringContaining('还没有 .gguf') });
  const without = await folder();
  await writeTinyChat(without);
  const lacking = openChatModel({ folder: without, llama: join(dir, 'nowhere') });
  onTestFinished(() => lacking.close());
  expect(lacking.state()?.problem).toContain('还没有装好');
  await expect(lacking.write(ask(null))).rejects.toMatchObject({ message: expect.stringContaining('npm start') });
  expect(openChatModel({ folder: join(dir, 'nothing'), llama: LLAMA }).state()).toBeNull();
});

test('a schema becomes what grammars can hold to; what they do not know is an error, not a null', () => {
  const long = { type: 'string', minLength: 1, maxLength: 10_000 };
  expect(toGrammarSchema({ type: 'array', items: long, maxItems: 3 })).toEqual({
    type: 'array',
    items: { type: 'string', minLength: 1 },
    maxItems: 3,
  });
  expect(toGrammarSchema({ type: 'integer', minimum: -9e15, maximum: 9e15 })).toEqual({ type: 'integer' });
  expect(() => toGrammarSchema({ $ref: '#' })).toThrow('no grammar');
});
