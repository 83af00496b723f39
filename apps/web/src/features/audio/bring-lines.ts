import { AUDIO_LINES_MAX, type AudioLine } from '@mixreel/contract';
import { newLine } from './lines.ts';

type Given = {
  lines: { text: string; shot_ms: number | null; voice_id?: string | null }[];
  mode: 'append' | 'replace';
};

/** Imported lines behind those that are here, or in their place; without a voice of their own they take over that of the last. */
export function bringLines(lines: AudioLine[], { lines: given, mode }: Given): AudioLine[] {
  const like = lines.at(-1);
  const made = given.map((line) => newLine(like, line));
  const kept = mode === 'replace' ? [] : lines.filter(({ text }) => text.trim() !== '');
  return [...kept, ...made].slice(0, AUDIO_LINES_MAX);
}
