import { duckingGains, gainAt } from '#render/sound/ducking.ts';
import { limit } from '#render/sound/limiter.ts';
import { integratedLoudness } from '#render/sound/loudness.ts';
import { openRoom, type Room } from '#render/sound/room.ts';
import { CHANNELS, isHeard, SAMPLE_RATE, type Music, type SoundClip, type SoundMix } from '#render/sound/sound.ts';

/** Reads samples of a clip or of the music: interleaved stereo, shorter than asked when the source ends. */
export type ReadSamples = (sound: SoundClip | Music, seconds: number) => Promise<Float32Array>;

/** The loudest a mix is raised: beyond, one hears the noise of the room and not the words. */
const MAX_GAIN_DECIBELS = 18;
const EDGE_FRAMES = Math.round(SAMPLE_RATE * 0.004);

/**
 * Mixes everything down to interleaved stereo of exactly `mix.seconds`: ducked, brought to loudness, limited. What it answers
 * is of the room, and what was read is given back to it.
 */
export async function mixSamples(mix: SoundMix, read: ReadSamples, room = openRoom(0)): Promise<Float32Array> {
  const length = Math.round(mix.seconds * SAMPLE_RATE) * CHANNELS;
  const whole = room.take(length).fill(0);
  await addClips(whole, mix.speech, read, room);
  // Music is ducked by what is said alone.
  const gains = mix.music && duckingOf(mix.music, whole);
  await addClips(whole, mix.ambience, read, room);
  if (mix.music && mix.music.volume > 0) await addMusic(whole, mix.music, gains, { read, room });

  if (mix.targetLufs !== null) applyGain(whole, gainTo(mix.targetLufs, integratedLoudness(whole)));
  limit(whole, 10 ** (mix.peakDecibels / 20));
  return whole;
}

async function addClips(target: Float32Array, clips: SoundClip[], read: ReadSamples, room: Room): Promise<void> {
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
    room.give(samples);
  }
}

/** Clips begin and end mid-wave: without a ramp every join clicks. */
function edgeGain(frame: number, length: number): number {
  if (frame < EDGE_FRAMES) return (frame + 1) / EDGE_FRAMES;
  return length - frame < EDGE_FRAMES ? (length - frame) / EDGE_FRAMES : 1;
}

/** How far music goes down under what is said; null where it stays. */
function duckingOf({ volume, duckDecibels }: Music, speech: Float32Array): Float32Array | null {
  return volume > 0 && duckDecibels !== 0 ? duckingGains(speech, duckDecibels) : null;
}

async function addMusic(
  target: Float32Array,
  music: Music,
  gains: Float32Array | null,
  { read, room }: { read: ReadSamples; room: Room },
): Promise<void> {
  const frames = target.length / CHANNELS;
  const samples = await read(music, frames / SAMPLE_RATE);
  const available = samples.length / CHANNELS;
  if (available === 0) return;
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
  room.give(samples);
}

function gainTo(target: number, loudness: number): number {
  if (loudness === -Infinity) return 1;
  return 10 ** (Math.min(MAX_GAIN_DECIBELS, target - loudness) / 20);
}

function applyGain(samples: Float32Array, gain: number): void {
  for (let i = 0; i < samples.length; i += 1) samples[i]! *= gain;
}
