import { groupOf, isMoving, type UploadItem } from './upload-item.ts';

export type Totals = {
  /** Of what is being sent now, files finished meanwhile included. */
  bytes: number;
  sent_bytes: number;
  /** 0 to 100. */
  percent: number;
  files: number;
  files_done: number;
  /** Moves by itself. */
  moving: number;
  open: number;
  done: number;
  trouble: number;
  left_s: number | null;
};

/** How far all of it is. What waits for the person is not part of the estimate. */
export function totalsOf(items: UploadItem[], batch: number, speed: number): Totals {
  const total = { bytes: 0, sent_bytes: 0, files: 0, files_done: 0, moving: 0, open: 0, done: 0, trouble: 0 };
  let left = 0;
  for (const item of items) {
    total[groupOf(item)] += 1;
    if (isMoving(item)) {
      total.moving += 1;
      left += item.bytes - item.sent_bytes;
    }
    if (item.batch !== batch || batch === 0 || item.state === 'refused') continue;
    total.bytes += item.bytes;
    total.sent_bytes += Math.min(item.sent_bytes, item.bytes);
    total.files += 1;
    if (groupOf(item) === 'done') total.files_done += 1;
  }
  const percent = total.bytes > 0 ? Math.floor((total.sent_bytes / total.bytes) * 100) : 0;
  return { ...total, percent, left_s: speed > 1000 && left > 0 ? left / speed : null };
}

const RANK: Partial<Record<UploadItem['state'], number>> = {
  needs_file: 0,
  sending: 1,
  verifying: 1,
  hashing: 1,
  waiting: 1,
  fetching: 2,
  elsewhere: 2,
  queued: 3,
  paused: 4,
};

/** What moves is on top, then the queue in the order in which it will be sent. */
export function inOrder(items: UploadItem[]): UploadItem[] {
  return items
    .map((item, n) => ({ item, n }))
    .toSorted((a, b) => (RANK[a.item.state] ?? 9) - (RANK[b.item.state] ?? 9) || b.n - a.n)
    .map(({ item }) => item);
}
