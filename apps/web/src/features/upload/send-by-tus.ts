import { type DetailedError, Upload } from 'tus-js-client';
import { addressOf } from '#lib/app-config.ts';
import { SendError } from './upload-wire.ts';

const STALLED_MS = 60_000;

type Sending = {
  upload_url: string;
  token: string;
  chunk_size: number;
  signal: AbortSignal;
  /** How many bytes the server will have, the ones on the wire included. */
  onProgress: (bytes: number) => void;
};

/** One go at sending the rest of a file. Ends when the server has all; throws SendError or the signal's reason. */
export async function sendByTus(
  file: Blob,
  { upload_url, token, chunk_size, signal, onProgress }: Sending,
): Promise<void> {
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
      onError: (error) => end(() => fail(judge(error))),
    });
    signal.addEventListener('abort', () => cut(signal.reason as Error), { signal: over.signal });
    window.addEventListener('offline', lose, { signal: over.signal });
    upload.start();
  });
}

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
