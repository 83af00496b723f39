import { createHash } from 'node:crypto';
import type { Mask } from '@mixreel/ai';
import { recent } from '#memory.ts';
import type { Parts } from './ability.ts';
import { rawOf } from './raw-picture.ts';
import { packProblem } from './refusal.ts';

/** The subject is looked for in a picture of this size at most. */
const LOOKED_SIDE = 1600;
/** A face that makes it a person is fifty pixels high in this. */
const FACES_SIDE = 640;
/** Of the picture's height. */
const FACE_LEAST = 0.08;

/** In fractions of the picture. */
type Face = { x: number; y: number; width: number; height: number };
type Subject = { mask: Mask; /** The largest that is large enough to be somebody. */ face: Face | null };

/** Pictures that were used lately: what is made of a picture is mostly followed by something else of it. */
const knownSubjects = recent<Subject>(60);

/** What of a picture is its subject: a person where one is seen, else whatever stands out. At most 1600 pixels to a side. */
export async function findSubject(parts: Parts, picture: Uint8Array, signal: AbortSignal): Promise<Subject> {
  const { ai, shelf } = parts;
  const known = knownSubjects(parts);
  const key = createHash('sha256').update(picture).digest('base64url');
  const found = known.get(key);
  if (found) return found;
  const looked = await rawOf(picture, LOOKED_SIDE);
  const hasFaces = packProblem(() => shelf.folderOf('vision-faces')) === null;
  const [sight] = hasFaces ? await ai.see([await rawOf(picture, FACES_SIDE)], { want: ['faces'], signal }) : [];
  const faces = sight?.faces.map(({ box }) => box).filter(({ height }) => height > FACE_LEAST) ?? [];
  const [face = null] = faces.toSorted((a, b) => b.height - a.height);
  const mask = await ai.cutOut(looked, { subject: face ? 'person' : 'thing', signal });
  known.set(key, { mask, face });
  return { mask, face };
}

export async function subjectMask(parts: Parts, picture: Uint8Array, signal: AbortSignal): Promise<Mask> {
  return (await findSubject(parts, picture, signal)).mask;
}
