import { open } from 'node:fs/promises';
import type { InferenceSession } from 'onnxruntime-node';
import { lengthField } from '#runtime/protobuf.ts';

/** How every model is run; `more` are settings of the runtime for this one. */
export function sessionOptions(threads: number, more: Record<string, string> = {}): InferenceSession.SessionOptions {
  return {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    // The arena keeps what the longest input needed, 250 MB for speech, and gains nothing measurable there; see KEPT.
    enableCpuMemArena: false,
    // Threads that wait by spinning cost a third more CPU, and starve on a busy machine.
    extra: { session: { intra_op: { allow_spinning: '0' }, ...more } },
    logSeverityLevel: 3,
  };
}

/**
 * For networks whose layers take megabytes each: their memory is kept between layers and pictures. Given back, it is cleared by the
 * kernel time and again, which was up to two thirds of the work. More than what they need at their height is never kept.
 */
export const KEPT = { enableCpuMemArena: true, enableMemPattern: false };

/**
 * A model file in memory, with one more of its inner values as an output.
 *
 * Protobuf lets a message be continued: fields that follow are merged into those before. So a graph that only names
 * the output, put behind the file, adds it without reading or rewriting what is there.
 */
export async function withOutput(path: string, name: string): Promise<Uint8Array> {
  // ModelProto.graph = 7, GraphProto.output = 12, ValueInfoProto.name = 1, .type = 2, tensor_type = 1, elem_type = 1.
  const type = lengthField(2, lengthField(1, Buffer.from([0x08, 1])));
  const addition = lengthField(7, lengthField(12, Buffer.concat([lengthField(1, Buffer.from(name)), type])));
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const bytes = Buffer.allocUnsafeSlow(size + addition.length);
    for (let at = 0; at < size;) {
      const { bytesRead } = await file.read(bytes, at, Math.min(size - at, 2 ** 27), at);
      if (bytesRead === 0) throw new Error(`${path} ends early`);
      at += bytesRead;
    }
    addition.copy(bytes, size);
    return bytes;
  } finally {
    await file.close();
  }
}
