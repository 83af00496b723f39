import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where packs are kept: `PACKS_DIR`, else the user's cache folder, so that runs and tests share them. */
export function packsDir(env: Record<string, string | undefined>): string {
  if (env['PACKS_DIR']) return env['PACKS_DIR'];
  const home = homedir();
  const cache = process.platform === 'darwin' ? join(home, 'Library', 'Caches') : join(home, '.cache');
  return join(env['XDG_CACHE_HOME'] || cache, 'mixreel', 'packs');
}
