import { create } from 'zustand';
import type { UploadGroup } from './upload-item.ts';

/** `is_held`: the person looks at it, so that it does not fold away by itself. */
export const usePanel = create<{ is_open: boolean; group: UploadGroup; is_held: boolean }>(() => ({
  is_open: false,
  group: 'open',
  is_held: false,
}));

export function openPanel(group: UploadGroup = 'open'): void {
  usePanel.setState({ is_open: true, group });
}

export function closePanel(): void {
  usePanel.setState({ is_open: false, is_held: false });
}

export function holdPanel(is_held: boolean): void {
  usePanel.setState({ is_held });
}
