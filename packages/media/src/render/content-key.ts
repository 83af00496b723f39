import { hashOf } from '#render/key.ts';
import { shotInputs } from '#render/shot.ts';
import { mixInputs } from '#render/sound/sound.ts';
import type { Variant } from '#render/variant.ts';

/** What a variant shows and says: it stays the same until somebody changes that, whatever version of the engine makes it. */
export function contentKey({ canvas, quality, cuts, sound, tags }: Variant): string {
  const shots = cuts.map(({ shot, transition }) => ({ shot: shotInputs(shot), transition }));
  return hashOf('content', { canvas, quality, shots, sound: sound && mixInputs(sound), tags });
}
