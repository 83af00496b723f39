/** From a fresh example to a batch that our own judge calls different, through the screen, with real voices. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Bar } from './bar.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PLAYWRIGHT = join(ROOT, 'node_modules', '@playwright', 'test', 'cli.js');

export async function run(): Promise<Bar[]> {
  const args = [PLAYWRIGHT, 'test', '--config', 'e2e/long.config.ts'];
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  const figure = code === 0 ? 0 : 1;
  return [{ name: 'journeys from a fresh example that failed', figure, unit: 'journeys', bar: 0, better: 'lower' }];
}
