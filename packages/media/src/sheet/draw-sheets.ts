import type { SheetWork } from '#sheet/draw-one.ts';
import { inThread, type ThreadOptions } from '#sheet/in-thread.ts';

/** Draws pictures, one after another. */
export async function drawSheets(works: SheetWork[], options: ThreadOptions = {}): Promise<Buffer[]> {
  const script = new URL('./draw.worker.ts', import.meta.url);
  const drawn = await inThread<Uint8Array>(script, works, works.length, options);
  return drawn.map((bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
}
