import { extensionOf, IMAGE_SIDE_MAX } from '@mixreel/contract';
import { useStore } from 'zustand';
import { call } from '#lib/call.ts';
import { imageProblem } from '#lib/image-check.ts';
import type { UploadsState } from './board.ts';
import { createEngine } from './engine.ts';
import { hashFile } from './hash-file.ts';
import { dropHandle, fileOfHandle, keptHandles } from './kept-handles.ts';
import { sendFile } from './send-file.ts';
import { isMoving, type UploadItem } from './upload-item.ts';
import { tellUploaded } from './uploaded.ts';

const LOCK = 'upload ';
const QUIET = { is_quiet: true };

// Typed as always there, but undefined outside secure contexts.
const locks = navigator.locks as LockManager | undefined;

/** The uploads of this page; they go on while the person walks through the others. */
export const uploads = createEngine(
  {
    start: (input) => call('upload.start', input, QUIET),
    end: (input) => call('upload.end', input, QUIET),
    read: async (record_uuids) => (await call('upload.read', { record_uuids }, QUIET)).items,
    forget: async (record_uuids) => {
      for (const record_uuid of record_uuids) void dropHandle(record_uuid);
      await call('upload.forget', { record_uuids }, QUIET);
    },
    send: sendFile,
    hash: hashFile,
    // Few browsers open what iPhones take; the server says whether it can.
    pictureProblem: async (file) =>
      extensionOf(file.name) === '.heic' ? null : imageProblem(file, { width: IMAGE_SIDE_MAX, height: IMAGE_SIDE_MAX }),
    hold: (record_uuid, signal) => {
      const until = () => new Promise<void>((done) => signal.addEventListener('abort', () => done(), { once: true }));
      if (!signal.aborted) locks?.request(LOCK + record_uuid, until).catch(() => {});
    },
    isOnline: () => navigator.onLine,
  },
  {
    onDone: (record) => {
      void dropHandle(record.record_uuid);
      tellUploaded(record);
    },
  },
);

window.addEventListener('online', () => uploads.wake());
window.addEventListener('beforeunload', (event) => {
  const { items } = uploads.store.getState();
  if (items.some((item) => isMoving(item) && uploads.hasFile(item.key))) event.preventDefault();
});

export function useUploads<T>(select: (state: UploadsState) => T): T {
  return useStore(uploads.store, select);
}

/** Reads what the server knows of a project's uploads: finished ones, and those that a reload has interrupted. */
export async function loadUploads(project_id: string): Promise<void> {
  const [{ items }, kept, held] = await Promise.all([
    call('upload.list', { project_id, page_size: 100 }, QUIET),
    keptHandles(),
    heldElsewhere(),
  ]);
  uploads.take(items.toReversed());
  for (const { key, record_uuid, state, bytes, sent_bytes } of uploads.store.getState().items) {
    if (!record_uuid || state !== 'needs_file') continue;
    if (held.has(record_uuid)) uploads.change(key, { state: 'elsewhere' });
    // Everything had arrived; only the last word was missing.
    else if (bytes > 0 && sent_bytes >= bytes) void endWithout(record_uuid);
    else if (kept.has(record_uuid)) {
      uploads.change(key, { has_handle: true });
      void goOn(key, { ask: false });
    }
  }
  uploads.follow();
}

/** Goes on with a file from before the reload, if the browser lets the page read it again. */
export async function goOn(key: string, { ask }: { ask: boolean }): Promise<boolean> {
  const item = uploads.store.getState().items.find((one) => one.key === key);
  const file = item?.record_uuid ? await fileOfHandle(item.record_uuid, { ask }) : null;
  if (!file) return false;
  uploads.attach(key, file);
  return true;
}

/** Fetches a link once more, in place of an attempt that failed. */
export async function fetchAgain(item: Pick<UploadItem, 'key' | 'project_id' | 'source_url' | 'material_sub_type'>) {
  const { key, project_id, source_url, material_sub_type } = item;
  if (!source_url) return;
  const { records } = await call('upload.byUrl', { project_id, url: [source_url], material_sub_type });
  uploads.remove([key]);
  uploads.take(records);
  uploads.follow();
}

async function endWithout(record_uuid: string): Promise<void> {
  await call('upload.end', { record_uuid }, QUIET).then(
    (record) => uploads.take([record]),
    () => {},
  );
}

async function heldElsewhere(): Promise<Set<string>> {
  const { held = [] } = (await locks?.query()) ?? {};
  return new Set(held.flatMap(({ name }) => (name?.startsWith(LOCK) ? name.slice(LOCK.length) : [])));
}
