import type { CallKey, DirKind } from '@mixreel/contract';
import type { QueryClient } from '@tanstack/react-query';
import { readAgain } from '#lib/read-again.ts';

/** What shows directories, and what lies in them. */
const SHOWN: Record<DirKind, CallKey[]> = {
  artwork: ['artwork.list', 'artwork.dirs', 'artwork.detail', 'dir.tree', 'dir.checkboxes'],
  material: ['material.list', 'material.detail', 'search.clips', 'dir.materials'],
};

export async function refreshDirs(cache: QueryClient, kind: DirKind): Promise<void> {
  await readAgain(cache, SHOWN[kind]);
}
