/** The material library: uploads, analysis, lists and the grid. `npm run bench material -- list` runs one part. */
import { existsSync } from 'node:fs';
import type { Bar } from './bar.ts';

const PARTS = ['upload', 'analysis', 'list', 'grid'];

export async function run(): Promise<Bar[]> {
  const wanted = process.argv.slice(3).filter((part) => PARTS.includes(part));
  const bars: Bar[] = [];
  for (const part of wanted.length > 0 ? wanted : PARTS) {
    const file = new URL(`material-${part}.ts`, import.meta.url);
    if (!existsSync(file)) continue;
    const measure = Object.values((await import(file.href)) as Record<string, unknown>).find(
      (exported) => typeof exported === 'function',
    ) as (() => Promise<Bar[]>) | undefined;
    if (measure) bars.push(...(await measure()));
  }
  return bars;
}
