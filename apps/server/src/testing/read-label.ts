import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { expect } from 'vitest';
import type { TestApp } from './test-app.ts';

const run = promisify(execFile);

/**
 * The label in a file, by its name; null when there is none. Read by what shares nothing with whoever wrote it: ffprobe,
 * libvips, and a few lines for WAV.
 */
export async function labelIn(app: TestApp, name: string, bytes: Buffer): Promise<Record<string, string> | null> {
  const ending = extname(name);
  if (ending === '.jpg' || ending === '.png') {
    const { xmp } = await sharp(bytes).metadata();
    const text = /<TC260:AIGC>(.*?)<\/TC260:AIGC>/s.exec(xmp?.toString() ?? '')?.[1];
    return text ? (JSON.parse(text.replaceAll('&quot;', '"')) as Record<string, string>) : null;
  }
  if (ending === '.wav') return wavLabel(bytes);
  const path = app.scratch.file(ending);
  await writeFile(path, bytes);
  const { stdout } = await run(app.tools.ffprobePath, ['-v', 'error', '-show_format', '-of', 'json', path]);
  const { format } = JSON.parse(stdout) as { format: { tags?: { AIGC?: string } } };
  return format.tags?.AIGC ? (JSON.parse(format.tags.AIGC) as Record<string, string>) : null;
}

/** RIFF: four letters, four bytes of length, so many bytes, an even number of them. */
function wavLabel(bytes: Buffer): Record<string, string> | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  expect(view.getUint32(4, true)).toBe(bytes.length - 8);
  const chunks: Record<string, Buffer> = {};
  for (let at = 12; at < bytes.length;) {
    const length = view.getUint32(at + 4, true);
    chunks[bytes.toString('latin1', at, at + 4)] = bytes.subarray(at + 8, at + 8 + length);
    at += 8 + length + (length & 1);
  }
  expect(Object.keys(chunks)).toContain('data');
  return chunks['AIGC'] ? (JSON.parse(chunks['AIGC'].toString()) as Record<string, string>) : null;
}
