import { readFile } from 'node:fs/promises';
import { type Aigc, AIGC_KEY, type MediaFacts, readAigc, readPictureLabel, readWavLabel } from '@mixreel/media';
import { declaredLabel } from '#features/label/ai-origin.ts';

/** What a file says of its origin, in the place where files of its kind say so; null when it says nothing. */
export async function readLabel(path: string, { tags, isStill, format }: MediaFacts): Promise<Aigc | null> {
  if (isStill) return readPictureLabel(await readFile(path)) ?? null;
  const key = Object.keys(tags).find((name) => name.toUpperCase() === AIGC_KEY);
  const text = key ? (tags[key] ?? '') : format === 'wav' ? ((await readWavLabel(path)) ?? '') : '';
  return readAigc(text) ?? null;
}

/** The label of a copy that we make of somebody's file: as sure as the file is, or as whoever declared it. */
export function labelOfCopy(
  found: Aigc | null,
  { ai_origin, material_id }: { ai_origin: boolean; material_id: string },
  producer: string,
): Aigc | null {
  return found ?? (ai_origin ? declaredLabel(material_id, producer) : null);
}
