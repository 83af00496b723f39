import { type CallKey, callOf, type DirKind } from '@mixreel/contract';
import type { QueryClient } from '@tanstack/react-query';

/** What shows directories, and what lies in them. */
const SHOWN: Record<DirKind, CallKey[]> = {
  artwork: ['artwork.list', 'artwork.dirs', 'artwork.detail', 'dir.tree', 'dir.checkboxes'],
  material: ['material.list', 'material.detail', 'search.clips', 'dir.materials'],
};

export async function refreshDirs(cache: QueryClient, kind: DirKind): Promise<void> {
  await Promise.all(SHOWN[kind].map((key) => cache.invalidateQueries({ queryKey: [callOf(key).path] })));
}
