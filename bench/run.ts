/** `npm run bench NAME`: runs bench/NAME.ts, prints a line per bar, keeps the figures, fails when a bar is missed. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import type { Bar } from './bar.ts';

const here = new URL('.', import.meta.url);
const [name = ''] = process.argv.slice(2);
const file = new URL(`${name}.ts`, here);
const isBench = /^[a-z]+$/.test(name) && !['run', 'bar'].includes(name) && existsSync(file);
if (!isBench) {
  const names = readdirSync(here)
    .filter((entry) => /^[a-z]+\.ts$/.test(entry) && !['run.ts', 'bar.ts'].includes(entry))
    .map((entry) => entry.replace('.ts', ''));
  console.log(`Which one? npm run bench ${names.join(' | ')}`);
  process.exit(1);
}

const { run } = (await import(file.href)) as { run(): Promise<Bar[]> };
const measured_at = new Date().toISOString();
const bars = (await run()).map((bar) => ({ ...bar, met: isMet(bar) }));
for (const { name: what, figure, unit, bar, better, met } of bars) {
  const limit = bar === null ? '(no bar)' : `${better === 'lower' ? '≤' : '≥'} ${bar} ${unit}`;
  console.log(`${met ? 'met   ' : 'MISSED'}  ${what}: ${round(figure)} ${unit}  ${limit}`);
}
const results = new URL('results/', here);
mkdirSync(results, { recursive: true });
writeFileSync(new URL(`${name}.json`, results), `${JSON.stringify({ name, measured_at, bars }, null, 2)}\n`);
process.exit(bars.every(({ met }) => met) ? 0 : 1);

function isMet({ figure, bar, better }: Bar): boolean {
  if (bar === null) return true;
  return better === 'lower' ? figure <= bar : figure >= bar;
}

function round(figure: number): number {
  return Number(figure.toPrecision(4));
}
