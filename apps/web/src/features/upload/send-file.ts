import { call, type OutputOf } from '#lib/call.ts';
import { sendByTus } from './send-by-tus.ts';
import { byFreeLine } from './upload-lines.ts';
import type { UploadWire } from './upload-wire.ts';

type Pass = OutputOf<'upload.authToken'>;

const EARLY_MS = 60_000;
const passes = new Map<string, Promise<Pass>>();

/** The pass of a project, asked for once for all files and again when its end is near. */
export async function uploadPass(project_id: string, { is_fresh = false } = {}): Promise<Pass> {
  const known = is_fresh ? undefined : await passes.get(project_id)?.catch(() => undefined);
  if (known && Date.parse(known.expires_at) - Date.now() > EARLY_MS) return known;
  const asked = call('upload.authToken', { project_id }, { is_quiet: true });
  passes.set(project_id, asked);
  asked.catch(() => passes.delete(project_id));
  return asked;
}

/** Sends what the server does not have yet by the tus protocol: asks how much that is, then piece after piece. */
export const sendFile: UploadWire['send'] = (file, given) => byFreeLine(given.signal, () => sendNow(file, given));

const sendNow: UploadWire['send'] = async (file, { project_id, upload_url, signal, onProgress }) => {
  const { token, chunk_size } = await uploadPass(project_id);
  signal.throwIfAborted();
  await sendByTus(file, { upload_url, token, chunk_size, signal, onProgress }).catch((error: unknown) => {
    if (!signal.aborted) passes.delete(project_id);
    throw error;
  });
};
