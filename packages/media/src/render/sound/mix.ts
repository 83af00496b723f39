import { duckingGains, gainAt } from '#render/sound/ducking.ts';
import { limit } from '#render/sound/limiter.ts';
import { integratedLoudness } from '#render/sound/loudness.ts';
import { CHANNELS, isHeard, SAMPLE_RATE, type Music, type SoundClip, type SoundMix } from '#render/sound/sound.ts';

/** Reads samples of a clip or of the music: interleaved stereo, shorter than asked when the source ends. */
export type ReadSamples = (sound: SoundClip | Music, seconds: number) => Promise<Float32Array>;

/** The loudest a mix is raised: beyond, one hears the noise of the room and not the words. */
const MAX_GAIN_DECIBELS = 18;
const EDGE_FRAMES = Math.round(SAMPLE_RATE * 0.004);

/** Mixes everything down to interleaved stereo of exactly `mix.seconds`: ducked, brought to loudness, limited. */
export async function mixSamples(mix: SoundMix, read: ReadSamples): Promise<Float32Array> {
  const frames = Math.round(mix.seconds * SAMPLE_RATE);
  const speech = new Float32Array(frames * CHANNELS);
  await addClips(speech, mix.speech, read);
  // Music is ducked by what is said alone.
  const whole = mix.music && mix.music.volume > 0 ? speech.slice() : speech;
  await addClips(whole, mix.ambience, read);
  if (mix.music && mix.music.volume > 0) await addMusic(whole, mix.music, speech, read);

  if (mix.targetLufs !== null) applyGain(whole, gainTo(mix.targetLufs, integratedLoudness(whole)));
  limit(whole, 10 ** (mix.peakDecibels / 20));
  return whole;
}

async function addClips(target: Float32Array, clips: SoundClip[], read: ReadSamples): Promise<void> {
  for (const clip of clips.filter(isHeard)) {
    const samples = await read(clip, clip.toSeconds - clip.fromSeconds);
    const start = Math.round(clip.fromSeconds * SAMPLE_RATE);
    const length = Math.min(samples.length / CHANNELS, Math.round(clip.toSeconds * SAMPLE_RATE) - start);
    const fitting = Math.min(length, target.length / CHANNELS - start);
    for (let frame = Math.max(0, -start); frame < fitting; frame += 1) {
      const at = (start + frame) * CHANNELS;
      const gain = clip.volume * edgeGain(frame, length);
      target[at]! += samples[frame * CHANNELS]! * gain;
      target[at + 1]! += samples[frame * CHANNELS + 1]! * gain;
    }
  }
}

/** Clips begin and end mid-wave: without a ramp every join clicks. */
function edgeGain(frame: number, length: number): number {
  if (frame < EDGE_FRAMES) return (frame + 1) / EDGE_FRAMES;
  return length - frame < EDGE_FRAMES ? (length - frame) / EDGE_FRAMES : 1;
}

async function addMusic(target: Float32Array, music: Music, speech: Float32Array, read: ReadSamples): Promise<void> {
  const frames = target.length / CHANNELS;
  const samples = await read(music, frames / SAMPLE_RATE);
  const available = samples.length / CHANNELS;
  if (available === 0) return;
  const gains = music.duckDecibels === 0 ? null : duckingGains(speech, music.duckDecibels);
  const length = music.isLooped ? frames : Math.min(frames, available);
  const [fadeIn, fadeOut] = [music.fadeInSeconds * SAMPLE_RATE, music.fadeOutSeconds * SAMPLE_RATE];

  let from = 0;
  for (let frame = 0; frame < length; frame += 1) {
    const fade = Math.min(1, (frame + 1) / Math.max(1, fadeIn), (length - frame) / Math.max(1, fadeOut));
    const gain = music.volume * fade * (gains ? gainAt(gains, frame) : 1);
    target[frame * CHANNELS]! += samples[from]! * gain;
    target[frame * CHANNELS + 1]! += samples[from + 1]! * gain;
    from += CHANNELS;
    if (from >= samples.length) from = 0;
  }
}

function gainTo(target: number, loudness: number): number {
  if (loudness === -Infinity) return 1;
  return 10 ** (Math.min(MAX_GAIN_DECIBELS, target - loudness) / 20);
}

function applyGain(samples: Float32Array, gain: number): void {
  for (let i = 0; i < samples.length; i += 1) samples[i]! *= gain;
}
