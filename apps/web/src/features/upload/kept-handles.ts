import { browserStore } from '#lib/browser-store.ts';

/** Handles of files that are on their way, by record_uuid: with them an upload goes on after a reload. */
const handles = browserStore<Kept>('uploads', 'handles');

type Kept = { handle: FileSystemFileHandle; bytes: number; modified: number };
type Permitted = FileSystemFileHandle & {
  queryPermission?: (given: { mode: 'read' }) => Promise<PermissionState>;
  requestPermission?: (given: { mode: 'read' }) => Promise<PermissionState>;
};

export async function keepHandle(record_uuid: string, handle: FileSystemFileHandle, file: File): Promise<void> {
  await handles.put(record_uuid, { handle, bytes: file.size, modified: file.lastModified });
}

export async function dropHandle(record_uuid: string): Promise<void> {
  await handles.remove(record_uuid);
}

export async function keptHandles(): Promise<Set<string>> {
  return new Set(await handles.keys());
}

/**
 * The file behind a handle, if it may be read and is still the same. After a reload browsers mostly want a click first:
 * with `ask` (in a click) they put the question.
 */
export async function fileOfHandle(record_uuid: string, { ask }: { ask: boolean }): Promise<File | null> {
  const kept = await handles.get(record_uuid);
  if (!kept) return null;
  const handle = kept.handle as Permitted;
  try {
    const known = await handle.queryPermission?.({ mode: 'read' });
    const granted = known === 'prompt' && ask ? await handle.requestPermission?.({ mode: 'read' }) : known;
    if (granted !== 'granted') return null;
    const file = await handle.getFile();
    return file.size === kept.bytes && file.lastModified === kept.modified ? file : null;
  } catch {
    return null;
  }
}
