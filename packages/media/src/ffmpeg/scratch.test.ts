import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { openScratch } from '#ffmpeg/scratch.ts';
import { testFolder } from '#testing/folder.ts';

const root = testFolder;

test('what a killed process left is gone after the next start', () => {
  const folder = root();
  const source = `
    import { openScratch } from '${import.meta.dirname}/scratch.ts';
    import { writeFileSync } from 'node:fs';
    writeFileSync(openScratch('${folder}').file('.mp4'), 'half');
    process.kill(process.pid, 'SIGKILL');`;
  spawnSync(process.execPath, ['--input-type=module-typescript', '-e', source]);
  expect(readdirSync(folder)).toHaveLength(1);

  const scratch = openScratch(folder);
  expect(readdirSync(folder).map((name) => join(folder, name))).toEqual([scratch.path]);
});

test('the folder of a living process is left alone', () => {
  const folder = root();
  const first = openScratch(folder);
  const file = first.file('.mp4');
  writeFileSync(file, 'half');
  openScratch(folder).close();
  expect(existsSync(file)).toBe(true);
  first.close();
  expect(existsSync(dirname(file))).toBe(false);
});

test('a folder whose pid belongs to another process by now is swept', () => {
  const folder = root();
  mkdirSync(join(folder, `${hostname()}~${process.pid}~1~1`));
  const scratch = openScratch(folder);
  expect(readdirSync(folder).map((name) => join(folder, name))).toEqual([scratch.path]);
});
