import { type Dir, DIR_NOUNS, type DirKind } from '@mixreel/contract';
import type { QueryClient } from '@tanstack/react-query';
import { call, type InputOf } from '#lib/call.ts';
import { showToast } from '#lib/toast.ts';
import { offerUndo, withdrawUndo } from '#lib/undo.ts';
import { refreshDirs } from './dir-cache.ts';
import { DIR_WORDS } from './dir-words.ts';

export async function addDir(cache: QueryClient, input: InputOf<'dir.add'>): Promise<Dir> {
  const dir = await call('dir.add', input);
  await refreshDirs(cache, dir.kind);
  return dir;
}

export async function updateDir(cache: QueryClient, input: InputOf<'dir.update'>): Promise<void> {
  const { kind } = await call('dir.update', input);
  await refreshDirs(cache, kind);
}

/** Below another one, or to the top; with the way back. */
export async function moveDir(cache: QueryClient, dir: Dir, to: { parent_id: string | null; name: string }) {
  const { dir_id, dir_name, parent_id, kind } = dir;
  await call('dir.update', { dir_id, parent_id: to.parent_id });
  offerUndo(`「${dir_name}」已移到${to.parent_id === null ? '最上层' : `「${to.name}」下面`}`, async () => {
    await updateDir(cache, { dir_id, parent_id });
    showToast('success', '已移回原来的位置');
  });
  await refreshDirs(cache, kind);
}

/** With all that is in it, into the bin; with the way back. */
export async function deleteDir(cache: QueryClient, { dir_id, dir_name, rule, kind }: Dir): Promise<void> {
  const { item_count } = await call('dir.delete', { dir_id });
  const along = rule === null && item_count > 0 ? `，里面的 ${DIR_WORDS[kind].items(item_count)}进了回收站` : '';
  offerUndo(`${DIR_NOUNS[kind]}「${dir_name}」已删除${along}`, () => restoreDir(cache, kind, { dir_id, dir_name }));
  await refreshDirs(cache, kind);
}

/** Back from the bin, with all that went with it. */
export async function restoreDir(
  cache: QueryClient,
  kind: DirKind,
  { dir_id, dir_name }: Pick<Dir, 'dir_id' | 'dir_name'>,
) {
  await call('dir.restore', { dir_id });
  withdrawUndo();
  await refreshDirs(cache, kind);
  showToast('success', `${DIR_NOUNS[kind]}「${dir_name}」已恢复`);
}
