import { createStore, type StoreApi } from 'zustand/vanilla';
import { createSpeed } from './speed.ts';
import type { UploadItem } from './upload-item.ts';

export type UploadsState = {
  /** The newest first. */
  items: UploadItem[];
  /** Bytes a second, of all together. */
  speed: number;
  batch: number;
};

export type Board = ReturnType<typeof createBoard>;

const TELL_MS = 200;
const TICK_MS = 500;

/** What the page shows of the uploads: their list, and how fast they are together. */
export function createBoard(now: () => number) {
  const store: StoreApi<UploadsState> = createStore<UploadsState>(() => ({ items: [], speed: 0, batch: 0 }));
  const moved = new Map<string, Partial<UploadItem>>();
  const speed = createSpeed(now);
  let telling: ReturnType<typeof setTimeout> | null = null;
  let ticking: ReturnType<typeof setInterval> | null = null;

  return {
    store,
    find: (key: string) => store.getState().items.find((item) => item.key === key),

    change: (key: string, changed: Partial<UploadItem>) => {
      const items = store.getState().items;
      const at = items.findIndex((item) => item.key === key);
      if (at === -1) return;
      const late = moved.get(key);
      moved.delete(key);
      store.setState({ items: items.with(at, { ...items[at]!, ...late, ...changed }) });
    },

    /** Progress comes many times a second from every file; the page is told five times a second. */
    tellLater: (key: string, changed: Partial<UploadItem>) => {
      moved.set(key, { ...moved.get(key), ...changed });
      telling ??= setTimeout(() => {
        telling = null;
        store.setState(({ items }) => ({
          items: items.map((item) => (moved.has(item.key) ? { ...item, ...moved.get(item.key) } : item)),
        }));
        moved.clear();
      }, TELL_MS);
    },

    addBytes: (bytes: number) => speed.add(bytes),

    /** Measures the speed for as long as anything runs. */
    measure: (isRunning: () => boolean) => {
      if (ticking) return;
      speed.reset();
      ticking = setInterval(() => {
        const isOver = !isRunning();
        store.setState({ speed: isOver ? 0 : speed.tick() });
        if (!isOver || ticking === null) return;
        clearInterval(ticking);
        ticking = null;
      }, TICK_MS);
    },
  };
}
