import { call } from '#lib/call.ts';
import { showToast } from '#lib/toast.ts';
import { offerUndo } from '#lib/undo.ts';

const OFFERED_MS = 12_000;

/** A tag that was wrong here is likely wrong on all that look the same: offers to take it from them as well. */
export async function offerForAlike(shot_id: string, tag_key: string, refresh: () => Promise<unknown>): Promise<void> {
  const name = tag_key.slice(tag_key.indexOf(':') + 1);
  const { count } = await call('analysis.sameLook', { shot_id, tag_key }, { is_quiet: true });
  if (count === 0) return;
  const remove = async () => {
    const { shot_ids } = await call('analysis.removeAlike', { shot_id, tag_key });
    await refresh();
    offerUndo(`已从 ${shot_ids.length} 个镜头去掉「${name}」`, async () => {
      await call('analysis.removeAlike', { shot_id, tag_key, give_back: shot_ids });
      await refresh();
    });
  };
  const text = `还有 ${count} 个看起来一样的镜头也有「${name}」`;
  showToast('info', text, {
    ms: OFFERED_MS,
    action: { label: '一起去掉', run: () => void remove().catch(() => {}) },
  });
}
