import { chownSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

export type OsUser = { uid: number; gid: number };

/** PostgreSQL refuses to run as root; then it runs as `nobody`. Null where the server itself is an ordinary user. */
export function unprivilegedUser(): OsUser | null {
  if (process.getuid?.() !== 0) return null;
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('nobody:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  if (!uid || !gid) throw new Error('以 root 运行时需要系统里有 nobody 用户来运行内置 PostgreSQL');
  return { uid: Number(uid), gid: Number(gid) };
}

/** Whether the user can enter the folder and all folders above it. */
export function isReachable(dir: string, { uid, gid }: OsUser): boolean {
  const { mode, uid: owner, gid: group } = statSync(dir);
  const bit = owner === uid ? 0o100 : group === gid ? 0o010 : 0o001;
  if ((mode & bit) === 0) return false;
  const parent = dirname(dir);
  return parent === dir || isReachable(parent, { uid, gid });
}

/** Hands a folder and all below it to the user. */
export function giveTo(dir: string, { uid, gid }: OsUser): void {
  chownSync(dir, uid, gid);
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    if (entry.isDirectory()) giveTo(join(dir, entry.name), { uid, gid });
    else chownSync(join(dir, entry.name), uid, gid);
  }
}
