import { TOAST_MS } from '@mixreel/contract';
import { create } from 'zustand';

export type ToastKind = 'success' | 'info' | 'warning' | 'error';
export type Toast = { toast_id: number; kind: ToastKind; text: string; action?: { label: string; run: () => void } };

type Options = { ms?: number; onClose?: () => void; action?: Toast['action'] };

export const useToasts = create<{ toasts: Toast[] }>(() => ({ toasts: [] }));

let last = 0;
const closing = new Map<number, { timer?: ReturnType<typeof setTimeout>; ms: number; onClose?: () => void }>();

export function showToast(kind: ToastKind, text: string, { ms = TOAST_MS, onClose, action }: Options = {}): number {
  last += 1;
  const toast: Toast = { toast_id: last, kind, text, ...(action && { action }) };
  closing.set(last, { ms, ...(onClose && { onClose }) });
  useToasts.setState(({ toasts }) => ({ toasts: [...toasts, toast] }));
  resumeToast(last);
  return last;
}

export function closeToast(toast_id: number): void {
  const entry = closing.get(toast_id);
  if (!entry) return;
  clearTimeout(entry.timer);
  closing.delete(toast_id);
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.toast_id !== toast_id) }));
  entry.onClose?.();
}

/** Someone is reading it. */
export function holdToast(toast_id: number): void {
  clearTimeout(closing.get(toast_id)?.timer);
}

export function resumeToast(toast_id: number): void {
  const entry = closing.get(toast_id);
  if (!entry) return;
  clearTimeout(entry.timer);
  entry.timer = setTimeout(() => closeToast(toast_id), entry.ms);
}
