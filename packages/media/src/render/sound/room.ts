/**
 * Memory for samples that is used again. A mix of twenty seconds takes some twenty megabytes outside of the heap; asked for
 * anew each time, each such growth makes V8 look through all of the heap.
 */
export type Room = {
  /** Samples of any value. */
  take(length: number): Float32Array;
  /** Nobody looks at them any more. What is not given back is let go. */
  give(samples: Float32Array): void;
};

/** Sounds of nearly the same length then fit in each other's place. */
const STEP_BYTES = 2 ** 20;

/** Keeps so many bytes at most while nobody uses them. */
export function openRoom(mostBytes: number): Room {
  const free: ArrayBuffer[] = [];
  let kept = 0;
  return {
    take(length) {
      const bytes = length * Float32Array.BYTES_PER_ELEMENT;
      const fitting = free.filter(({ byteLength }) => byteLength >= bytes);
      const [least] = fitting.toSorted((a, b) => a.byteLength - b.byteLength);
      if (least) {
        free.splice(free.indexOf(least), 1);
        kept -= least.byteLength;
      }
      const buffer = least ?? new ArrayBuffer(Math.max(1, Math.ceil(bytes / STEP_BYTES)) * STEP_BYTES);
      return new Float32Array(buffer, 0, length);
    },
    give({ buffer }) {
      if (!(buffer instanceof ArrayBuffer) || free.includes(buffer) || kept + buffer.byteLength > mostBytes) return;
      free.push(buffer);
      kept += buffer.byteLength;
    },
  };
}
