import { readFile } from 'node:fs/promises';
import type { Task } from '#runtime/tasks.ts';
import { checkSound } from '#sound/check.ts';

/** The pulse of a piece of music: beats per minute (0 when it has none), beats in seconds, drive from 0 to 1. */
export type Beats = { tempo: number; beats: number[]; energy: number };

/** Mono samples, 32-bit floats, in a file: minutes of music need not pass through whoever asks. */
export type RawSound = { rawPath: string };

export const MUSIC_RATE = 44_100;
const SLOWEST = 70;
const FASTEST = 150;
const HOP = 512;
/** Onsets a second that count as calm and as driving; ambient music has two, funk five, dance music eight. */
const ONSETS: [number, number] = [1.5, 7.5];
/** Powers of ten of the treble's share: a soft pad has a sixtieth, cymbals and bright synths a tenth. */
const TREBLE: [number, number] = [-2, -0.8];
const LOW_PASS = 0.25;

/** Finds the beats of mono sound at 44.1 kHz. */
export const runFindBeats: Task<'findBeats'> = async (sound) => {
  const pcm = 'rawPath' in sound ? await readRaw(sound) : sound;
  const { default: MusicTempo } = await import('music-tempo');
  const energy = energyOf(pcm);
  try {
    const { tempo, beats } = new MusicTempo(pcm);
    return { ...foldTempo(Number(tempo), beats), energy };
  } catch {
    // It throws for silence and for speech, where there is nothing to find.
    return { tempo: 0, beats: [], energy };
  }
};

async function readRaw({ rawPath }: RawSound): Promise<Float32Array> {
  const { buffer, byteOffset, byteLength } = await readFile(rawPath);
  const pcm = new Float32Array(buffer, byteOffset, Math.floor(byteLength / Float32Array.BYTES_PER_ELEMENT));
  checkSound(pcm);
  return pcm;
}

/** Halves or doubles a tempo until it is one that people tap: detectors often count eighths or only every other beat. */
export function foldTempo(tempo: number, beats: number[]): { tempo: number; beats: number[] } {
  if (!Number.isFinite(tempo) || tempo <= 0) return { tempo: 0, beats: [] };
  if (tempo > FASTEST) {
    return foldTempo(
      tempo / 2,
      beats.filter((_, i) => i % 2 === 0),
    );
  }
  if (tempo < SLOWEST) {
    const between = beats.flatMap((beat, i) => {
      const next = beats[i + 1];
      return next === undefined ? [beat] : [beat, (beat + next) / 2];
    });
    return foldTempo(tempo * 2, between);
  }
  return { tempo, beats };
}

/**
 * How driving music is: how often something strikes, and how bright it is. Loudness tells nothing, since everything is
 * mastered to the same.
 */
function energyOf(pcm: Float32Array): number {
  const treble: number[] = [];
  let [low, all, high] = [0, 0, 0];
  for (let from = 0; from + HOP <= pcm.length; from += HOP) {
    let sum = 0;
    for (let i = from; i < from + HOP; i += 1) {
      const sample = pcm[i]!;
      low += LOW_PASS * (sample - low);
      sum += (sample - low) ** 2;
      all += sample * sample;
    }
    high += sum;
    treble.push(Math.sqrt(sum / HOP));
  }
  if (all === 0) return 0;
  const onsets = countOnsets(treble) / ((treble.length * HOP) / MUSIC_RATE);
  return 0.65 * share(onsets, ONSETS) + 0.35 * share(Math.log10(high / all), TREBLE);
}

/** Where the treble jumps above what it was just before, and above its mean. */
function countOnsets(levels: number[]): number {
  const mean = levels.reduce((sum, level) => sum + level, 0) / levels.length;
  return levels.filter((level, i) => level > mean && level > 0.8 * (levels[i - 1]! + levels[i - 2]!)).length;
}

function share(value: number, [none, full]: [number, number]): number {
  return Math.min(1, Math.max(0, (value - none) / (full - none)));
}
