import { type Tag, tagKey } from '@mixreel/contract';
import type { correction, FoundText } from './analysis.tables.ts';
import type { PlannedShot } from './plan-shots.ts';

export type Correction = Pick<typeof correction.$inferSelect, 'field' | 'start_ms' | 'end_ms' | 'value'>;

export const TEXT_FIELDS = ['caption', 'ocr_text', 'speech_text'] as const;
export type TextField = (typeof TEXT_FIELDS)[number];

export const NOTHING_FOUND: FoundText = { caption: '', ocr_text: '', speech_text: '', tags: [] };

const JOINTS: Record<TextField, string> = { caption: '；', ocr_text: '\n', speech_text: '' };

/** Whether a correction is about this shot: one of the two lies at least half in the other. */
export function isAbout({ start_ms, end_ms }: Pick<Correction, 'start_ms' | 'end_ms'>, shot: PlannedShot): boolean {
  const shared = Math.min(end_ms, shot.end_ms) - Math.max(start_ms, shot.start_ms);
  return shared > 0 && shared * 2 >= Math.min(end_ms - start_ms, shot.end_ms - shot.start_ms);
}

/** What a shot says once people have had their say; corrections come in the order in which they were made. */
export function applyCorrections(machine: FoundText, corrections: Correction[]): FoundText {
  const text = (field: TextField) => {
    const set = corrections.filter((one) => one.field === field).toSorted((a, b) => a.start_ms - b.start_ms);
    // A shot that was joined of several corrected ones says what all of them said.
    return set.length === 0 ? machine[field] : [...new Set(set.map(({ value }) => String(value)))].join(JOINTS[field]);
  };
  return {
    caption: text('caption'),
    ocr_text: text('ocr_text'),
    speech_text: text('speech_text'),
    tags: applyToTags(machine.tags, corrections),
  };
}

function applyToTags(machine: Tag[], corrections: Correction[]): Tag[] {
  const tags = new Map(machine.map((tag) => [tagKey(tag), tag]));
  for (const { field, value } of corrections) {
    if (field === 'remove_tag') tags.delete(String(value));
    if (field === 'add_tag') {
      const tag = value as Pick<Tag, 'tag_type' | 'name'>;
      tags.set(tagKey(tag), { tag_type: tag.tag_type, name: tag.name, source: 'user', score: null });
    }
  }
  return [...tags.values()];
}

/** The same for shots: `found` is kept only where a person has set something else. */
export function correctShots<S extends PlannedShot>(
  shots: (S & FoundText)[],
  corrections: Correction[],
): (S & FoundText & { found: FoundText | null })[] {
  return shots.map((shot) => {
    const about = corrections.filter((one) => one.field !== 'cuts' && isAbout(one, shot));
    const { caption, ocr_text, speech_text, tags } = shot;
    const found = { caption, ocr_text, speech_text, tags };
    if (about.length === 0) return { ...shot, found: null };
    return { ...shot, ...applyCorrections(found, about), found };
  });
}

/** What the machine had to say of a shot, whatever people made of it. */
export function machineText({ found, ...shot }: FoundText & { found: FoundText | null }): FoundText {
  const { caption, ocr_text, speech_text, tags } = found ?? shot;
  return { caption, ocr_text, speech_text, tags: tags.filter(({ source }) => source === 'ai') };
}
