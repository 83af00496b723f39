const FRAME_SECONDS = 0.005;
/** Quieter than this below the loudest frame is breath and noise of the model. */
const QUIET_SHARE = 0.01;

/** Where sound begins and ends, in seconds; the whole when there is none. */
export function findVoiced(pcm: Float32Array, sampleRate: number): { start: number; end: number } {
  const size = Math.round(FRAME_SECONDS * sampleRate);
  const powers = Array.from({ length: Math.floor(pcm.length / size) }, (_, frame) => {
    let power = 0;
    for (let i = frame * size; i < (frame + 1) * size; i += 1) power += pcm[i]! ** 2;
    return power;
  });
  const floor = Math.max(...powers, 0) * QUIET_SHARE ** 2 * 4;
  const first = powers.findIndex((power) => power > floor);
  const last = powers.findLastIndex((power) => power > floor);
  if (first < 0) return { start: 0, end: pcm.length / sampleRate };
  return { start: first * FRAME_SECONDS, end: (last + 1) * FRAME_SECONDS };
}
