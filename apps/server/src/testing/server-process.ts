import { type ChildProcess, spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { bundled } from './bundle.ts';

export const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));

export type ServerProcess = {
  child: ChildProcess;
  /** The exit code, once it has ended. */
  ended: Promise<number | null>;
  output(): string;
  /** Waits until it has said something like this. */
  said(pattern: RegExp): Promise<RegExpExecArray>;
};

/** Neither weights nor an example project: a server that looks for work takes the time of the tests. */
const BARE = { PACKS_DIR: join(tmpdir(), 'mixreel-no-packs'), PACKS_FETCH: 'false', DEMO_PROJECT: 'false' };

/** The product as its own process, with only these settings. Killed with the test. */
export function startServer(env: Record<string, string>, main = bundled(MAIN), args: string[] = []): ServerProcess {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const settings = { PATH, NODE_COMPILE_CACHE, HOST: '127.0.0.1', LOG_LEVEL: 'error', ...BARE, ...env };
  const child: ChildProcess = spawn(process.execPath, [main, ...args], { env: settings });
  onTestFinished(() => void child.kill('SIGKILL'));
  let text = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  const ended = new Promise<number | null>((done) => child.once('close', done));
  return {
    child,
    ended,
    output: () => text,
    async said(pattern) {
      for (let waited = 0; waited < 240_000; waited += 20) {
        const match = pattern.exec(text);
        if (match) return match;
        if (child.exitCode !== null) break;
        await new Promise((done) => setTimeout(done, 20));
      }
      throw new Error(`Nothing like ${pattern} was said:\n${text}`);
    },
  };
}
