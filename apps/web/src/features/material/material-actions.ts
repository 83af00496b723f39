import { BOX_AT_ONCE_MAX, type Dir, DISK_KEEPS_HOURS, type Material } from '@mixreel/contract';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '#lib/call.ts';
import { go } from '#lib/go.ts';
import { showToast } from '#lib/toast.ts';
import { offerUndo, withdrawUndo } from '#lib/undo.ts';
import { confirmBox } from '#ui/message-box.ts';
import { patchMaterials, refreshLists, refreshMaterials } from './material-cache.ts';
import { missingWords } from './material-uses.ts';
import { selection } from './selection.ts';

const FREED = `空间容量马上退还，磁盘上的文件在 ${DISK_KEEPS_HOURS + 1} 小时内删除。`;

/** The box of tools, with these on its table. */
export function openTools(project_id: string, material_ids: string[]): void {
  if (material_ids.length > BOX_AT_ONCE_MAX) {
    showToast('info', `工具箱一次最多处理 ${BOX_AT_ONCE_MAX} 个，带去前 ${BOX_AT_ONCE_MAX} 个`);
  }
  const given = material_ids.slice(0, BOX_AT_ONCE_MAX).map((id): [string, string] => ['material', id]);
  go(`/aiCapabilities/aiBox?${new URLSearchParams([['projectId', project_id], ...given])}`);
}

/** A long recording as clips. */
export function openSlices(project_id: string, material_id: string): void {
  go(`/aiCapabilities/aiBox?${new URLSearchParams({ projectId: project_id, slice: material_id })}`);
}

/** Into the bin, with a way back. Asks first when a mix would miss something. Says whether it was done. */
export async function deleteMaterials(cache: QueryClient, material_ids: string[]): Promise<boolean> {
  if (material_ids.length === 0) return false;
  const missed = missingWords(await call('material.mixesOf', { material_ids }));
  if (missed && !(await confirmBox({ ...missed, ok_label: '仍然删除', is_danger: true }))) return false;
  const { deleted } = await call('material.delete', { material_ids });
  selection.clear({ keep_place: true });
  await refreshLists(cache);
  offerUndo(`已把 ${deleted} 个素材放进回收站`, () => restoreMaterials(cache, material_ids));
  return true;
}

/** Into a folder, or out of theirs, with the way back to where each was. */
export async function moveMaterials(cache: QueryClient, material_ids: string[], to: Dir | null): Promise<void> {
  if (material_ids.length === 0) return;
  const { moved, moved_from } = await call('material.move', { material_ids, dir_id: to?.dir_id ?? null });
  selection.clear({ keep_place: true });
  offerUndo(to ? `${moved} 个素材已移到「${to.dir_name}」` : `${moved} 个素材已移出文件夹`, async () => {
    for (const { dir_id, material_ids: ids } of moved_from) await call('material.move', { material_ids: ids, dir_id });
    await refreshMaterials(cache);
    showToast('success', '已移回原来的位置');
  });
  await refreshMaterials(cache);
}

/** Asks before a folder goes whose materials a mix would miss. */
export async function mayDeleteFolder({ project_id, dir_id }: Dir): Promise<boolean> {
  const { material_ids } = await call('material.ids', { project_id, dir_id });
  const missed = material_ids.length > 0 && missingWords(await call('material.mixesOf', { material_ids }));
  return !missed || confirmBox({ ...missed, ok_label: '仍然删除', is_danger: true });
}

export async function restoreMaterials(cache: QueryClient, material_ids: string[]): Promise<void> {
  if (material_ids.length === 0) return;
  const { restored } = await call('material.restore', { material_ids });
  withdrawUndo();
  selection.clear({ keep_place: true });
  await refreshLists(cache);
  showToast('success', `已恢复 ${restored} 个素材`);
}

/** Out of the bin for good: asks once. */
export async function destroyMaterials(cache: QueryClient, material_ids: string[]): Promise<void> {
  if (material_ids.length === 0) return;
  const title = `彻底删除 ${material_ids.length} 个素材？`;
  const text = `文件和分析结果都会删除，不能再恢复。${FREED}`;
  if (!(await confirmBox({ title, text, ok_label: '彻底删除', is_danger: true }))) return;
  const { deleted } = await call('material.delete', { material_ids, is_final: true });
  selection.clear({ keep_place: true });
  await refreshLists(cache);
  showToast('success', `已彻底删除 ${deleted} 个素材`);
}

export async function emptyBin(cache: QueryClient, project_id: string): Promise<void> {
  const text = `这个项目回收站里的素材全部彻底删除，不能再恢复。${FREED}`;
  if (!(await confirmBox({ title: '清空回收站？', text, ok_label: '清空', is_danger: true }))) return;
  await call('material.emptyBin', { project_id });
  selection.clear();
  await refreshLists(cache);
  showToast('success', '回收站已清空');
}

/** Shown at once; taken back when the server says no. */
export async function likeMaterial(cache: QueryClient, { material_id, liked }: Material): Promise<void> {
  const ids = new Set([material_id]);
  const to = (like: boolean) =>
    patchMaterials(cache, ids, ({ like_count, liked: before }) => ({
      liked: like,
      like_count: like_count + (like === before ? 0 : like ? 1 : -1),
    }));
  to(!liked);
  try {
    const answer = await call('material.like', { material_id, like: !liked });
    patchMaterials(cache, ids, () => answer);
  } catch (error) {
    to(liked);
    throw error;
  }
}

/** The file itself, or an archive of several. */
export async function downloadMaterials(material_ids: string[]): Promise<void> {
  const [only] = material_ids;
  if (material_ids.length > 1) {
    const { url, file_name } = await call('material.download', { material_ids });
    return save(url, file_name);
  }
  if (!only) return;
  const { cdn_url, material_name } = await call('material.detail', { material_id: only });
  if (cdn_url) save(cdn_url, material_name);
  else showToast('warning', '这个素材没有原文件');
}

function save(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}
