import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** Reads a file piece by piece and answers with its SHA-256; of a large one never more than one piece is in memory. */
const PIECE = 4 * 1024 * 1024;
/** The browser's own is ten times as fast, wants the whole at once, and is there only over https and on this machine. */
const WHOLE_MOST = 64 * 1024 * 1024;

export type HashAnswer = { read_bytes: number } | { sha256: string } | { problem: string };

addEventListener('message', ({ data: file }: MessageEvent<Blob>) => {
  hash(file).then(
    (found) => tell({ sha256: found }),
    (error: Error) => tell({ problem: error.name }),
  );
});

async function hash(file: Blob): Promise<string> {
  if (isSecureContext && file.size <= WHOLE_MOST) {
    return bytesToHex(new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer())));
  }
  const state = sha256.create();
  for (let at = 0; at < file.size; at += PIECE) {
    state.update(new Uint8Array(await file.slice(at, at + PIECE).arrayBuffer()));
    tell({ read_bytes: Math.min(at + PIECE, file.size) });
  }
  return bytesToHex(state.digest());
}

function tell(answer: HashAnswer): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- to the page that made the worker
  postMessage(answer);
}
