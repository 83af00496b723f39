import type { Task } from '#runtime/tasks.ts';

/** The pulse of a piece of music: beats per minute (0 when it has none), beats in seconds, loudness from 0 to 1. */
export type Beats = { tempo: number; beats: number[]; energy: number };

export const MUSIC_RATE = 44_100;
const SLOWEST = 70;
const FASTEST = 150;
/** Loudness, in decibels, that counts as no energy and as full energy. */
const QUIET = -38;
const LOUD = -8;

/** Finds the beats of mono sound at 44.1 kHz. */
export const runFindBeats: Task<'findBeats'> = async (pcm) => {
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

function energyOf(pcm: Float32Array): number {
  let sum = 0;
  for (const sample of pcm) sum += sample * sample;
  const level = 10 * Math.log10(sum / Math.max(1, pcm.length) + 1e-12);
  return Math.min(1, Math.max(0, (level - QUIET) / (LOUD - QUIET)));
}
