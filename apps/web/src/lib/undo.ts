import { closeToast, showToast } from '#lib/toast.ts';

const UNDO_MS = 8000;

let undoLast: (() => void) | null = null;
let shown = 0;

/** Takes back what was last done, once. */
export function undoLastChange(): void {
  undoLast?.();
}

/** Says what was done, with a way back as long as nothing else was done: by the button, or by the key. */
export function offerUndo(text: string, undo: () => Promise<void>): void {
  const run = () => {
    withdrawUndo();
    undo().catch(() => {});
  };
  withdrawUndo();
  undoLast = run;
  shown = showToast('success', text, { ms: UNDO_MS, action: { label: '撤销', run } });
}

/** What was done has been taken back by other means, or something came after it. */
export function withdrawUndo(): void {
  undoLast = null;
  closeToast(shown);
}
