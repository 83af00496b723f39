/** How much JavaScript a browser fetches, gzipped: to show /login for the first time, and for each page after that. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Bar } from './bar.ts';

const DIST = new URL('../apps/web/dist/', import.meta.url);
type Chunk = { file: string; src?: string; isEntry?: boolean; imports?: string[]; dynamicImports?: string[] };

export async function run(): Promise<Bar[]> {
  const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', DIST), 'utf8')) as Record<string, Chunk>;
  const entry = Object.keys(manifest).find((name) => manifest[name]?.isEntry);
  if (!entry) throw new Error('The build has no entry');

  const first = closure(manifest, [entry]);
  const pages = Object.keys(manifest).filter((name) => name.endsWith('Page.tsx'));
  const bars = pages.map((name): Bar => {
    const more = closure(manifest, [name]).filter((file) => !first.includes(file));
    return {
      name: `${basename(name, '.tsx')}, beyond the entry`,
      figure: kilobytes(more),
      unit: 'kB',
      bar: null,
      better: 'lower',
    };
  });
  const login = pages.find((name) => name.endsWith('/LoginPage.tsx'));
  if (!login) throw new Error('The build has no login page');
  const figure = kilobytes([...new Set([...first, ...closure(manifest, [login])])]);
  return [{ name: 'first load of /login', figure, unit: 'kB', bar: 250, better: 'lower' }, ...bars];
}

/** The files that a browser needs before any of these chunks runs. */
function closure(manifest: Record<string, Chunk>, names: string[], seen = new Set<string>()): string[] {
  for (const name of names) {
    if (seen.has(name)) continue;
    seen.add(name);
    closure(manifest, manifest[name]?.imports ?? [], seen);
  }
  return [...seen].flatMap((name) => manifest[name]?.file ?? []).filter((file) => file.endsWith('.js'));
}

function kilobytes(files: string[]): number {
  const bytes = files.map((file) => gzipSync(readFileSync(new URL(file, DIST))).length);
  return bytes.reduce((sum, size) => sum + size, 0) / 1000;
}
