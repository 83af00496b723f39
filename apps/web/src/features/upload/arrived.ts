import { groupOf, type UploadItem } from './upload-item.ts';
import { uploads } from './uploads.ts';

/** An upload once it is over, one way or the other. */
export function arrived(key: string): Promise<UploadItem | null> {
  const look = () => {
    const item = uploads.store.getState().items.find((one) => one.key === key);
    return item && item.material === null && groupOf(item) !== 'trouble' ? undefined : (item ?? null);
  };
  return new Promise((resolve) => {
    const take = () => {
      const item = look();
      if (item === undefined) return;
      stop();
      resolve(item);
    };
    const stop = uploads.store.subscribe(take);
    take();
  });
}
