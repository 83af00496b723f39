import { showToast } from '#lib/toast.ts';

const UNDO_MS = 8000;

let undoLast: (() => void) | null = null;

/** Takes back what was last done to finished videos, once. */
export function undoLastChange(): void {
  undoLast?.();
}

/** Says what was done, with a way back: by the button, or by the key as long as nothing else was done. */
export function offerUndo(text: string, undo: () => Promise<void>): void {
  const run = () => {
    if (undoLast === run) undoLast = null;
    undo().catch(() => {});
  };
  undoLast = run;
  showToast('success', text, { ms: UNDO_MS, action: { label: '撤销', run } });
}
