import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mask } from '@mixreel/ai';
import { inFolder } from '@mixreel/media';
import sharp from 'sharp';
import { recent } from '#memory.ts';
import type { Parts } from './ability.ts';
import { packProblem } from './refusal.ts';

/** The subject is looked for in a picture of this size at most. */
const LOOKED_SIDE = 1600;

/** Masks of pictures that were used lately: what is made of a picture is mostly followed by something else of it. */
const knownMasks = recent<Mask>(60);

/** What of a picture is its subject: a person where one is seen, else whatever stands out. At most 1600 pixels to a side. */
export async function subjectMask(parts: Parts, picture: Uint8Array, signal: AbortSignal): Promise<Mask> {
  const { ai, shelf, scratch } = parts;
  const known = knownMasks(parts);
  const key = createHash('sha256').update(picture).digest('base64url');
  const found = known.get(key);
  if (found) return found;
  const mask = await inFolder(scratch, async (folder) => {
    const path = join(folder, 'looked.jpg');
    const small = sharp(picture)
      .flatten({ background: '#fff' })
      .resize(LOOKED_SIDE, LOOKED_SIDE, { fit: 'inside', withoutEnlargement: true });
    await writeFile(path, await small.jpeg({ quality: 92 }).toBuffer());
    const hasFaces = packProblem(() => shelf.folderOf('vision-faces')) === null;
    const [sight] = hasFaces ? await ai.see([path], { want: ['faces'], signal }) : [];
    const isPerson = sight?.faces.some(({ box }) => box.height > 0.08) ?? false;
    return ai.cutOut(path, { subject: isPerson ? 'person' : 'thing', signal });
  });
  known.set(key, mask);
  return mask;
}
