import { AiError } from '#errors.ts';

/** Four hours at 48 kHz; more than that does not fit into the memory of a laptop. */
const MOST_SAMPLES = 4 * 3600 * 48_000;

/** Throws unless this is sound that can be worked on. Silence is sound. */
export function checkSound(pcm: Float32Array): void {
  if (!(pcm instanceof Float32Array) || pcm.length === 0) throw new AiError('bad-sound', 'no samples');
  if (pcm.length > MOST_SAMPLES) {
    throw new AiError('bad-sound', `${pcm.length} samples`, '声音太长，请先截取需要的部分');
  }
  // A look at every thousandth finds whole files of garbage; a few broken samples do no harm.
  for (let i = 0; i < pcm.length; i += 997) {
    if (!Number.isFinite(pcm[i])) throw new AiError('bad-sound', `sample ${i} is ${pcm[i]}`);
  }
}
