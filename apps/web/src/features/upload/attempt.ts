import type { UploadRecord } from '@mixreel/contract';
import type { Board } from './board.ts';
import { judgeFailure } from './judge-failure.ts';
import type { UploadWire } from './upload-wire.ts';

const LOOK_MS = 1500;

/** What an upload needs besides what is shown of it. */
export type Work = {
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

export function newWork(file: File): Work {
  return {
    file,
    upload_url: null,
    stop: new AbortController(),
    sha256: null,
    giveUp: new AbortController(),
    attempts: 0,
    gone: 0,
    is_retry: false,
    wake: () => {},
  };
}

/** `drop` forgets the work of a file that will not be sent. */
export type Needs = { wire: UploadWire; board: Board; drop: (key: string) => void };

/** The finished record; null when it was paused or given up, or has been answered for. */
export async function attempt(needs: Needs, key: string, work: Work): Promise<UploadRecord | null> {
  const { wire, board } = needs;
  const { find, change, tellLater } = board;
  const { file, stop, giveUp } = work;
  const isStopped = () => stop.signal.aborted;
  const item = find(key);
  if (!item) return null;
  if (item.material_type === 'image' && item.record_uuid === null) {
    const problem = await wire.pictureProblem(file);
    if (problem) {
      change(key, { state: 'refused', message: problem });
      needs.drop(key);
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
      relative_path: item.goal.path,
      ...(item.goal.dir_id && { dir_id: item.goal.dir_id }),
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
    const record = await readRecord(wire, item.record_uuid);
    const isRefused = record?.status === 'failed' && work.is_retry;
    if (!record || record.status === 'canceled' || isRefused) {
      if (isRefused) void wire.forget([item.record_uuid]).catch(() => {});
      work.is_retry = false;
      change(key, { record_uuid: null, sent_bytes: 0 });
      return attempt(needs, key, work);
    }
    if (record.status === 'completed' || record.status === 'failed') return record;
    work.upload_url = record.upload_url;
    tellLater(key, { sent_bytes: record.received_bytes });
  }

  const record_uuid = find(key)?.record_uuid;
  if (!record_uuid || isStopped()) return null;
  change(key, { state: 'sending', message: null });
  quietly();
  if (work.upload_url !== null) await sendBytes(needs, key, work, { record_uuid, upload_url: work.upload_url });
  if (isStopped()) return null;
  change(key, { state: 'verifying', sent_bytes: item.bytes });
  const sha256 = await hash();
  if (isStopped()) return null;
  let record = await wire.end({ record_uuid, sha256 });
  while (record.status === 'verifying' || record.status === 'uploading') {
    await new Promise((done) => setTimeout(done, LOOK_MS));
    if (isStopped()) return null;
    record = (await readRecord(wire, record_uuid)) ?? { ...record, status: 'canceled' };
  }
  return record;
}

/** Null when the server has none of that name any more. */
async function readRecord(wire: UploadWire, record_uuid: string): Promise<UploadRecord | null> {
  try {
    return (await wire.read([record_uuid]))[0] ?? null;
  } catch (error) {
    if (judgeFailure(error).kind === 'gone') return null;
    throw error;
  }
}

async function sendBytes(
  { wire, board }: Needs,
  key: string,
  work: Work,
  { record_uuid, upload_url }: { record_uuid: string; upload_url: string },
): Promise<void> {
  const { file, stop } = work;
  const sent = new AbortController();
  wire.hold(record_uuid, AbortSignal.any([stop.signal, sent.signal]));
  let before: number | null = null;
  const sending = wire.send(file, {
    project_id: board.find(key)?.project_id ?? '',
    upload_url,
    signal: stop.signal,
    onProgress: (sent_bytes) => {
      if (stop.signal.aborted) return;
      // The first figure is where it goes on from: those bytes were sent some other time.
      if (before !== null && sent_bytes > before) {
        board.addBytes(sent_bytes - before);
        work.attempts = 0;
        work.gone = 0;
      }
      before = sent_bytes;
      board.tellLater(key, { sent_bytes });
    },
  });
  await sending.finally(() => sent.abort());
}
