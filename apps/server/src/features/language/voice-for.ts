import type { Voice } from '@mixreel/contract';
import type { App } from '#context.ts';
import { speechEngines } from '#features/ai/speech.ability.ts';
import { speaks } from './list-languages.ts';

/** Who speaks a language in place of a voice: that one if it can, else one that sounds like it, else any; null: nobody. */
export function voiceFor(app: App, language: string): (wanted: string | null) => Voice | null {
  const all = speechEngines(app).flatMap(({ voices }) => voices);
  const able = all.filter((voice) => speaks(voice.language, language) && !isBorrowed(voice));
  return (wanted) => {
    const before = all.find(({ voice_id }) => voice_id === wanted);
    const same = able.find(({ voice_id }) => voice_id === wanted);
    return same ?? able.find(({ gender }) => gender === before?.gender) ?? able[0] ?? null;
  };
}

/** The built-in voices of other languages read Chinese and English with their accent, and no other. */
function isBorrowed({ engine, language }: Voice): boolean {
  return engine === 'builtin' && !['zh', 'en-US', 'en-GB'].includes(language);
}
