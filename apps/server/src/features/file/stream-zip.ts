import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** One file of an archive: opened only when its turn comes. */
export type ZipEntry = { name: string; bytes: number; modified_at: string; open(): Promise<Readable> };

/**
 * An archive as it is written, never whole in memory or on disk. Videos do not shrink, so nothing is compressed, and
 * the size is known before the first byte: browsers show how far a download is.
 */
export async function streamZip(entries: ZipEntry[]): Promise<{ stream: Readable; bytes: number }> {
  const zip = new ZipFile();
  const stream = zip.outputStream as Readable;
  zip.on('error', (error: Error) => stream.destroy(error));
  for (const { name, bytes, modified_at, open } of withOwnNames(entries)) {
    const options = { size: bytes, compress: false, mtime: new Date(modified_at) };
    zip.addReadStreamLazy(name, options, (give) => {
      open().then(
        (opened) => give(null, opened),
        (error: unknown) => give(error, stream),
      );
    });
  }
  const bytes = await new Promise<number>((done) => {
    zip.end({ forceZip64Format: false, comment: '' }, (...sizes: unknown[]) => done(Number(sizes[0])));
  });
  return { stream, bytes };
}

/** `镜头.mp4`, `镜头 (2).mp4`: nothing is lost when the archive is unpacked, on any system. */
function withOwnNames<T extends { name: string }>(entries: T[]): T[] {
  const taken = new Set<string>();
  return entries.map((entry) => {
    const safe = safeName(entry.name);
    const dot = safe.lastIndexOf('.');
    const [stem, extension] = dot > 0 ? [safe.slice(0, dot), safe.slice(dot)] : [safe, ''];
    let name = safe;
    for (let n = 2; taken.has(name.toLowerCase()); n += 1) name = `${stem} (${n})${extension}`;
    taken.add(name.toLowerCase());
    return { ...entry, name };
  });
}

/** A name that no system takes for a folder, a device or a command to leave the folder. */
function safeName(name: string): string {
  const clean = name
    .toWellFormed()
    .replace(/[\\/:*?"<>|\p{Cc}\u202A-\u202E\u2066-\u2069]/gu, '_')
    .replace(/^[.\s]+|[.\s]+$/g, '');
  return /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(clean) ? `_${clean}` : clean || '未命名';
}
