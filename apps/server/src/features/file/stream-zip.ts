import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { archiveNames } from './archive-names.ts';

/** One file of an archive: opened only when its turn comes. */
export type ZipEntry = { folder?: string; name: string; bytes: number; modified_at: string; open(): Promise<Readable> };

/**
 * An archive as it is written, never whole in memory or on disk. Videos do not shrink, so nothing is compressed, and
 * the size is known before the first byte: browsers show how far a download is.
 */
export async function streamZip(entries: ZipEntry[]): Promise<{ stream: Readable; bytes: number }> {
  const zip = new ZipFile();
  const stream = zip.outputStream as Readable;
  zip.on('error', (error: Error) => stream.destroy(error));
  const names = archiveNames(
    entries.map(({ folder, name }) => `${folder ? `${folder}/` : ''}${name.replaceAll('/', '_')}`),
  );
  for (const [n, { bytes, modified_at, open }] of entries.entries()) {
    const options = { size: bytes, compress: false, mtime: new Date(modified_at) };
    zip.addReadStreamLazy(names[n] ?? '', options, (give) => {
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
