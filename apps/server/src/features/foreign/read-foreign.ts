import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { AppError } from '@mixreel/contract';
import { createGate } from '#gate.ts';
import type { Foreign } from './foreign.ts';

const TIME_MS = 20_000;
const HEAP_MB = 256;
const ANSWER_BYTES_MAX = 8_000_000;
const AT_ONCE = 2;
const WAITING_MAX = 20;
const TOO_MUCH = '文件太大或太复杂，读不完，请只保留需要的内容，另存后再试';

const PROGRAM = fileURLToPath(new URL('./foreign.process.ts', import.meta.url));
/** It reads what it is handed and answers; it writes no file and starts nothing. */
const RIGHTS = ['--permission', '--allow-fs-read=*', '--no-warnings'];

type Limits = { time_ms?: number; heap_mb?: number; signal?: AbortSignal };

/**
 * The content of a file from outside, read in a process of its own: whatever its makers thought of, it costs this much
 * time and memory and no more, and the server goes on answering. A thread would share the server's fate when it runs out
 * of memory.
 */
export async function readForeign(file_name: string, bytes: Uint8Array, limits: Limits = {}): Promise<Foreign> {
  const extension = /\.[^.]{1,10}$/.exec(file_name.toLowerCase())?.[0] ?? '';
  const said = await inLine(() => ask(extension, bytes, limits));
  const answer = said === null ? { refusal: '' } : (JSON.parse(said) as Answer);
  if ('document' in answer) return answer.document;
  if ('refusal' in answer) throw new AppError('invalid', answer.refusal || TOO_MUCH);
  throw new Error(`A document was not read: ${answer.problem}`);
}

type Answer = { document: Foreign } | { refusal: string } | { problem: string };

/** What the process says; null when it ran out of time or memory. */
async function ask(extension: string, bytes: Uint8Array, { time_ms = TIME_MS, heap_mb = HEAP_MB, signal }: Limits) {
  signal?.throwIfAborted();
  const child = spawn(process.execPath, [...RIGHTS, `--max-old-space-size=${heap_mb}`, PROGRAM, extension], {
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: time_ms,
    killSignal: 'SIGKILL',
    ...(signal && { signal }),
  });
  const chunks: Buffer[] = [];
  let length = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > ANSWER_BYTES_MAX) child.kill('SIGKILL');
    else chunks.push(chunk);
  });
  // It may end before it has read everything.
  child.stdin.on('error', () => {});
  child.stdin.end(bytes);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  return code === 0 ? Buffer.concat(chunks).toString('utf8') : null;
}

const inLine = createGate(AT_ONCE, { waiting_max: WAITING_MAX, message: '正在读取的文件太多，请稍后再试' });
