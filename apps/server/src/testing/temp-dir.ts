import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A folder for one test, with a space and Chinese characters in its name as people's folders have. Open to other users:
 * run as root, the embedded database runs as `nobody`, who could not enter what mkdtemp makes.
 */
export function makeTempDir(): { dir: string; remove(): void } {
  const dir = mkdtempSync(join(tmpdir(), 'mixreel 测试 '));
  chmodSync(dir, 0o755);
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) };
}
