/** Handles of files that are on their way, by record_uuid: with them an upload goes on after a reload. */
const DATABASE = 'uploads';
const STORE = 'handles';

type Kept = { handle: FileSystemFileHandle; bytes: number; modified: number };
type Permitted = FileSystemFileHandle & {
  queryPermission?: (given: { mode: 'read' }) => Promise<PermissionState>;
  requestPermission?: (given: { mode: 'read' }) => Promise<PermissionState>;
};

export async function keepHandle(record_uuid: string, handle: FileSystemFileHandle, file: File): Promise<void> {
  const kept: Kept = { handle, bytes: file.size, modified: file.lastModified };
  await within('readwrite', (store) => store.put(kept, record_uuid));
}

export async function dropHandle(record_uuid: string): Promise<void> {
  await within('readwrite', (store) => store.delete(record_uuid));
}

export async function keptHandles(): Promise<Set<string>> {
  const keys = await within('readonly', (store) => store.getAllKeys());
  return new Set((keys ?? []).filter((key) => typeof key === 'string'));
}

/**
 * The file behind a handle, if it may be read and is still the same. After a reload browsers mostly want a click first:
 * with `ask` (in a click) they put the question.
 */
export async function fileOfHandle(record_uuid: string, { ask }: { ask: boolean }): Promise<File | null> {
  const kept = (await within('readonly', (store) => store.get(record_uuid))) as Kept | undefined;
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

/** Private windows have no database, and then nothing is kept. */
async function within<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>) {
  try {
    const database = await open();
    const request = work(database.transaction(STORE, mode).objectStore(STORE));
    return await settled(request).finally(() => database.close());
  } catch {
    return undefined;
  }
}

async function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE));
  return settled(request);
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((done, fail) => {
    request.addEventListener('success', () => done(request.result));
    request.addEventListener('error', () => fail(request.error ?? new Error('IndexedDB')));
  });
}
