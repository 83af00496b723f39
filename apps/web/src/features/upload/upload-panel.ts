import { create } from 'zustand';
import type { UploadGroup } from './upload-item.ts';

export const usePanel = create<{ is_open: boolean; group: UploadGroup }>(() => ({ is_open: false, group: 'open' }));

export function openPanel(group: UploadGroup = 'open'): void {
  usePanel.setState({ is_open: true, group });
}

export function closePanel(): void {
  usePanel.setState({ is_open: false });
}
