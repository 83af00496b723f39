import { AppError, cleanDirName, DIR_NOUNS, type DirKind } from '@mixreel/contract';
import { suggestName } from '#features/project/project.queries.ts';
import type { DirRow } from './dir.queries.ts';

function takenNames(rows: Map<string, DirRow>, parent_id: string | null, except: string | null): Set<string> {
  const siblings = [...rows.values()].filter(
    (row) => row.deleted_at === null && row.parent_id === parent_id && row.dir_id !== except,
  );
  return new Set(siblings.map(({ dir_name }) => dir_name.toLowerCase()));
}

/** The name, or one like it that no neighbour has. */
export function freeDirName(
  rows: Map<string, DirRow>,
  parent_id: string | null,
  name: string,
  except: string | null = null,
): string {
  const taken = takenNames(rows, parent_id, except);
  return taken.has(name.toLowerCase()) ? suggestName(name, taken) : name;
}

/** For one that nobody typed: of a mix, say, whose name may hold anything. */
export function namedAfter(rows: Map<string, DirRow>, parent_id: string | null, wanted: string): string {
  return freeDirName(rows, parent_id, cleanDirName(wanted) || '未命名');
}

/** Refuses a name that a neighbour has, and says which one is free. */
export function requireFreeDirName(
  kind: DirKind,
  rows: Map<string, DirRow>,
  parent_id: string | null,
  name: string,
  except: string | null = null,
): void {
  const free = freeDirName(rows, parent_id, name, except);
  if (free !== name) throw new AppError('conflict', `这里已有${DIR_NOUNS[kind]}「${name}」，可改用「${free}」`);
}
