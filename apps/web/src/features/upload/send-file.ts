import { type DetailedError, Upload } from 'tus-js-client';
import { addressOf } from '#lib/app-config.ts';
import { call, type OutputOf } from '#lib/call.ts';
import { byFreeLine } from './upload-lines.ts';
import { SendError, type UploadWire } from './upload-wire.ts';

type Pass = OutputOf<'upload.authToken'>;

const EARLY_MS = 60_000;
const STALLED_MS = 60_000;
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
  await new Promise<void>((done, fail) => {
    const over = new AbortController();
    const end = (finish: () => void) => {
      over.abort();
      clearTimeout(stalled);
      finish();
    };
    const cut = (reason: Error) => {
      void upload.abort().catch(() => {});
      end(() => fail(reason));
    };
    // A network that is gone is mostly noticed by nobody: the connection just stays silent.
    const lose = () => cut(new SendError(null, ''));
    let stalled = setTimeout(lose, STALLED_MS);
    const upload = new Upload(file, {
      uploadUrl: new URL(upload_url, new URL(addressOf('/'), window.location.href)).href,
      headers: { authorization: `Bearer ${token}` },
      chunkSize: chunk_size,
      // When and how often to try again is the queue's business.
      retryDelays: null,
      storeFingerprintForResuming: false,
      onProgress: (bytes) => {
        clearTimeout(stalled);
        stalled = setTimeout(lose, STALLED_MS);
        onProgress(bytes);
      },
      onSuccess: () => end(done),
      onError: (error) => {
        passes.delete(project_id);
        end(() => fail(judge(error)));
      },
    });
    signal.addEventListener('abort', () => cut(signal.reason as Error), { signal: over.signal });
    window.addEventListener('offline', lose, { signal: over.signal });
    upload.start();
  });
};

function judge(error: Error | DetailedError): Error {
  if (!('originalRequest' in error)) return error;
  const { originalResponse } = error;
  if (!originalResponse) return isUnreadable(error) ? error : new SendError(null, '', error);
  return new SendError(originalResponse.getStatus(), wordsOf(originalResponse.getBody()), error);
}

/** A file that changed on the disk fails where it is read; tus passes that on as it is. */
function isUnreadable(error: DetailedError): boolean {
  return error.causingError instanceof DOMException;
}

function wordsOf(body: string): string {
  try {
    return (JSON.parse(body) as { message?: string }).message ?? '';
  } catch {
    return /[\u4e00-\u9fff]/.test(body) ? body.trim() : '';
  }
}
