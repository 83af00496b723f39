/** What the registry of abilities itself adds to a call, on a real database: an engine that answers at once is asked through it. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApp } from '../apps/server/src/app.ts';
import { readConfig } from '../apps/server/src/config.ts';
import { askFor } from '../apps/server/src/features/ai/ask-for.ts';
import { text } from '../apps/server/src/features/ai/text.ability.ts';
import { createLog } from '../apps/server/src/log.ts';
import type { Bar } from './bar.ts';
import { measureEditor } from './generate-editor.ts';
import { measureFilms } from './generate-film.ts';
import { measurePictures } from './generate-picture.ts';

const CALLS = 500;
const WARM = 100;
const SPACE = 'bench';

async function answer() {
  return { output: { value: '好' }, amount: 10, cost: 0.01 };
}

export async function run(): Promise<Bar[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'mixreel-bench-'));
  // Run as root, the embedded database runs as `nobody`, who must be able to enter.
  chmodSync(dataDir, 0o755);
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'warn', DEMO_PROJECT: 'false', PACKS_FETCH: 'false' });
  const { app, stop } = await startApp(config, createLog(config, false), { jobs: [] });
  try {
    await app.pool.query(
      `insert into space (space_id, space_type, space_name, quota_bytes) values ($1, 'TEAM', '测试', 1e12)`,
      [SPACE],
    );
    const common = { engine: 'quick', engine_name: '快', is_built_in: false, host: 'a.cn', account: 'a', at_once: 4 };
    const engine = { ...common, price: 1, can_see: false, problem: () => null, answer };
    const quick = { ...text, ability: 'quick', engines: () => [engine] };
    const wish = {
      messages: [{ role: 'user' as const, content: '写一条口播' }],
      answer: null,
      max_tokens: 100,
      temperature: 0,
    };
    const { signal } = new AbortController();
    const timesOf = async (space_id: string) => {
      const took: number[] = [];
      let before = process.threadCpuUsage();
      for (let n = 0; n < WARM + CALLS; n += 1) {
        if (n === WARM) before = process.threadCpuUsage();
        const began = performance.now();
        await askFor(app, quick, wish, { space_id, signal });
        if (n >= WARM) took.push(performance.now() - began);
      }
      const { user, system } = process.threadCpuUsage(before);
      return { sorted: took.toSorted((one, other) => one - other), own: (user + system) / 1000 / CALLS };
    };
    const { sorted, own } = await timesOf(SPACE);
    // Nobody's calls are not booked: the rest is one write to the database.
    const { sorted: unbooked } = await timesOf('');
    return [
      {
        name: 'what the registry adds to a call, half of them',
        figure: sorted[CALLS / 2] ?? 0,
        unit: 'ms',
        bar: 2,
        better: 'lower',
      },
      // Whatever else the machine does is not counted in it, nor what the database does.
      { name: 'what it adds, of the own thread', figure: own, unit: 'ms', bar: 2, better: 'lower' },
      { name: 'what it adds, 95 of 100', figure: sorted[CALLS * 0.95] ?? 0, unit: 'ms', bar: null, better: 'lower' },
      { name: 'of it, without the bill', figure: unbooked[CALLS / 2] ?? 0, unit: 'ms', bar: null, better: 'lower' },
      ...(await measureEditor()),
      ...(await measurePictures()),
      ...(await measureFilms()),
    ];
  } finally {
    await stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
