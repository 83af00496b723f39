import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isLlamaInstalled, LLAMA_PROJECT } from '../packages/ai/src/chat/llama.ts';

const MAKING = '.llama-';
/** Sources that nobody compiles here. */
const NEEDLESS = join('node_modules', 'node-llama-cpp', 'llama', 'gitRelease.bundle');

/** Installs node-llama-cpp as its lock says, unless it is there. No package runs anything of its own. */
export async function installLlama(folder: string): Promise<void> {
  if (isLlamaInstalled(folder)) return;
  const making = join(dirname(folder), `${MAKING}${process.pid}`);
  clearUp(dirname(folder));
  mkdirSync(making, { recursive: true });
  try {
    for (const name of ['package.json', 'package-lock.json']) {
      copyFileSync(join(LLAMA_PROJECT, name), join(making, name));
    }
    await runNpm(
      ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--fetch-retries=1'],
      making,
    );
    rmSync(join(making, NEEDLESS), { force: true });
    // Somebody else was faster, or left half of it.
    if (existsSync(folder) && !isLlamaInstalled(folder)) rmSync(folder, { recursive: true });
    if (!existsSync(folder)) renameSync(making, folder);
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
}

/** What was being installed by a process that is gone. */
function clearUp(dir: string): void {
  for (const name of existsSync(dir) ? readdirSync(dir) : []) {
    if (name.startsWith(MAKING) && !isAlive(Number(name.slice(MAKING.length)))) {
      rmSync(join(dir, name), { recursive: true, force: true });
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function runNpm(args: string[], cwd: string): Promise<void> {
  const { npm_execpath: npm, PACKS_REGISTRY: registry } = process.env;
  const node = process.env['npm_node_execpath'] ?? process.execPath;
  return new Promise((done, fail) => {
    const child = spawn(
      npm ? node : 'npm',
      [...(npm ? [npm] : []), ...args, ...(registry ? ['--registry', registry] : [])],
      {
        cwd,
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    process.once('SIGTERM', () => child.kill());
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.once('error', fail);
    child.once('close', (code) =>
      code === 0 ? done() : fail(new Error(output.trim().split('\n').slice(-5).join('\n'))),
    );
  });
}
