import type { MixAdvice, MixConfigChange } from '@mixreel/contract';
import type { Advice, PlanMusic, Spare } from '@mixreel/media';
import type { MixState } from './choose.ts';
import { pieceFrom } from './factors.ts';

/** Enough more for any way that a person would take. */
const MOST = 4;

/** What could be added by a click, as the planner counts it. */
export function spareFor({ factors: { music, spare } }: Pick<MixState, 'factors'>): Spare {
  const underSpeech = music[0]?.underSpeech ?? 0;
  return {
    voices: Math.min(MOST, spare.voice_ids.length),
    music: spare.music_ids.slice(0, MOST).map((music_id) => pieceFrom(music_id, underSpeech)),
  };
}

/** Pieces besides that of the mix, each once, from wherever they play. */
function otherPieces([own, ...others]: PlanMusic[]): string[] {
  const pieces = new Set(others.map(({ content }) => content));
  return [...pieces].filter((content) => content !== own?.content);
}

/** Advice with the settings that take it: those that fit are named, and what was chosen before stays. */
export function toAdvice(
  { factors: { voices, music, spare } }: Pick<MixState, 'factors'>,
  { kind, slotId, name, has: count, steps, reaches, moreCombinations, sentence }: Advice,
): MixAdvice {
  const changes: Record<Advice['kind'], MixConfigChange | null> = {
    voice: {
      vary: { voice: 'list', voice_ids: [...voices.slice(1).map(({ id }) => id), ...spare.voice_ids.slice(0, steps)] },
    },
    music: {
      vary: {
        music: 'list',
        music_ids: [...otherPieces(music), ...spare.music_ids.slice(0, steps)],
      },
    },
    wording: null,
    clip: null,
  };
  const told = { kind, slot_id: slotId, name, has: count, steps, reaches, sentence, change: changes[kind] };
  return { ...told, more_combinations: String(moreCombinations) };
}
