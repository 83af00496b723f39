import type { Sight } from '@mixreel/ai';
import type { Queryable } from '#db/connect.ts';
import { asc, eq } from '#db/orm.ts';
import { material, material_sound } from '#features/material/material.tables.ts';
import { packVector, packVectors } from '#features/search/index-shot.ts';
import type { JobContext } from '#queue/job.ts';
import { type FoundText, shot, shot_looks } from './analysis.tables.ts';
import { readCorrections } from './corrections.queries.ts';
import { correctShots, machineText } from './corrections.ts';
import { holdMaterial, type MaterialRow } from './hold-material.ts';
import { hasSpeech, heardIn, type Heard, soundName } from './listen.ts';
import { type Look, type ShotRow, toSight } from './look.ts';
import { replaceFaces } from './persons.ts';
import { facesOf } from './shot-faces.ts';
import { materialTags, replaceUnderstood, sure, understoodTags } from './tags.ts';
import { linesOf, writingOf } from './writing.ts';

/**
 * What was heard and seen; null for a part whose model is not there yet. An early look saw words and faces alone: nothing
 * is said of what else there is, or is not.
 */
export type Understanding = { heard: Heard | null; looks: Look[] | null; isEarly?: boolean };

/** Writes down what was understood, in one transaction. False when this attempt has nothing more to say. */
export async function storeUnderstanding(
  context: JobContext,
  material_id: string,
  { heard, looks, isEarly = false }: Understanding,
): Promise<boolean> {
  return context.db.transaction(async (tx) => {
    const row = await holdMaterial(tx, context, material_id);
    if (!row) return false;
    const rows = await tx.select().from(shot).where(eq(shot.material_id, material_id)).orderBy(asc(shot.index));
    const [sound] = await tx.select().from(material_sound).where(eq(material_sound.material_id, material_id));
    const sights = new Map(looks?.map((one) => [one.shot_id, one.sights.map(toSight)]));
    const described = rows.map((one) =>
      describe(one, { heard, sights: sights.get(one.shot_id), isEarly, peaks: sound?.peaks ?? [] }),
    );
    const shots = correctShots(described, await readCorrections(tx, material_id));
    for (const { shot_id, ...change } of shots) await tx.update(shot).set(change).where(eq(shot.shot_id, shot_id));
    if (looks && !isEarly) {
      const faces = rows.map(({ shot_id }) => ({ shot_id, faces: facesOf(sights.get(shot_id) ?? []) }));
      await replaceFaces(tx, row, faces);
      await replaceLooks(tx, rows, sights);
    }
    if (heard) {
      const { words } = heard;
      await tx.update(material_sound).set({ words }).where(eq(material_sound.material_id, material_id));
    }
    await writeMaterial(tx, row, shots, heard);
    return true;
  });
}

/** How shots look as a whole and in parts: products and drawn boxes are found by it. */
async function replaceLooks(tx: Queryable, rows: ShotRow[], sights: Map<string, Sight[]>): Promise<void> {
  for (const { shot_id, cover_vlc_id } of rows) {
    const [first] = sights.get(shot_id) ?? [];
    if (!cover_vlc_id || !first || first.vector.length === 0) continue;
    const vectors = packVectors([first.vector, ...first.crops.map(({ vector }) => vector)]);
    await tx
      .insert(shot_looks)
      .values({ shot_id, cover_vlc_id, vectors })
      .onConflictDoUpdate({ target: shot_looks.shot_id, set: { cover_vlc_id, vectors } });
  }
}

type Known = { heard: Heard | null; sights: Sight[] | undefined; isEarly: boolean; peaks: number[] };

function describe(one: ShotRow, { heard, sights, isEarly, peaks }: Known) {
  const machine: FoundText = machineText(one);
  const said = heard ? heardIn(heard, one) : null;
  const has_speech = said ? said.has_speech : one.has_speech;
  const told = sights && understoodTags(sights, measuresOf(one, has_speech));
  const understood = isEarly ? undefined : told;
  const size = isEarly ? (told?.tags ?? []).filter(({ tag_type }) => tag_type === 'shot_size') : [];
  const sound = heard && one.material_type !== 'image' && one.material_type !== 'ai_image';
  const tags = replaceUnderstood(machine.tags, [
    ...(understood?.tags ?? machine.tags.filter(({ tag_type }) => tag_type !== 'sound')),
    ...size,
    ...(sound ? [sure('sound', soundName(peaks, one, has_speech ?? false))] : []),
  ]);
  const vector = sights?.find(({ vector: found }) => found.length > 0)?.vector;
  return {
    shot_id: one.shot_id,
    start_ms: one.start_ms,
    end_ms: one.end_ms,
    has_speech,
    people: sights && !isEarly ? middle(sights.map(({ people }) => people)) : one.people,
    look: vector ? packVector(vector) : one.look,
    guesses: understood ? understood.guesses : one.guesses,
    caption: understood && sights && sights.length > 0 ? understood.caption : machine.caption,
    ocr_text: sights ? writingOf(sights) : machine.ocr_text,
    writing: sights ? linesOf(sights[0]) : one.writing,
    speech_text: said ? said.speech_text : machine.speech_text,
    tags,
  };
}

function measuresOf(one: ShotRow, has_speech: boolean | null) {
  const { motion, brightness, sharpness, colours, orientation, duration } = one;
  return {
    ...(motion !== null && { motion }),
    ...(brightness !== null && { brightness }),
    ...(sharpness !== null && { sharpness }),
    colours,
    ...(orientation && { orientation }),
    ...(duration > 0 && { duration }),
    ...(has_speech !== null && { has_speech }),
  };
}

function middle(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

async function writeMaterial(
  tx: Queryable,
  { material_id, tags, duration, has_speech }: MaterialRow,
  shots: ReturnType<typeof describe>[],
  heard: Heard | null,
): Promise<void> {
  await tx
    .update(material)
    .set({
      ...materialTags(tags, shots, { duration: duration ?? 0 }),
      has_speech: heard ? hasSpeech(heard) : has_speech,
    })
    .where(eq(material.material_id, material_id));
}
