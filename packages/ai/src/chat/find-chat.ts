import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { AiError } from '#errors.ts';

/** What an administrator may say about the model, in `chat.json` beside it. */
export type ChatSettings = {
  /** What pages call it. */
  name: string;
  /** Tokens that it keeps in mind: what it is told and what it writes. */
  context: number;
  threads: number | null;
  memory_gb: number | null;
  timeout_s: number;
};

/** `identity` changes with the files and the settings: what was found out about others does not count. */
export type FoundChat = { path: string; bytes: number; settings: ChatSettings; identity: string };

const SETTINGS = 'chat.json';
const MOST_JSON = 64_000;
/** How large models are cut: all parts lie side by side, and the first is opened. */
const PART = /^(.+)-(\d{5})-of-(\d{5})\.gguf$/i;

/** Why a model of an administrator cannot be used, for them to read. */
export function badChat(reason: string, details = reason): AiError {
  return new AiError('bad-model', details, `自备模型不能用：${reason}`);
}

/** The one model of a folder; null where there is no folder. Throws what is wrong with what lies in it. */
export function findChat(folder: string): FoundChat | null {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return null;
  const names = readdirSync(folder).filter((name) => /\.gguf$/i.test(name) && !name.startsWith('.'));
  const [first, ...others] = namesOfModels(names.toSorted());
  if (first === undefined) throw badChat('chat 文件夹里还没有 .gguf 文件');
  if (others.length > 0) {
    throw badChat(`chat 文件夹里有 ${others.length + 1} 个模型（${[first, ...others].join('、')}），请只留一个`);
  }
  const files = partsOf(first).map((name) => {
    const found = statSync(join(folder, name), { throwIfNoEntry: false });
    if (!found?.isFile()) throw badChat(`缺少 ${name}`);
    return { name, size: found.size, time: found.mtimeMs };
  });
  const settings = readSettings(folder, first);
  const path = join(folder, first);
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  return { path, bytes, settings, identity: JSON.stringify([folder, files, settings]) };
}

function namesOfModels(names: string[]): string[] {
  return [...new Set(names.map((name) => name.replace(PART, '$1-00001-of-$3.gguf')))];
}

function partsOf(first: string): string[] {
  const [, name, , count = ''] = PART.exec(first) ?? [];
  if (name === undefined) return [first];
  return Array.from({ length: Number(count) }, (_, n) => `${name}-${String(n + 1).padStart(5, '0')}-of-${count}.gguf`);
}

function readSettings(folder: string, file: string): ChatSettings {
  const said = readJson(join(folder, SETTINGS));
  const number = (key: string, usual: number | null, least: number, most: number) => {
    const value = said[key] ?? usual;
    if (value === null || (typeof value === 'number' && value >= least && value <= most)) return value;
    throw badChat(`${SETTINGS} 的 ${key} 应当在 ${least} 到 ${most} 之间`);
  };
  const {
    name = basename(file)
      .replace(PART, '$1')
      .replace(/\.gguf$/i, '')
      .slice(0, 50),
  } = said;
  if (typeof name !== 'string' || name === '' || name.length > 50) {
    throw badChat(`${SETTINGS} 的 name 应当是 50 字以内的名字`);
  }
  return {
    name,
    context: Math.round(number('context', 8192, 512, 262_144)!),
    threads: number('threads', null, 1, 256),
    memory_gb: number('memory_gb', null, 0.1, 4096),
    timeout_s: number('timeout_s', 900, 1, 7200)!,
  };
}

function readJson(path: string): Record<string, unknown> {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return {};
  try {
    const value: unknown = found.size > MOST_JSON ? null : JSON.parse(readFileSync(path, 'utf8'));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Said below, as for any other text that is no object.
  }
  throw badChat(`${SETTINGS} 不是 JSON`);
}
