import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { makeTempDir } from './temp-dir.ts';

const FOLDER = fileURLToPath(new URL('../db/migrations', import.meta.url));

/** The migrations as they were when this was the last one. */
export function migrationsUpTo(last: string): string {
  const { dir, remove } = makeTempDir();
  onTestFinished(remove);
  cpSync(FOLDER, dir, { recursive: true });
  const path = join(dir, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(path, 'utf8')) as { entries: { tag: string }[] };
  const entries = journal.entries.slice(0, journal.entries.findIndex(({ tag }) => tag === last) + 1);
  writeFileSync(path, JSON.stringify({ ...journal, entries }));
  return dir;
}
