import { duckingGains, gainAt } from '#render/sound/ducking.ts';
import { limit } from '#render/sound/limiter.ts';
import { integratedLoudness } from '#render/sound/loudness.ts';
import { CHANNELS, isHeard, SAMPLE_RATE, type Music, type SoundClip, type SoundMix } from '#render/sound/sound.ts';

/** Reads samples of a clip or of the music: interleaved stereo, shorter than asked when the source ends. */
export type ReadSamples = (sound: SoundClip | Music, seconds: number) => Promise<Float32Array>;

/** The loudest a mix is raised: beyond, one hears the noise of the room and not the words. */
const MAX_GAIN_DECIBELS = 18;
/** Clips begin and end mid-wave: without this every join clicks. */
const EDGE_FRAMES = Math.round(SAMPLE_RATE * 0.004);

/** Mixes everything down to interleaved stereo of exactly `mix.seconds`: ducked, brought to loudness, limited. */
export async function mixSamples(mix: SoundMix, read: ReadSamples): Promise<Float32Array> {
  const frames = Math.round(mix.seconds * SAMPLE_RATE);
  const speech = new Float32Array(frames * CHANNELS);
  await addClips(speech, mix.speech, read);
  const whole = speech.slice();
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
    for (let frame = Math.max(0, -start); frame < length; frame += 1) {
      const at = (start + frame) * CHANNELS;
      if (at >= target.length) break;
      const edge = Math.min(1, (frame + 1) / EDGE_FRAMES, (length - frame) / EDGE_FRAMES);
      const gain = clip.volume * edge;
      for (let channel = 0; channel < CHANNELS; channel += 1) {
        target[at + channel]! += samples[frame * CHANNELS + channel]! * gain;
      }
    }
  }
}

async function addMusic(target: Float32Array, music: Music, speech: Float32Array, read: ReadSamples): Promise<void> {
  const frames = target.length / CHANNELS;
  const samples = await read(music, frames / SAMPLE_RATE);
  const available = samples.length / CHANNELS;
  if (available === 0) return;
  const gains = music.duckDecibels === 0 ? null : duckingGains(speech, music.duckDecibels);
  const length = music.isLooped ? frames : Math.min(frames, available);
  const [fadeIn, fadeOut] = [music.fadeInSeconds * SAMPLE_RATE, music.fadeOutSeconds * SAMPLE_RATE];

  for (let frame = 0; frame < length; frame += 1) {
    const fade = Math.min(1, (frame + 1) / Math.max(1, fadeIn), (length - frame) / Math.max(1, fadeOut));
    const gain = music.volume * fade * (gains ? gainAt(gains, frame) : 1);
    const from = (frame % available) * CHANNELS;
    for (let channel = 0; channel < CHANNELS; channel += 1) {
      target[frame * CHANNELS + channel]! += samples[from + channel]! * gain;
    }
  }
}

function gainTo(target: number, loudness: number): number {
  if (loudness === -Infinity) return 1;
  return 10 ** (Math.min(MAX_GAIN_DECIBELS, target - loudness) / 20);
}

function applyGain(samples: Float32Array, gain: number): void {
  for (let i = 0; i < samples.length; i += 1) samples[i]! *= gain;
}
