import type { Dir } from '@mixreel/contract';
import type { QueryClient } from '@tanstack/react-query';
import { call, type InputOf } from '#lib/call.ts';
import { showToast } from '#lib/toast.ts';
import { refreshArtworks } from './artwork-cache.ts';
import { offerUndo, withdrawUndo } from './undo.ts';

export async function addDir(cache: QueryClient, input: InputOf<'dir.add'>): Promise<Dir> {
  const dir = await call('dir.add', input);
  await refreshArtworks(cache, ['dir.tree', 'artwork.dirs']);
  return dir;
}

export async function updateDir(cache: QueryClient, input: InputOf<'dir.update'>): Promise<void> {
  await call('dir.update', input);
  await refreshArtworks(cache);
}

/** Below another one, or to the top; with the way back. */
export async function moveDir(cache: QueryClient, dir: Dir, to: { parent_id: string | null; name: string }) {
  const { dir_id, dir_name, parent_id } = dir;
  await call('dir.update', { dir_id, parent_id: to.parent_id });
  offerUndo(`「${dir_name}」已移到${to.parent_id === null ? '最上层' : `「${to.name}」下面`}`, async () => {
    await updateDir(cache, { dir_id, parent_id });
    showToast('success', '已移回原来的位置');
  });
  await refreshArtworks(cache);
}

/** With all that is in it, into the bin; with the way back. */
export async function deleteDir(cache: QueryClient, { dir_id, dir_name, rule }: Dir): Promise<void> {
  const { item_count } = await call('dir.delete', { dir_id });
  const with_videos = rule === null && item_count > 0 ? `，里面的 ${item_count} 条成片进了回收站` : '';
  offerUndo(`目录「${dir_name}」已删除${with_videos}`, () => restoreDir(cache, { dir_id, dir_name }));
  await refreshArtworks(cache);
}

/** Back from the bin, with all that went with it. */
export async function restoreDir(cache: QueryClient, { dir_id, dir_name }: Pick<Dir, 'dir_id' | 'dir_name'>) {
  await call('dir.restore', { dir_id });
  withdrawUndo();
  await refreshArtworks(cache);
  showToast('success', `目录「${dir_name}」已恢复`);
}
