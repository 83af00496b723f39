import { hashFile } from '#features/upload/hash-file.ts';
import { browserStore } from '#lib/browser-store.ts';
import { call } from '#lib/call.ts';
import { NetworkError } from '#lib/send.ts';
import { createTakeQueue, type KeptTake } from './take-queue.ts';

const QUIET = { is_quiet: true };
const kept = browserStore<KeptTake>('shooting', 'takes');
// Typed as always there, but undefined outside secure contexts.
const locks = navigator.locks as LockManager | undefined;
const forever = () => new AbortController().signal;

/** Not with the first page, which has to open on a bad network; but before there is anything to send. */
export async function prepareSending() {
  try {
    return await import('#features/upload/send-by-tus.ts');
  } catch (error) {
    throw new NetworkError(error);
  }
}

/** The takes of this phone. */
export const takes = createTakeQueue({
  start: (code, given) => call('storyPhone.startTake', { code, ...given }, QUIET),
  end: (code, given) => call('storyPhone.endTake', { code, ...given }, QUIET),
  send: async (blob, { upload_url, token, chunk_size }, onProgress) => {
    const { sendByTus } = await prepareSending();
    await sendByTus(blob, { upload_url: upload_url ?? '', token, chunk_size, signal: forever(), onProgress });
  },
  hash: (blob) => hashFile(blob, { signal: forever(), onProgress: () => {} }),
  keep: async (take) => (await kept.put(take.take_id, take)) === true,
  read: (take_id) => kept.get(take_id),
  all: async () => (await kept.all()) ?? [],
  drop: async (take_id) => void (await kept.remove(take_id)),
  alone: (run) => (locks ? locks.request('shooting takes', run) : run()),
});

void takes.load();
window.addEventListener('online', () => takes.wake());
window.addEventListener('beforeunload', (event) => {
  // Kept or not, whoever leaves now should know that something is on its way.
  if (takes.store.getState().takes.some(({ state }) => state === 'sending')) event.preventDefault();
});
