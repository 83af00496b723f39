import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { dirname, isAbsolute } from 'node:path';
import type { Reach } from '#ffmpeg/confine.ts';

/**
 * What a file of a stranger may be. Left out above all is whatever names other files to be read: playlists and
 * manifests (concat, hls, dash, imf, sdp, webm_dash_manifest), numbered pictures (image2), descriptions of sources
 * (lavfi), drawings (svg_pipe). ffmpeg chooses by the bytes and only then looks here, so a playlist behind a tag of MP3
 * is refused, too.
 */
const FORMATS = `
mov matroska avi asf flv mpegts
mp3 aac wav w64 flac ogg ape caf
jpeg_pipe png_pipe apng webp_pipe gif gif_pipe
`
  .trim()
  .replaceAll(/\s+/g, ',');
const PROTOCOLS = 'file,pipe';

/** Options whose value is a file of ours that ffmpeg reads. */
const READING = new Set(['-filter_complex_script', '-/filter_complex']);

/**
 * The same arguments, every input held to plain media in plain files, and the files that they name.
 *
 * An input with `-f` before it is one that we made or describe ourselves (raw samples, lavfi): nothing is guessed there.
 * Paths get the name of their protocol, or one that begins like `concat:` would be taken for another.
 */
export function guardArgs(args: string[]): { args: string[]; reach: Reach } {
  const guarded: string[] = [];
  const reach: Reach = { reads: [], writes: [], folders: [] };
  let format: string | undefined;
  for (let i = 0; i < args.length; i += 1) {
    const [word, next] = [args[i]!, args[i + 1]];
    if (word === '-i' && next !== undefined) {
      i += 1;
      if (format === 'lavfi') guarded.push(word, next);
      else {
        const told = format === undefined ? formatArgs(next) : [];
        guarded.push('-protocol_whitelist', PROTOCOLS, ...told, word, plainInput(next, reach));
      }
      format = undefined;
    } else if (READING.has(word) && next !== undefined) {
      i += 1;
      reach.reads.push(next);
      guarded.push(word, next);
    } else if (isAbsolute(word)) {
      // A number in the name stands for many files.
      if (word.includes('%')) reach.folders.push(dirname(word));
      else reach.writes.push(word);
      guarded.push(`file:${word}`);
      format = undefined;
    } else {
      if (word === '-f') format = next;
      guarded.push(word);
    }
  }
  return { args: guarded, reach };
}

/** JPEG is told by its bytes: with the name of one, ffmpeg prefers to look for a numbered sequence. */
function formatArgs(path: string): string[] {
  return isJpeg(path) ? ['-f', 'jpeg_pipe'] : ['-format_whitelist', FORMATS];
}

function isJpeg(path: string): boolean {
  // A pipe would wait for its writer.
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return false;
  const head = Buffer.alloc(3);
  const file = openSync(path, 'r');
  try {
    readSync(file, head, 0, 3, 0);
  } finally {
    closeSync(file);
  }
  return head.equals(Buffer.from([0xff, 0xd8, 0xff]));
}

function plainInput(path: string, reach: Reach): string {
  if (path === 'pipe:0') return path;
  if (!isAbsolute(path)) throw new Error(`An input is an absolute path, not ${path}`);
  reach.reads.push(path);
  return `file:${path}`;
}
