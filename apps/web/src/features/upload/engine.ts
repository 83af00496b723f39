import { type UploadRecord, UPLOADS_AT_ONCE } from '@mixreel/contract';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { randomId } from '#lib/random.ts';
import { judgeFailure } from './judge-failure.ts';
import { createSpeed } from './speed.ts';
import { groupOf, isMoving, putRecord, removeRecords, type UploadItem, type UploadState } from './upload-item.ts';
import type { UploadWire } from './upload-wire.ts';

export type UploadsState = {
  /** The newest first. */
  items: UploadItem[];
  /** Bytes a second, of all together. */
  speed: number;
  batch: number;
};

export type NewUpload = Pick<
  UploadItem,
  'file_name' | 'relative_path' | 'bytes' | 'project_id' | 'material_type' | 'material_sub_type' | 'same_name'
> & { file: File };

type Options = { at_once?: number; now?: () => number; onDone?: (record: UploadRecord) => void };

const AGAIN_MS = { first: 1000, max: 30_000 };
const TELL_MS = 200;
const TICK_MS = 500;
const LOOK_MS = 1500;
/** Answers of a server that has a fault, not of one that is away: then the person decides. */
const FAULTS_MAX = 30;

/** What an upload needs besides what is shown of it. */
type Work = {
  file: File;
  upload_url: string | null;
  stop: AbortController;
  /** Lives as long as the file is wanted: a pause does not begin the hash again. */
  sha256: Promise<string> | null;
  giveUp: AbortController;
  attempts: number;
  /** How often in a row the server did not know it. */
  gone: number;
  /** The person wants it once more although the server has refused it. */
  is_retry: boolean;
  /** Ends the wait before the next attempt. */
  wake: () => void;
};

export type Engine = ReturnType<typeof createEngine>;

/** The queue: four files at a time, each until it is a material, whatever the network does meanwhile. */
export function createEngine(
  wire: UploadWire,
  { at_once = UPLOADS_AT_ONCE, now = Date.now, onDone = () => {} }: Options = {},
) {
  const store: StoreApi<UploadsState> = createStore<UploadsState>(() => ({ items: [], speed: 0, batch: 0 }));
  const works = new Map<string, Work>();
  const running = new Set<string>();
  const moved = new Map<string, Partial<UploadItem>>();
  const speed = createSpeed(now);
  let telling: ReturnType<typeof setTimeout> | null = null;
  let ticking: ReturnType<typeof setInterval> | null = null;
  let looking: ReturnType<typeof setTimeout> | null = null;

  const find = (key: string) => store.getState().items.find((item) => item.key === key);

  const change = (key: string, changed: Partial<UploadItem>) => {
    const items = store.getState().items;
    const at = items.findIndex((item) => item.key === key);
    if (at === -1) return;
    const late = moved.get(key);
    moved.delete(key);
    store.setState({ items: items.with(at, { ...items[at]!, ...late, ...changed }) });
  };

  /** Progress comes many times a second from every file; the page is told five times a second. */
  const tellLater = (key: string, changed: Partial<UploadItem>) => {
    moved.set(key, { ...moved.get(key), ...changed });
    telling ??= setTimeout(() => {
      telling = null;
      store.setState(({ items }) => ({
        items: items.map((item) => (moved.has(item.key) ? { ...item, ...moved.get(item.key) } : item)),
      }));
      moved.clear();
    }, TELL_MS);
  };

  const measure = () => {
    if (ticking) return;
    speed.reset();
    ticking = setInterval(() => {
      const isOver = running.size === 0;
      store.setState({ speed: isOver ? 0 : speed.tick() });
      if (!isOver || ticking === null) return;
      clearInterval(ticking);
      ticking = null;
    }, TICK_MS);
  };

  const pump = () => {
    const waiting = store.getState().items.filter((item) => item.state === 'queued' && works.has(item.key));
    // The list has the newest first; what was chosen first is sent first.
    for (const { key } of waiting.toReversed()) {
      if (running.size >= at_once) return;
      if (running.has(key)) continue;
      running.add(key);
      measure();
      void run(key).finally(() => {
        running.delete(key);
        pump();
      });
    }
  };

  /** Brings one file to its end, over as many attempts as the network asks for. */
  const run = async (key: string): Promise<void> => {
    for (;;) {
      const work = works.get(key);
      if (!work || work.stop.signal.aborted) return;
      try {
        const record = await attempt(key, work);
        if (record) finish(key, record);
        return;
      } catch (error) {
        if (work.stop.signal.aborted) return;
        const { kind, message } = judgeFailure(error);
        work.attempts += 1;
        const isAway = kind === 'again' && (work.attempts < FAULTS_MAX || !wire.isOnline());
        if (kind === 'gone' && work.upload_url) {
          // Finished, and the answer got lost; or kept too long. The record says which.
          work.upload_url = null;
          work.gone += 1;
          if (work.gone > 1) change(key, { record_uuid: null, sent_bytes: 0 });
        } else if (isAway) await waitBefore(key, work, message);
        else {
          change(key, { state: 'failed', message });
          return;
        }
      }
    }
  };

  const waitBefore = async (key: string, work: Work, message: string): Promise<void> => {
    const ms = Math.min(AGAIN_MS.first * 2 ** (work.attempts - 1), AGAIN_MS.max);
    change(key, {
      state: 'waiting',
      message: wire.isOnline() ? `${message}，会自动再试` : '网络断开了，恢复后自动继续',
    });
    await new Promise<void>((done) => {
      const timer = setTimeout(done, ms);
      work.wake = () => {
        clearTimeout(timer);
        done();
      };
      work.stop.signal.addEventListener('abort', work.wake, { once: true });
    });
  };

  /** The finished record; null when it was paused or given up, or has been answered for. */
  const attempt = async (key: string, work: Work): Promise<UploadRecord | null> => {
    const { file, stop, giveUp } = work;
    const isStopped = () => stop.signal.aborted;
    const item = find(key);
    if (!item) return null;
    if (item.material_type === 'image' && item.record_uuid === null) {
      const problem = await wire.pictureProblem(file);
      if (problem) {
        change(key, { state: 'refused', message: problem });
        works.delete(key);
        return null;
      }
    }

    const hash = () =>
      (work.sha256 ??= wire.hash(file, {
        signal: giveUp.signal,
        onProgress: (hashed_bytes) => tellLater(key, { hashed_bytes }),
      }));
    // Asked for only at the end; until then nobody hears when it fails.
    const quietly = () => void hash().catch(() => (work.sha256 = null));

    if (item.record_uuid === null) {
      const given = {
        project_id: item.project_id,
        file_name: item.file_name,
        relative_path: item.relative_path,
        bytes: item.bytes,
        material_type: item.material_type,
        extra_args: { material_sub_type: item.material_sub_type },
        same_name: item.same_name,
      };
      change(key, { state: 'sending', message: null });
      let answer = await wire.start(given);
      let record_uuid = answer.record.record_uuid;
      change(key, { record_uuid });
      if (answer.hash_first && !isStopped()) {
        change(key, { state: 'hashing' });
        const sha256 = await hash();
        if (!isStopped()) answer = await wire.start({ ...given, record_uuid, sha256 });
        record_uuid = answer.record.record_uuid;
      }
      change(key, { record_uuid });
      if (giveUp.signal.aborted) void wire.forget([record_uuid]).catch(() => {});
      if (answer.instant) {
        change(key, { state: 'instant', sent_bytes: item.bytes });
        return answer.record;
      }
      // A record that still waits for its hash is begun anew when it goes on.
      if (isStopped()) {
        if (answer.hash_first) {
          change(key, { record_uuid: null });
          void wire.forget([record_uuid]).catch(() => {});
        } else work.upload_url = answer.record.upload_url;
        return null;
      }
      work.upload_url = answer.record.upload_url;
    } else if (work.upload_url === null) {
      const record = await readRecord(item.record_uuid);
      const isRefused = record?.status === 'failed' && work.is_retry;
      if (!record || record.status === 'canceled' || isRefused) {
        if (isRefused) void wire.forget([item.record_uuid]).catch(() => {});
        work.is_retry = false;
        change(key, { record_uuid: null, sent_bytes: 0 });
        return attempt(key, work);
      }
      if (record.status === 'completed' || record.status === 'failed') return record;
      work.upload_url = record.upload_url;
      tellLater(key, { sent_bytes: record.received_bytes });
    }

    const record_uuid = find(key)?.record_uuid;
    if (!record_uuid || isStopped()) return null;
    change(key, { state: 'sending', message: null });
    quietly();
    if (work.upload_url !== null) await sendBytes(key, work, { record_uuid, upload_url: work.upload_url });
    if (isStopped()) return null;
    change(key, { state: 'verifying', sent_bytes: item.bytes });
    const sha256 = await hash();
    if (isStopped()) return null;
    let record = await wire.end({ record_uuid, sha256 });
    while (record.status === 'verifying' || record.status === 'uploading') {
      await new Promise((done) => setTimeout(done, LOOK_MS));
      if (isStopped()) return null;
      record = (await readRecord(record_uuid)) ?? { ...record, status: 'canceled' };
    }
    return record;
  };

  /** Null when the server has none of that name any more. */
  const readRecord = async (record_uuid: string): Promise<UploadRecord | null> => {
    try {
      return (await wire.read([record_uuid]))[0] ?? null;
    } catch (error) {
      if (judgeFailure(error).kind === 'gone') return null;
      throw error;
    }
  };

  const sendBytes = async (
    key: string,
    work: Work,
    { record_uuid, upload_url }: { record_uuid: string; upload_url: string },
  ): Promise<void> => {
    const { file, stop } = work;
    const sent = new AbortController();
    wire.hold(record_uuid, AbortSignal.any([stop.signal, sent.signal]));
    let before: number | null = null;
    const sending = wire.send(file, {
      project_id: find(key)?.project_id ?? '',
      upload_url,
      signal: stop.signal,
      onProgress: (sent_bytes) => {
        if (stop.signal.aborted) return;
        // The first figure is where it goes on from: those bytes were sent some other time.
        if (before !== null && sent_bytes > before) {
          speed.add(sent_bytes - before);
          work.attempts = 0;
          work.gone = 0;
        }
        before = sent_bytes;
        tellLater(key, { sent_bytes });
      },
    });
    await sending.finally(() => sent.abort());
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
      record.message ?? (record.status === 'canceled' ? '这个上传在别处取消了' : '服务器没有收下这个文件');
    change(key, { state: 'failed', message });
  };

  const newWork = (file: File): Work => ({
    file,
    upload_url: null,
    stop: new AbortController(),
    sha256: null,
    giveUp: new AbortController(),
    attempts: 0,
    gone: 0,
    is_retry: false,
    wake: () => {},
  });

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
  source_url: null,
  task_id: null,
  material: null,
  has_handle: false,
  batch: 0,
} as const;
