import { create } from 'zustand';

const KEY = 'artwork_dirs_closed';

/** Directories that somebody closed on this machine; all others are open. */
export const useClosedDirs = create<{ closed: ReadonlySet<string> }>(() => ({ closed: new Set(readStored()) }));

export function setDirOpen(dir_id: string, is_open: boolean): void {
  const closed = new Set(useClosedDirs.getState().closed);
  if (is_open) closed.delete(dir_id);
  else closed.add(dir_id);
  useClosedDirs.setState({ closed });
  localStorage.setItem(KEY, JSON.stringify([...closed].slice(-500)));
}

function readStored(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}
