import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

/** A fresh folder, gone when the tests of this file have ended. */
export function testFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mixreel-test-'));
  folders.push(folder);
  return folder;
}
