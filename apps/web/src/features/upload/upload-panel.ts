import { create } from 'zustand';
import type { UploadGroup } from './upload-item.ts';

type Panel = {
  is_open: boolean;
  /** Begun by adding files: a line below the page, until a person opens the panel. */
  is_strip: boolean;
  group: UploadGroup;
  /** The person looks at it, so that it does not fold away by itself. */
  is_held: boolean;
};

export const usePanel = create<Panel>(() => ({ is_open: false, is_strip: false, group: 'open', is_held: false }));

export function openPanel(group: UploadGroup = 'open'): void {
  usePanel.setState({ is_open: true, is_strip: false, group });
}

/** Files came: tells how far they are without lying over anything. */
export function showStrip(): void {
  usePanel.setState(({ is_open }) => ({ is_strip: !is_open }));
}

export function closePanel(): void {
  usePanel.setState({ is_open: false, is_strip: false, is_held: false });
}

export function holdPanel(is_held: boolean): void {
  usePanel.setState({ is_held });
}
