import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { type Readable, addAbortSignal } from 'node:stream';
import { isDiskFull } from './disk-full.ts';
import type { OwnDigest } from './running-digest.ts';
import { ContentTooLarge, CorruptContent, NoSpaceLeft, type PutOptions, type Stored } from './storage.ts';

const ROOM_CHECK_BYTES = 64 * 1024 ** 2;

export type SpoolOptions = PutOptions & {
  /** Asked now and then while the file grows; throws `NoSpaceLeft` when it must not grow further. */
  requireRoom: () => Promise<void>;
};

/** Writes the source to a new file and waits until the disk has it. On any failure the caller removes the file. */
export async function spoolTo(path: string, source: Readable, options: SpoolOptions): Promise<Stored> {
  let file: FileHandle | undefined;
  try {
    file = await open(path, 'wx', 0o444);
    const target = file;
    const stored = await digest(source, options, (chunk) => target.writeFile(chunk));
    await file.sync();
    return stored;
  } catch (error) {
    source.destroy();
    throw isDiskFull(error) ? new NoSpaceLeft('No space left on the disk', { cause: error }) : error;
  } finally {
    await file?.close();
  }
}

/** Hashes a file where it lies, and waits until the disk has it. */
export async function digestFile(path: string, options: SpoolOptions): Promise<Stored> {
  const file = await open(path, 'r');
  try {
    const stored = await digest(file.createReadStream({ autoClose: false, highWaterMark: 1024 ** 2 }), options);
    await file.sync();
    return stored;
  } finally {
    await file.close();
  }
}

/** The digest of a file that was hashed while it was written, once the disk has it too. */
export async function takeDigest(path: string, digest: OwnDigest, { maxBytes }: SpoolOptions): Promise<Stored> {
  const { sha256, bytes } = digest;
  if (bytes > maxBytes) throw new ContentTooLarge(`More than ${maxBytes} bytes`);
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    if (size !== bytes) throw new CorruptContent(`${path} has ${size} bytes, but ${bytes} were hashed`);
    await file.sync();
    return { sha256, bytes };
  } finally {
    await file.close();
  }
}

async function digest(
  source: Readable,
  { maxBytes, signal, requireRoom }: SpoolOptions,
  write?: (chunk: Buffer) => Promise<void>,
): Promise<Stored> {
  if (signal) addAbortSignal(signal, source);
  // The loop tells of errors, but lets go of a stream that does not close itself before it has said all of them: an
  // abort in that moment would end the process.
  source.on('error', () => {});
  const hash = createHash('sha256');
  let bytes = 0;
  let roomChecked = -1;
  for await (const piece of source as AsyncIterable<Buffer | string>) {
    const chunk = typeof piece === 'string' ? Buffer.from(piece) : piece;
    bytes += chunk.length;
    if (bytes > maxBytes) throw new ContentTooLarge(`More than ${maxBytes} bytes`);
    const part = Math.floor(bytes / ROOM_CHECK_BYTES);
    if (write && part > roomChecked) {
      await requireRoom();
      roomChecked = part;
    }
    const written = write?.(chunk);
    hash.update(chunk);
    await written;
  }
  return { sha256: hash.digest('hex'), bytes };
}
