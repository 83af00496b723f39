import { Button } from 'antd';
import { isMoving, type UploadItem } from './upload-item.ts';
import { uploads } from './uploads.ts';

/** Holds everything that moves, or lets go what was held. */
export function PauseAll({ items, moving }: { items: UploadItem[]; moving: number }) {
  const paused = items.filter(({ state }) => state === 'paused');
  if (moving > 0) {
    return (
      <Button size="small" onClick={() => uploads.pause(items.filter(isMoving).map(({ key }) => key))}>
        全部暂停
      </Button>
    );
  }
  if (paused.length === 0) return null;
  return (
    <Button size="small" onClick={() => uploads.resume(paused.map(({ key }) => key).toReversed())}>
      全部继续
    </Button>
  );
}
