/** More random plans than a test run has time for: every one of them must become a sound file, or look as it should. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Bar } from './bar.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const VITEST = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));
const PLANS = 200;

export async function run(): Promise<Bar[]> {
  const args = [VITEST, 'run', '--project', 'media', 'src/render/random-plans.test.ts'];
  const env = { ...process.env, RANDOM_PLANS: String(PLANS) };
  const child = spawn(process.execPath, args, { cwd: ROOT, env, stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  const figure = code === 0 ? 0 : 1;
  return [{ name: `rounds of ${PLANS} plans with a fault`, figure, unit: 'rounds', bar: 0, better: 'lower' }];
}
