import { type UploadRecord, UPLOADS_AT_ONCE } from '@mixreel/contract';
import { randomId } from '#lib/random.ts';
import { newWork, type Work } from './attempt.ts';
import { createBoard } from './board.ts';
import { bring } from './bring.ts';
import { groupOf, isMoving, putRecord, removeRecords, type UploadItem, type UploadState } from './upload-item.ts';
import type { UploadWire } from './upload-wire.ts';

export type NewUpload = Pick<
  UploadItem,
  'file_name' | 'relative_path' | 'goal' | 'bytes' | 'project_id' | 'material_type' | 'material_sub_type' | 'same_name'
> & { file: File };

type Options = { at_once?: number; now?: () => number; onDone?: (record: UploadRecord) => void };

const LOOK_MS = 1500;

/** The queue: four files at a time, two of them on the wire, each until it is a material, whatever the network does meanwhile. */
export function createEngine(
  wire: UploadWire,
  { at_once = UPLOADS_AT_ONCE, now = Date.now, onDone = () => {} }: Options = {},
) {
  const works = new Map<string, Work>();
  const running = new Set<string>();
  const board = createBoard(now);
  const { store, find, change } = board;
  let looking: ReturnType<typeof setTimeout> | null = null;
  const needs = {
    wire,
    board,
    workOf: (key: string) => works.get(key),
    drop: (key: string) => works.delete(key),
  };

  const pump = () => {
    const waiting = store.getState().items.filter((item) => item.state === 'queued' && works.has(item.key));
    // The list has the newest first; what was chosen first is sent first.
    for (const { key } of waiting.toReversed()) {
      if (running.size >= at_once) return;
      if (running.has(key)) continue;
      running.add(key);
      board.measure(() => running.size > 0);
      void bring(needs, key)
        .then((record) => {
          if (record) finish(key, record);
        })
        .finally(() => {
          running.delete(key);
          pump();
        });
    }
  };

  const finish = (key: string, record: UploadRecord) => {
    const item = find(key);
    if (!item) return;
    if (record.status === 'completed') {
      works.delete(key);
      const state: UploadState = item.state === 'instant' ? 'instant' : 'done';
      change(key, { state, message: record.message, material: record.material_data, sent_bytes: item.bytes });
      onDone(record);
      return;
    }
    const message =
      record.message ?? (record.status === 'canceled' ? '这个上传在别处取消了' : '服务器没有收下，请重试');
    change(key, { state: 'failed', message, can_retry: record.can_retry });
  };

  const nextBatch = () => {
    const { items, batch } = store.getState();
    return items.some(isMoving) ? batch : batch + 1;
  };

  /** Puts them at the front of the list and sends them when it is their turn. Gives their keys. */
  const add = (files: NewUpload[]): string[] => {
    const batch = nextBatch();
    const made = files.map(({ file, ...given }): UploadItem => {
      const key = randomId(8);
      works.set(key, newWork(file));
      return { ...blank, ...given, key, state: 'queued', batch };
    });
    store.setState(({ items }) => ({ items: [...made.toReversed(), ...items], batch }));
    pump();
    return made.map(({ key }) => key);
  };

  /** Files that will not be sent, each with its reason. */
  const refuse = (files: (Omit<NewUpload, 'file' | 'same_name'> & { message: string })[]) => {
    const made = files.map((given): UploadItem => ({ ...blank, ...given, key: randomId(8), state: 'refused' }));
    store.setState(({ items }) => ({ items: [...made.toReversed(), ...items] }));
  };

  const pause = (keys: string[]) => {
    for (const key of keys) {
      const item = find(key);
      if (!item || !isMoving(item) || item.state === 'verifying' || !works.has(key)) continue;
      works.get(key)?.stop.abort();
      change(key, { state: 'paused', message: null });
    }
  };

  const resume = (keys: string[]) => {
    const batch = nextBatch();
    for (const key of keys) {
      const item = find(key);
      const work = works.get(key);
      if (!item || !work || !['paused', 'failed'].includes(item.state)) continue;
      works.set(key, {
        ...work,
        stop: new AbortController(),
        attempts: 0,
        // What the server still has is not sent again: a full disk may have been cleared since.
        ...(item.state === 'failed' && { upload_url: null, is_retry: true }),
      });
      change(key, { state: 'queued', message: null, batch });
    }
    store.setState({ batch });
    pump();
  };

  /** The file of a record that was begun before a reload. */
  const attach = (key: string, file: File) => {
    const batch = nextBatch();
    works.set(key, newWork(file));
    change(key, { state: 'queued', message: null, batch });
    store.setState({ batch });
    pump();
  };

  /** Takes them off the list; what is not whole yet is given up. */
  const remove = (keys: string[]) => {
    const gone = new Set(keys);
    const records = store.getState().items.flatMap((item) => (gone.has(item.key) ? (item.record_uuid ?? []) : []));
    for (const key of keys) {
      works.get(key)?.stop.abort();
      works.get(key)?.giveUp.abort();
      works.delete(key);
    }
    store.setState(({ items }) => ({ items: removeRecords(items, gone) }));
    if (records.length > 0) void wire.forget(records).catch(() => {});
    pump();
  };

  /** What the server says of records. Those that somebody else moves are asked about until they are over. */
  const take = (records: UploadRecord[]) => {
    const before = new Map(store.getState().items.map((item) => [item.record_uuid, item.state]));
    store.setState(({ items }) => ({
      items: records.reduce((list, record) => putRecord(list, record, ({ key }) => works.has(key)), items),
    }));
    for (const record of records) {
      const was = before.get(record.record_uuid);
      if (record.status === 'completed' && was && groupOf({ state: was }) === 'open') onDone(record);
    }
    follow();
  };

  const follow = () => {
    const others = store
      .getState()
      .items.filter(({ key, state }) => !works.has(key) && ['fetching', 'verifying', 'elsewhere'].includes(state))
      .flatMap(({ record_uuid }) => record_uuid ?? []);
    if (others.length === 0 || looking) return;
    looking = setTimeout(() => {
      void wire.read(others.slice(0, 1000)).then(
        (records) => {
          looking = null;
          take(records);
        },
        () => {
          looking = null;
          follow();
        },
      );
    }, LOOK_MS);
  };

  return {
    store,
    add,
    refuse,
    pause,
    resume,
    attach,
    remove,
    take,
    follow,
    change,
    hasFile: (key: string) => works.has(key),
    /** The network is back: nobody waits any longer. */
    wake: () => {
      for (const work of works.values()) {
        work.attempts = 0;
        work.wake();
      }
    },
  };
}

const blank = {
  record_uuid: null,
  sent_bytes: 0,
  hashed_bytes: 0,
  same_name: 'keep_both',
  message: null,
  can_retry: false,
  source_url: null,
  task_id: null,
  material: null,
  has_handle: false,
  batch: 0,
} as const;
