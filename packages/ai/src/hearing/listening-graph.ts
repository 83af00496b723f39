import { HEAD, openEarGraph } from '#hearing/ear-graph.ts';
import type { EarWeights } from '#hearing/ear-weights.ts';
import { FRAMES, MELS } from '#hearing/mel.ts';

/**
 * What listens: a window of sound goes in, and what each layer that writes will look for in it comes out. Said by the
 * listening itself, it is said once for a window, whatever is written of it.
 */
export function listeningGraph(ear: EarWeights, writing: EarWeights): Uint8Array {
  const { step, hold, whole, plain, multiply, norm, gelu, think, close } = openEarGraph(ear, { isExact: true });

  function convolve(name: string, value: string, stride: number): string {
    const { shape, bytes, zero, scale } = ear.rounded(name);
    const kernel = hold(
      name,
      shape,
      Float32Array.from(bytes, (byte) => (byte - zero) * scale),
    );
    const bias = hold(`${name}:bias`, [shape[0]!], ear.plain(`${name}.bias`).data);
    return gelu(step('Conv', [value, kernel, bias], { ints: { strides: [stride], pads: [1, 1] } }));
  }

  const heads = ear.width / HEAD;
  const waves = convolve('conv2', convolve('conv1', 'sound', 1), 2);
  const rows = step('Transpose', [waves], { ints: { perm: [0, 2, 1] } });
  let value = step('Add', [rows, plain('embed_positions.weight')]);
  for (let layer = 0; layer < ear.layers; layer += 1) {
    const place = `layers.${layer}`;
    const clear = norm(`${place}.self_attn_layer_norm`, value);
    const asked = ['q', 'k', 'v'].map((what) => multiply([`${place}.self_attn.${what}_proj`], clear));
    const seen = step('MultiHeadAttention', asked, {
      isContrib: true,
      ints: { num_heads: heads },
      floats: { scale: 1 },
    });
    value = step('Add', [value, multiply([`${place}.self_attn.out_proj`], seen)]);
    value = think(place, value);
  }
  const heard = norm('layer_norm', value);
  const apart = whole('apart', [0, 0, heads, HEAD]);
  const outputs = Array.from({ length: writing.layers }, (_, layer) => layer).flatMap((layer) =>
    (['key', 'value'] as const).map((what) => {
      const made = multiply([`layers.${layer}.encoder_attn.${what[0]}_proj`], heard, writing);
      const perm = what === 'key' ? [0, 2, 3, 1] : [0, 2, 1, 3];
      const name = `heard.${layer}.${what}`;
      return step('Transpose', [step('Reshape', [made, apart])], { outputs: [name], ints: { perm } });
    }),
  );
  return close([{ name: 'sound', shape: [1, MELS, FRAMES] }], outputs);
}
