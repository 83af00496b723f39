/** Things that outlive the page, in the browser's database. Private windows may have none: then `null` is answered. */
export type BrowserStore<T> = {
  put(key: string, value: T): Promise<true | null>;
  get(key: string): Promise<T | null>;
  all(): Promise<T[] | null>;
  keys(): Promise<string[] | null>;
  remove(key: string): Promise<true | null>;
};

export function browserStore<T>(database: string, name: string): BrowserStore<T> {
  const open = async () => {
    const request = indexedDB.open(database, 1);
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(name));
    return settled(request);
  };
  const within = async <R>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<R>) => {
    try {
      const opened = await open();
      const transaction = opened.transaction(name, mode);
      const found = await settled(work(transaction.objectStore(name)));
      // What was written counts when the transaction is over: until then a full disk may take it back.
      if (mode === 'readwrite') await over(transaction);
      opened.close();
      return { found };
    } catch {
      return null;
    }
  };
  return {
    put: async (key, value) => (await within('readwrite', (store) => store.put(value, key))) && true,
    get: async (key) => ((await within('readonly', (store) => store.get(key)))?.found as T | undefined) ?? null,
    all: async () => ((await within('readonly', (store) => store.getAll()))?.found as T[] | undefined) ?? null,
    keys: async () => {
      const keys = (await within('readonly', (store) => store.getAllKeys()))?.found;
      return keys?.filter((key) => typeof key === 'string') ?? null;
    },
    remove: async (key) => (await within('readwrite', (store) => store.delete(key))) && true,
  };
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((done, fail) => {
    request.addEventListener('success', () => done(request.result));
    request.addEventListener('error', () => fail(request.error ?? new Error('IndexedDB')));
  });
}

function over(transaction: IDBTransaction): Promise<void> {
  return new Promise((done, fail) => {
    transaction.addEventListener('complete', () => done());
    transaction.addEventListener('abort', () => fail(transaction.error ?? new Error('IndexedDB')));
  });
}
