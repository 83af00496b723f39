import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const placeOf = (pid: number) => join(tmpdir(), `mixreel-test-${pid}`);

/** A fresh folder, gone when the tests have ended. */
export function testFolder(): string {
  const place = placeOf(process.ppid);
  mkdirSync(place, { recursive: true });
  return mkdtempSync(join(place, 'folder-'));
}

/** By the process that starts the others: those are killed when they have nothing more to do, and cannot tidy up. */
export function teardown(): void {
  rmSync(placeOf(process.pid), { recursive: true, force: true });
}
