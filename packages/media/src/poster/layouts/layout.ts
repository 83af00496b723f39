import type { Occasion, Style } from '#poster/brief-words.ts';
import type { Brief } from '#poster/brief.ts';
import type { Kit } from '#poster/kit.ts';
import type { Mood } from '#poster/palette.ts';

/** One way to lay out a poster, for every form of canvas. */
export type Layout = {
  key: string;
  name: string;
  mood: Mood;
  /** `cut`: a subject that stands free; `bust`: one that may be cut off below; `photo` and `photos`: pictures as they are. */
  needs: 'cut' | 'bust' | 'photo' | 'photos' | 'nothing';
  /** How well it suits; what is not named is 0. */
  suits: Partial<Record<Occasion, number>>;
  styles?: Style[];
  /** What the brief must have. */
  wants?: (brief: Brief) => boolean;
  build(kit: Kit): void;
};
