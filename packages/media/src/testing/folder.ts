import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folders: string[] = [];
// Not when a file has ended: files share a process, and this is loaded once.
process.once('exit', () => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

/** A fresh folder, gone when the tests have ended. */
export function testFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mixreel-test-'));
  folders.push(folder);
  return folder;
}
