import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** Reads a file piece by piece and answers with its SHA-256; never more than one piece in memory. */
const PIECE = 4 * 1024 * 1024;

export type HashAnswer = { read_bytes: number } | { sha256: string } | { problem: string };

addEventListener('message', ({ data: file }: MessageEvent<File>) => {
  hash(file).then(
    (found) => tell({ sha256: found }),
    (error: Error) => tell({ problem: error.name }),
  );
});

async function hash(file: File): Promise<string> {
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
