import { BARE } from '#ffmpeg/bare.ts';
import { runFfmpeg, type RunOptions } from '#ffmpeg/run.ts';
import { openListener, type SoundMemory } from '#likeness/sound-signature.ts';
import { keyOf } from '#render/key.ts';
import { CHANNELS, mixInputs, SAMPLE_RATE, type SoundMix } from '#render/sound/sound.ts';
import type { Workshop } from '#render/stretch.ts';

const BITRATE = '160k';

/** The name of an encoded mix: all variants whose mix is equal share one track. */
export function soundKey(mix: SoundMix): string {
  return keyOf('sound', { mix: mixInputs(mix), bitrate: BITRATE });
}

/**
 * Encodes samples as AAC in an MP4 at `path`; the encoder's priming stands in the edit list. The fast coder takes half
 * the time of the default one, and at this bitrate no ear tells them apart.
 */
export async function encodeSound(
  { tools }: Workshop,
  samples: Float32Array,
  path: string,
  { sounds, ...options }: RunOptions & { sounds?: SoundMemory } = {},
): Promise<void> {
  const input = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
  const listener = sounds && openListener(samples);
  await runFfmpeg(
    tools,
    [
      ['-f', 'f32le', '-ar', SAMPLE_RATE, '-ac', CHANNELS, '-i', 'pipe:0'],
      ['-map', '0:a', '-c:a', 'aac', '-aac_coder', 'fast', '-b:a', BITRATE, ...BARE, '-f', 'mp4', path],
      ...(listener ? [['-map', '0:a', '-af', listener.filter, '-f', 'f32le', 'pipe:4']] : []),
    ],
    { ...options, input, pipes: listener ? [listener.pipe] : [] },
  );
  if (sounds) await listener?.keep(path, sounds);
}
