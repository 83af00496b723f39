import type { MixOverrides } from '@mixreel/contract';
import type { App } from '#context.ts';
import { firstPiece } from '#features/music/library.ts';

/**
 * What a mix begins with that somebody makes from nothing: voices of one character and pieces of one mood take turns, so
 * that its videos differ in what one hears too. A group of settings that is asked for stays as it is asked for; mixes
 * made before, copies, and those of a template stay what they are.
 */
export function firstConfig(app: Pick<App, 'shelf'>, asked: MixOverrides = {}): MixOverrides {
  const music_id = firstPiece(app);
  return {
    ...(!asked.vary && { vary: { voice: 'free', music: 'free' } }),
    ...(!asked.music && music_id && { music: { music_id } }),
  };
}
