import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const MEMORY_MIN_BYTES = 4 * 1024 ** 3;

/** Where files live in memory, if the machine has such a place and room in it: databases are copied there many times faster. */
export function fastestPlace(): string {
  if (!existsSync(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= MEMORY_MIN_BYTES ? MEMORY : tmpdir();
}

/**
 * A folder for one test, with a space and Chinese characters in its name as people's folders have. Open to other users:
 * run as root, the embedded database runs as `nobody`, who could not enter what mkdtemp makes.
 */
export function makeTempDir(parent = tmpdir()): { dir: string; remove(): void } {
  const dir = mkdtempSync(join(parent, 'mixreel 测试 '));
  chmodSync(dir, 0o755);
  // A database that is still on its way out writes a last file now and then.
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }) };
}
