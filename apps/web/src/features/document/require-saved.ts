import { showToast } from '#lib/toast.ts';
import type { LiveDocument } from './live-document.ts';

const NOT_SAVED = '还有修改没有保存，请稍后再试';

/** The server works with what it knows: everything is sent before. What cannot be is said, and nothing else is done. */
export async function requireSaved(live: Pick<LiveDocument, 'flush'>, { is_quiet = false } = {}): Promise<void> {
  if (await live.flush()) return;
  if (!is_quiet) showToast('warning', NOT_SAVED);
  throw new Error(NOT_SAVED);
}
