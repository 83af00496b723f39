import type { MaterialFilter } from '@mixreel/contract';
import { call } from '#lib/call.ts';
import { showToast } from '#lib/toast.ts';
import { WORDS } from './material-words.ts';
import { selection } from './selection.ts';

/** Everything that matches, also what is not on screen; once more, nothing. */
export async function selectAllOrNone(filter: MaterialFilter): Promise<void> {
  const { material_ids, total } = await call('material.ids', filter);
  const { picked } = selection.use.getState();
  if (material_ids.length > 0 && material_ids.every((material_id) => picked.has(material_id))) {
    return selection.clear({ keep_place: true });
  }
  selection.pickThese(material_ids.map((material_id) => ({ id: material_id, material_id })));
  if (total > material_ids.length) showToast('info', WORDS.too_many);
}
