import type { Ability } from './ability.ts';
import { describe } from './describe.ability.ts';
import { faceSwap } from './face.ability.ts';
import { image } from './image.ability.ts';
import { retouch } from './retouch.ability.ts';
import { speech } from './speech.ability.ts';
import { text } from './text.ability.ts';
import { transcription } from './transcription.ability.ts';
import { translation } from './translation.ability.ts';
import { video } from './video.ability.ts';

/** Everything that models are asked for. Another ability is a file and a line here. */
export const abilities: Ability<unknown, unknown>[] = [
  speech,
  transcription,
  text,
  translation,
  image,
  describe,
  retouch,
  video,
  faceSwap,
];
