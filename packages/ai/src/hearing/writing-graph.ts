import { HEAD, openEarGraph } from '#hearing/ear-graph.ts';
import type { EarWeights } from '#hearing/ear-weights.ts';
import { FRAMES } from '#hearing/mel.ts';

const FLOAT = 1;
/** Places in a window that can be looked at: listening makes one of two frames. */
const HEARD = FRAMES / 2;

/**
 * What writes down: the fresh tokens of several windows go in with what was kept of those before, and how likely each
 * word is next comes out, with what the `watched` layers looked at when they chose the last one.
 */
export function writingGraph(ear: EarWeights, watched: number[]): Uint8Array {
  const { step, hold, whole, plain, product, table, multiply, norm, think, close } = openEarGraph(ear);
  const heads = ear.width / HEAD;
  const apart = whole('apart', [0, 0, heads, HEAD]);
  const flat = whole('flat', [0, 0, ear.width]);
  const last = hold('last', [], BigInt64Array.of(-1n));
  const words = table('embed_tokens');

  const split = (rows: string) => step('Transpose', [step('Reshape', [rows, apart])], { ints: { perm: [0, 2, 1, 3] } });
  const together = (rows: string) =>
    step('Reshape', [step('Transpose', [rows], { ints: { perm: [0, 2, 1, 3] } }), flat]);

  function wordsAt(tokens: string): string {
    const bytes = step('Reshape', [step('Gather', [words.name, tokens], { ints: { axis: 0 } }), flat]);
    const moved = step('Sub', [
      step('Cast', [bytes], { ints: { to: FLOAT } }),
      hold('zero', [], Float32Array.of(words.rounded.zero)),
    ]);
    return step('Mul', [moved, hold('scale', [], Float32Array.of(words.rounded.scale))]);
  }

  /** What the windows' own tokens say to each other. */
  function recall(layer: number, value: string): string {
    const place = `layers.${layer}.self_attn`;
    const asked = ['q_proj', 'k_proj', 'v_proj'].map((what) => `${place}.${what}`);
    const parts = ['q', 'k', 'v'].map((what) => `fresh.${layer}.${what}`);
    step('Split', [multiply(asked, norm(`${place}_layer_norm`, value))], { outputs: parts, ints: { axis: 2 } });
    const [question = '', key = '', worth = ''] = parts.map(split);
    const kept = (
      [
        ['key', key],
        ['value', worth],
      ] as const
    ).map(([what, fresh]) =>
      step('Concat', [`past.${layer}.${what}`, fresh], { outputs: [`kept.${layer}.${what}`], ints: { axis: 2 } }),
    );
    const likeness = step('FusedMatMul', [question, kept[0]!], { isContrib: true, ints: { transB: 1 } });
    const looks = step('Softmax', [step('Add', [likeness, 'mask'])], { ints: { axis: -1 } });
    const seen = together(step('MatMul', [looks, kept[1]!]));
    return step('Add', [value, multiply([`${place}.out_proj`], seen)]);
  }

  /** What they find in the sound. */
  function listen(layer: number, value: string): string {
    const place = `layers.${layer}.encoder_attn`;
    const question = split(multiply([`${place}.q_proj`], norm(`${place}_layer_norm`, value)));
    const likeness = step('MatMul', [question, `heard.${layer}.key`]);
    const looks = step('Softmax', [likeness], { ints: { axis: -1 } });
    if (watched.includes(layer)) step('Gather', [looks, last], { outputs: [`looks.${layer}`], ints: { axis: 2 } });
    const seen = together(step('MatMul', [looks, `heard.${layer}.value`]));
    return step('Add', [value, multiply([`${place}.out_proj`], seen)]);
  }

  const layers = Array.from({ length: ear.layers }, (_, layer) => layer);
  const places = step('Gather', [plain('embed_positions.weight'), 'places'], { ints: { axis: 0 } });
  let value = step('Add', [wordsAt('tokens'), places]);
  for (const layer of layers) value = think(`layers.${layer}`, listen(layer, recall(layer, value)));
  // How likely each of fifty thousand words is, is asked of the last token alone.
  const end = step('Gather', [norm('layer_norm', value), last], { ints: { axis: 1 } });
  product(words, end, { outputs: ['chances'] });

  const pair = (name: string, shape: (number | string)[][]) =>
    layers.flatMap((layer) => [
      { name: `${name}.${layer}.key`, shape: shape[0]! },
      { name: `${name}.${layer}.value`, shape: shape.at(-1)! },
    ]);
  return close(
    [
      { name: 'tokens', shape: ['windows', 'fresh'], isWhole: true },
      { name: 'places', shape: ['fresh'], isWhole: true },
      { name: 'mask', shape: ['fresh', 'all'] },
      ...pair('past', [['windows', heads, 'past', HEAD]]),
      ...pair('heard', [
        ['windows', heads, HEAD, HEARD],
        ['windows', heads, HEARD, HEAD],
      ]),
    ],
    ['chances', ...watched.map((layer) => `looks.${layer}`), ...pair('kept', [[]]).map(({ name }) => name)],
  );
}
