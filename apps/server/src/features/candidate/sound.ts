import type { MixConfig } from '@mixreel/contract';
import { type Cut, type Music, silentMix, type SoundClip, type SoundMix } from '@mixreel/media';
import type { Place } from './book.ts';
import { clipWords } from './clip-words.ts';
import type { Sources } from './sources.ts';

type Setting = {
  cuts: Cut[];
  times: { start: number; seconds: number }[];
  seconds: number;
  config: MixConfig;
  music: Music | null;
  sources: Sources;
};

/** Everything heard in a combination; null when that is nothing. */
export async function buildSound(places: Place[], setting: Setting): Promise<SoundMix | null> {
  const { cuts, times, seconds, config, music, sources } = setting;
  const speech: SoundClip[] = [];
  const ambience: SoundClip[] = [];
  for (const [n, { heard, clip, config: own }] of places.entries()) {
    const { start, seconds: length } = times[n]!;
    const isSpoken = (heard?.seconds ?? 0) > 0;
    if (heard?.sha256) {
      const source = await sources.ofContent(heard.sha256);
      const toSeconds = Math.min(seconds, start + heard.seconds);
      const { speed, volume } = heard;
      speech.push({ source, startSeconds: 0, speed, fromSeconds: start, toSeconds, volume });
    }
    const { shot } = cuts[n]!;
    const wanted = own.sound.own_volume === 'auto' ? Number(!isSpoken) : own.sound.own_volume;
    // Music goes down under whoever is heard, a voice or somebody in the picture.
    const isTalking = clipWords(clip, length).length > 0;
    (isTalking ? speech : ambience).push({
      source: shot.source,
      startSeconds: shot.startSeconds,
      speed: shot.speed,
      fromSeconds: start,
      toSeconds: Math.min(seconds, start + length),
      volume: wanted * clip.clip.volume,
    });
  }
  const mix = { ...silentMix(seconds), speech, ambience, music, targetLufs: config.sound.target_lufs };
  const isHeard = [...speech, ...ambience].some(({ volume, source }) => volume > 0 && source.facts.audio.length > 0);
  return isHeard || (music && music.volume > 0) ? mix : null;
}
