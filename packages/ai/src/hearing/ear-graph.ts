import type { EarWeights, Rounded } from '#hearing/ear-weights.ts';
import { type Graph, type GraphNode, type GraphWeights, toOnnx } from '#vision/onnx-graph.ts';

/** How many numbers of a row each head of attention looks at; so it is in every size of this family. */
export const HEAD = 64;

/** Where steps are found that the runtime has of its own. */
const CONTRIB = 'com.microsoft';
/** What flows through is rounded to 8 bits by so many numbers at once, each with a scale of its own. */
const BLOCK = 64;
/** The level of exactness of a product that multiplies whole numbers of 8 bits. */
const IN_BYTES = 4;
const EPSILON = 1e-5;

/** A matrix of 8 bits as products take it: a row for each number that comes out. */
type Table = { name: string; from: number; to: number; rounded: Rounded };

type Learnt = { of: EarWeights; place: string };
type StepOptions = Pick<GraphNode, 'ints' | 'floats'> & { outputs?: string[] | undefined; isContrib?: boolean };
type ProductOptions = { bias?: string; outputs?: string[] };

/**
 * A graph to be written with the weights of an ear. Each function adds steps and gives the name of what comes out.
 *
 * With few rows a product waits for its weights, and as bytes they come four times as soon. With many it waits for arithmetic,
 * and is `isExact`: without rounding what flows through, and on processors that know no sums of bytes in half the time.
 */
export function openEarGraph(ear: EarWeights, { isExact = false } = {}) {
  const nodes: GraphNode[] = [];
  const weights = new Map<string, GraphWeights>();
  let made = 0;

  function hold(name: string, shape: number[], data: GraphWeights['data']): string {
    weights.set(name, { name, shape, data });
    return name;
  }
  function whole(name: string, values: number[]): string {
    return hold(name, [values.length], BigInt64Array.from(values, BigInt));
  }
  function plain(name: string): string {
    const { shape, data } = ear.plain(name);
    return hold(name, shape, data);
  }
  function step(op: string, inputs: string[], { outputs, isContrib, ...more }: StepOptions = {}): string {
    const to = outputs ?? [`step${(made += 1)}`];
    nodes.push({ op, inputs, outputs: to, ...(isContrib && { domain: CONTRIB }), ...more });
    return to[0]!;
  }

  /** Sources below each other as one matrix: what takes the same is multiplied by all of them at once. */
  function stack(name: string, sources: Rounded[]): Table {
    const [, from = 0] = sources[0]!.shape;
    const to = sources.reduce((sum, { shape }) => sum + shape[0]!, 0);
    const blocks = from / BLOCK;
    const bytes = new Uint8Array(to * from);
    const scales = new Float32Array(to * blocks);
    const zeros = new Uint8Array(to * blocks);
    let row = 0;
    for (const { shape, bytes: part, scale, zero } of sources) {
      const end = row + shape[0]!;
      bytes.set(part, row * from);
      scales.fill(scale, row * blocks, end * blocks);
      zeros.fill(zero, row * blocks, end * blocks);
      row = end;
    }
    hold(name, [to, blocks, BLOCK], bytes);
    hold(`${name}:scales`, [to, blocks], scales);
    hold(`${name}:zeros`, [to, blocks], zeros);
    return { name, from, to, rounded: sources[0]! };
  }

  function product({ name, from, to }: Table, value: string, { bias = '', outputs }: ProductOptions = {}): string {
    const ints = { K: from, N: to, bits: 8, block_size: BLOCK, accuracy_level: IN_BYTES };
    const inputs = [value, name, `${name}:scales`, `${name}:zeros`, '', bias];
    return step('MatMulNBits', inputs, { isContrib: true, ints, outputs });
  }

  /** A layer of weights, or several side by side, with what they add. */
  function multiply(places: string[], value: string, of = ear): string {
    const name = places.join('+');
    const sources = places.map((place) => {
      const rounded = of.rounded(place);
      return isQuestion(place) ? { ...rounded, scale: rounded.scale * HEAD ** -0.5 } : rounded;
    });
    const biases = sources.map(({ shape }, i) => biasOf({ of, place: places[i]! }, shape[1]!));
    const added = joined(biases);
    const bias = hold(`${name}:bias`, [added.length], added);
    if (!isExact) return product(stack(name, sources.map(turned)), value, { bias });
    const matrix = step(
      'Concat',
      places.map((place, i) => floats(place, sources[i]!)),
      { ints: { axis: 1 } },
    );
    return step('Add', [step('MatMul', [value, matrix]), bias]);
  }

  /** Bytes as what they stand for. Where nothing else goes in, the runtime does so once, when it opens the graph. */
  function floats(name: string, { shape, bytes, zero, scale }: Rounded): string {
    return step('DequantizeLinear', [
      hold(name, shape, bytes),
      hold(`${name}:scale`, [], Float32Array.of(scale)),
      hold(`${name}:zero`, [], Uint8Array.of(zero)),
    ]);
  }

  function norm(name: string, value: string): string {
    const inputs = [value, plain(`${name}.weight`), plain(`${name}.bias`)];
    return step('LayerNormalization', inputs, { ints: { axis: -1 }, floats: { epsilon: EPSILON } });
  }
  function gelu(value: string): string {
    return step('Gelu', [value], { isContrib: true });
  }

  return {
    step,
    hold,
    whole,
    plain,
    product,
    multiply,
    norm,
    gelu,

    /** A table whose rows are words, as the file has it. */
    table: (place: string) => stack(place, [ear.rounded(place)]),

    /** The second half of a layer, by its place: what was seen is thought over and added. */
    think(place: string, value: string): string {
      const wide = gelu(multiply([`${place}.fc1`], norm(`${place}.final_layer_norm`, value)));
      return step('Add', [value, multiply([`${place}.fc2`], wide)]);
    },

    close(inputs: Graph['inputs'], outputs: string[]): Uint8Array {
      return toOnnx({ nodes, weights: [...weights.values()], inputs, outputs });
    },
  };
}

function biasOf({ of, place }: Learnt, size: number): Float32Array {
  // A bias to keys would add the same to every place that is looked at, so they have none.
  if (place.endsWith('k_proj')) return new Float32Array(size);
  const { data } = of.plain(`${place}.bias`);
  return isQuestion(place) ? data.map((value) => value * HEAD ** -0.5) : data;
}

/** Questions of attention are made small where they are made: once, and not for every place they are held against. */
function isQuestion(place: string): boolean {
  return place.endsWith('q_proj');
}

/** Files have a column for each number that comes out. Turned in squares that fit the processor's nearest memory. */
function turned({ shape, bytes, zero, scale }: Rounded): Rounded {
  const [from = 0, to = 0] = shape;
  const rows = new Uint8Array(bytes.length);
  for (let top = 0; top < from; top += BLOCK) {
    for (let left = 0; left < to; left += BLOCK) {
      for (let k = top; k < Math.min(top + BLOCK, from); k += 1) {
        for (let n = left; n < Math.min(left + BLOCK, to); n += 1) rows[n * from + k] = bytes[k * to + n]!;
      }
    }
  }
  return { shape: [to, from], bytes: rows, zero, scale };
}

function joined(parts: Float32Array[]): Float32Array {
  const whole = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
