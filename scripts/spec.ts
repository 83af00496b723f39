/**
 * Compares the contract with the checklist of every call that the product is asked for.
 *
 * `npm run spec` prints how many are served and which are missing. `-- --write` ticks off what has come. With `--check`
 * it fails when a ticked call is no longer served, or a served one is not ticked or not listed.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { entries } from '@mixreel/contract';

const FILE = new URL('../docs/calls.md', import.meta.url);
const LINE = /^- \[([ x])\] ((?:GET|POST|ALL) \S+)/;

const served = new Set(entries.map(({ method, path }) => `${method} ${path}`));
const text = readFileSync(FILE, 'utf8');
const listed = new Map<string, boolean>();
for (const line of text.split('\n')) {
  const match = LINE.exec(line);
  if (match?.[2]) listed.set(match[2], match[1] === 'x');
}

const missing = [...listed.keys()].filter((call) => !served.has(call));
const problems = [
  ...[...listed]
    .filter(([call, ticked]) => ticked && !served.has(call))
    .map(([call]) => `${call} was served before and is gone`),
  ...[...listed]
    .filter(([call, ticked]) => !ticked && served.has(call))
    .map(([call]) => `${call} is served: run npm run spec -- --write`),
  ...[...served]
    .filter((call) => !listed.has(call))
    .map((call) => `${call} is served but not in docs/calls.md: add it`),
];

if (process.argv.includes('--write')) {
  const ticked = text.replace(
    new RegExp(LINE, 'gm'),
    (_line, _tick, call: string) => `- [${served.has(call) ? 'x' : ' '}] ${call}`,
  );
  writeFileSync(FILE, ticked);
} else if (process.argv.includes('--check')) {
  for (const problem of problems) console.log(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
} else {
  for (const call of missing) console.log(`missing: ${call}`);
}
console.log(`${listed.size - missing.length} of ${listed.size} calls are served`);
