import { type InferenceSession, Tensor } from 'onnxruntime-node';
import { HEAD } from '#hearing/ear-graph.ts';
import { collectGarbage } from '#runtime/collect.ts';

/** What was heard in windows, as the layers that write look at it. */
export type Heard = { windows: number; tensors: Tensors };
type Tensors = Record<string, Tensor>;

/** What is likely next in each window, and what a head of a layer looked at when it said so. */
export type Pass = { chances: Float32Array[]; look: (window: number, layer: number, head: number) => Float32Array };

/** Goes on writing in several windows at a time: one pass through the weights serves all of them. */
export type Writing = {
  /** The same count of fresh tokens for each window. */
  pass(tokens: number[][]): Promise<Pass>;
  /** A window is written. It changes places with the last one, also in what was heard, which is asked no more. */
  leave(window: number): void;
};
export type Writer = { begin(heard: Heard): Writing };

/** The writing graph of an ear whose rows are `width` numbers wide. */
export function openWriter(session: Pick<InferenceSession, 'inputNames' | 'run'>, width: number): Writer {
  const memories = session.inputNames.filter((name) => name.startsWith('past.'));
  const heads = width / HEAD;

  return {
    begin(heard) {
      let { windows } = heard;
      let sound = heard.tensors;
      let before = 0;
      let past: Tensors = Object.fromEntries(
        memories.map((name) => [name, new Tensor('float32', new Float32Array(0), [windows, heads, 0, HEAD])]),
      );

      return {
        async pass(tokens) {
          const fresh = tokens[0]!.length;
          const places = Array.from({ length: fresh }, (_, i) => BigInt(before + i));
          const result = await session.run({
            ...sound,
            ...past,
            tokens: new Tensor('int64', BigInt64Array.from(tokens.flat(), BigInt), [windows, fresh]),
            places: new Tensor('int64', places, [fresh]),
            mask: maskOf(before, fresh),
          });
          past = Object.fromEntries(memories.map((name) => [name, result[name.replace('past', 'kept')]!]));
          before += fresh;
          return {
            chances: tokens.map((_, window) => partOf(result['chances']!, window)),
            look: (window, layer, head) => partOf(result[`looks.${layer}`]!, window, head),
          };
        },

        leave(window) {
          windows -= 1;
          for (const tensor of Object.values(past)) partOf(tensor, window).set(partOf(tensor, windows));
          for (const tensor of Object.values(sound)) swap(partOf(tensor, window), partOf(tensor, windows));
          past = firstOf(past, windows);
          sound = firstOf(sound, windows);
        },
      };
    },
  };
}

/** Hears windows one after the other, and puts what was heard in them behind each other. */
export async function hearEach(windows: number, hear: (window: number) => Promise<Tensors>): Promise<Heard> {
  const tensors: Tensors = {};
  for (let window = 0; window < windows; window += 1) {
    for (const [name, heard] of Object.entries(await hear(window))) {
      tensors[name] ??= new Tensor('float32', new Float32Array(windows * heard.size), [
        windows,
        ...heard.dims.slice(1),
      ]);
      partOf(tensors[name], window).set(heard.data as Float32Array);
    }
    collectGarbage();
  }
  return { windows, tensors };
}

/** One of several windows. */
export function windowOf({ tensors }: Heard, window: number): Heard {
  const alone = Object.entries(tensors).map(([name, tensor]) => [
    name,
    new Tensor('float32', partOf(tensor, window), [1, ...tensor.dims.slice(1)]),
  ]);
  return { windows: 1, tensors: Object.fromEntries(alone) as Tensors };
}

/** A token looks at itself and at those before it. */
function maskOf(before: number, fresh: number): Tensor {
  const all = before + fresh;
  const mask = new Float32Array(fresh * all);
  for (let row = 0; row < fresh; row += 1) mask.fill(-Infinity, row * all + before + row + 1, (row + 1) * all);
  return new Tensor('float32', mask, [fresh, all]);
}

function firstOf(tensors: Tensors, windows: number): Tensors {
  return Object.fromEntries(
    Object.entries(tensors).map(([name, { data, dims }]) => {
      const kept = (data as Float32Array).subarray(0, (data.length / dims[0]!) * windows);
      return [name, new Tensor('float32', kept, [windows, ...dims.slice(1)])];
    }),
  );
}

function swap(left: Float32Array, right: Float32Array): void {
  const kept = left.slice();
  left.set(right);
  right.set(kept);
}

/** The part of a tensor at a place of its first axes; the same numbers, not a copy of them. */
function partOf({ data, dims }: Tensor, ...at: number[]): Float32Array {
  let size = data.length;
  let from = 0;
  for (const [axis, place] of at.entries()) {
    size /= dims[axis]!;
    from += place * size;
  }
  return (data as Float32Array).subarray(from, from + size);
}
