import { askedOnce } from './asked-once.ts';
import { packVector } from './index-shot.ts';

/** The meaning of a sentence, or null where the model is missing, busy or slow. */
export const readMeaning = askedOnce(async (ai, text): Promise<Uint8Array | null> => {
  const [vector] = await ai.embed([text]);
  return vector ? packVector(vector) : null;
});
