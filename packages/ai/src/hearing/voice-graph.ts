import { floatsOf, readOnnxWeights } from '#runtime/onnx-weights.ts';
import { type GraphNode, type GraphWeights, toOnnx } from '#vision/onnx-graph.ts';

/** How many numbers the detector remembers of what it heard before, twice. */
export const REMEMBERED = 128;
/** So many numbers of a window are of the sound: its own, and some on either side. */
export const SOUND = 640;

/** Where the file keeps what it has learnt for sound at 16 kHz. */
const KNOWN = 'If_0_then_branch__Inline_0__';
/** Waves: real parts, then imaginary ones. */
const WAVES = 129;
const STRIDES = [1, 2, 2, 1];
/** Gates come as input, forget, candidate, output; the runtime wants input, output, forget, candidate. */
const GATES = [0, 3, 1, 2];

/**
 * The voice detector of a file, for many windows at once. The file takes one and says what it remembers; here what is heard
 * in each is found for all of them together, and only the remembering goes from one to the next, inside one step.
 */
export async function voiceGraph(path: string): Promise<Uint8Array> {
  const { learnt } = await readOnnxWeights(path);
  const nodes: GraphNode[] = [];
  const weights: GraphWeights[] = [];

  function floats(name: string): { shape: number[]; data: Float32Array } {
    const found = learnt.get(KNOWN + name);
    if (!found) throw new Error(`${path} has no ${name}`);
    return { shape: found.shape, data: floatsOf(found) };
  }
  function hold(name: string, { shape, data }: Pick<GraphWeights, 'shape' | 'data'> = floats(name)): string {
    weights.push({ name, shape, data });
    return name;
  }
  const whole = (name: string, values: number[]) =>
    hold(name, { shape: [values.length], data: BigInt64Array.from(values, BigInt) });
  function step(op: string, inputs: string[], more: Pick<GraphNode, 'ints'> & { outputs?: string[] } = {}): string {
    const { outputs = [`step${nodes.length}`], ...rest } = more;
    nodes.push({ op, inputs, outputs, ...rest });
    return outputs[0]!;
  }
  /** Gates in another order, for all that is weighed: each has as many rows as there are numbers remembered. */
  function gates(names: string[], size: number): GraphWeights['data'] {
    const part = REMEMBERED * size;
    const sources = names.map((name) => floats(name).data);
    return Float32Array.from(
      sources.flatMap((data) => GATES.flatMap((gate) => [...data.subarray(gate * part, (gate + 1) * part)])),
    );
  }

  const waves = step('Conv', ['sound', hold('stft.forward_basis_buffer')], { ints: { strides: [128] } });
  const halves = ['real', 'imaginary'];
  step('Split', [waves, whole('halves', [WAVES, WAVES])], { outputs: halves, ints: { axis: 1 } });
  const squares = halves.map((half) => step('Mul', [half, half]));
  let value = step('Sqrt', [step('Add', squares)]);
  for (const [n, stride] of STRIDES.entries()) {
    const learned = ['weight', 'bias'].map((what) => hold(`encoder.${n}.reparam_conv.${what}`));
    value = step('Relu', [step('Conv', [value, ...learned], { ints: { strides: [stride], pads: [1, 1] } })]);
  }
  const inputs = [
    step('Transpose', [value], { ints: { perm: [0, 2, 1] } }),
    hold('heard', { shape: [1, 4 * REMEMBERED, REMEMBERED], data: gates(['decoder.rnn.weight_ih'], REMEMBERED) }),
    hold('known', { shape: [1, 4 * REMEMBERED, REMEMBERED], data: gates(['decoder.rnn.weight_hh'], REMEMBERED) }),
    hold('added', { shape: [1, 8 * REMEMBERED], data: gates(['decoder.rnn.bias_ih', 'decoder.rnn.bias_hh'], 1) }),
    '',
    'memory',
    'cell',
  ];
  const outputs = ['told', 'next_memory', 'next_cell'];
  const told = step('LSTM', inputs, { outputs, ints: { hidden_size: REMEMBERED } });
  const each = step('Relu', [step('Reshape', [told, whole('each', [-1, REMEMBERED, 1])])]);
  const last = ['decoder.decoder.2.weight', 'decoder.decoder.2.bias'].map((name) => hold(name));
  step('Sigmoid', [step('Conv', [each, ...last])], { outputs: ['chances'] });
  return toOnnx({
    nodes,
    weights,
    inputs: [
      { name: 'sound', shape: ['windows', 1, SOUND] },
      { name: 'memory', shape: [1, 1, REMEMBERED] },
      { name: 'cell', shape: [1, 1, REMEMBERED] },
    ],
    outputs: ['chances', 'next_memory', 'next_cell'],
  });
}
