import type { Source } from '#render/shot.ts';

/** The house sound: 48 kHz, two channels. */
export const SAMPLE_RATE = 48_000;
/** Channels of the house sound, interleaved in every array of samples. */
export const CHANNELS = 2;

/** A part of a source's sound, placed on the timeline. */
export type SoundClip = {
  source: Source;
  /** Where in the source it begins. */
  startSeconds: number;
  /** 2 plays twice as fast, at the same pitch. */
  speed: number;
  /** Where on the timeline it begins and ends. */
  fromSeconds: number;
  toSeconds: number;
  /** 1 leaves it as loud as it is, 0 mutes it. */
  volume: number;
};

/** Music under the whole variant. */
export type Music = {
  source: Source;
  startSeconds: number;
  volume: number;
  fadeInSeconds: number;
  fadeOutSeconds: number;
  /** Begins again when it ends before the picture. */
  isLooped: boolean;
  /** How far it goes down while somebody speaks, in decibels; 0 leaves it. */
  duckDecibels: number;
};

/** Everything heard in a variant. */
export type SoundMix = {
  seconds: number;
  /** What is said: raised above all else, and what the music ducks under. */
  speech: SoundClip[];
  /** The clips' own sound. */
  ambience: SoundClip[];
  music: Music | null;
  /** Loudness to reach, in LUFS; null leaves the mix as it is. */
  targetLufs: number | null;
  /** Highest true peak, in dBFS. */
  peakDecibels: number;
};

/** A mix of nothing, to be filled: −14 LUFS, true peak −1 dB. */
export function silentMix(seconds: number): SoundMix {
  return { seconds, speech: [], ambience: [], music: null, targetLufs: -14, peakDecibels: -1 };
}

/** Exactly what of a mix decides its samples. */
export function mixInputs(mix: SoundMix): unknown {
  return {
    ...mix,
    speech: mix.speech.filter(isHeard).map(clipInputs),
    ambience: mix.ambience.filter(isHeard).map(clipInputs),
    music: mix.music && mix.music.volume > 0 ? { ...mix.music, source: mix.music.source.hash } : null,
  };
}

/** Whether a clip adds anything to a mix. */
export function isHeard({ source, volume, fromSeconds, toSeconds }: SoundClip): boolean {
  return volume > 0 && toSeconds > fromSeconds && source.facts.audio.length > 0;
}

function clipInputs(clip: SoundClip): unknown {
  return { ...clip, source: clip.source.hash };
}
