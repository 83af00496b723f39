import type { Generation, Material } from '@mixreel/contract';
import { call } from '#lib/call.ts';
import { showToast } from '#lib/toast.ts';

/** Those that are still there. */
export async function readMaterials(material_ids: string[]): Promise<Material[]> {
  const found = await Promise.allSettled(
    material_ids.map((material_id) => call('material.detail', { material_id }, { is_quiet: true })),
  );
  return found.flatMap((one) => (one.status === 'fulfilled' && !one.value.deleted_at ? [one.value] : []));
}

/** What something was made of, to make it again; says so where some of it is gone. */
export async function readSources({ sources }: Generation): Promise<Material[]> {
  const materials = await readMaterials(sources.flatMap(({ material_id }) => material_id ?? []));
  if (materials.length < sources.length) showToast('warning', '有的原图已删除，请重新选图片');
  return materials;
}
