import { PackMissing } from '@mixreel/ai';
import type { Tag } from '@mixreel/contract';
import type { App } from '#context.ts';
import type { Queryable } from '#db/connect.ts';
import { asc, eq, inArray, sql } from '#db/orm.ts';
import { person, shot, shot_face } from '#features/analysis/analysis.tables.ts';
import { material } from '#features/material/material.tables.ts';
import { lookCells } from './look-cells.ts';
import { shot_match } from './search.tables.ts';
import {
  contentWords,
  gramLexeme,
  guessLexeme,
  gramsOf,
  projectLexeme,
  projectTagLexeme,
  quoteLexeme,
  sampleLexemes,
  spaceLexeme,
  tagLexeme,
} from './words.ts';

/** What a shot says, by field. */
export type ShotText = {
  name: string;
  tags: Pick<Tag, 'tag_type' | 'name'>[];
  caption: string;
  persons: string[];
  guesses: string[];
  ocr_text: string;
  speech_text: string;
};

/** PostgreSQL refuses vectors of a megabyte; nobody searches for the ten-thousandth word of a shot. */
const TEXT_MAX = 5000;
const MEANING_TEXT_MAX = 300;
const EMBED_BATCH = 100;

/**
 * Makes the shots of a material findable by what they say now: their words, and the meaning of their words where the
 * model for it is there. To be called after every analysis and every correction.
 */
export async function indexShots(app: Pick<App, 'ai' | 'log'>, db: Queryable, material_id: string): Promise<void> {
  await indexWords(db, [material_id]);
  const rows = await db
    .select({
      shot_id: shot.shot_id,
      caption: shot.caption,
      tags: shot.tags,
      ocr_text: shot.ocr_text,
      speech_text: shot.speech_text,
      look: shot.look,
    })
    .from(shot)
    .where(eq(shot.material_id, material_id))
    .orderBy(asc(shot.index));
  for (const { shot_id, look } of rows) {
    if (!look) continue;
    const look_cells = lookCells(unpackVector(look));
    await db.update(shot).set({ look_cells }).where(eq(shot.shot_id, shot_id));
  }
  const texts = rows.map((row) => ({ shot_id: row.shot_id, text: meaningText(row) })).filter(({ text }) => text);
  for (let n = 0; n < texts.length; n += EMBED_BATCH) {
    const batch = texts.slice(n, n + EMBED_BATCH);
    const vectors = await embed(
      app,
      batch.map(({ text }) => text),
    );
    if (!vectors) return;
    await db.execute(sql`
      update shot set meaning = v.meaning
      from (select unnest(${sql.param(batch.map(({ shot_id }) => shot_id))}::text[]) as shot_id,
              unnest(${sql.param(vectors.map(packVector))}::bytea[]) as meaning) v
      where shot.shot_id = v.shot_id`);
  }
}

/** Without the model shots are found by their words alone. */
async function embed({ ai, log }: Pick<App, 'ai' | 'log'>, texts: string[]): Promise<Float32Array[] | null> {
  try {
    return await ai.embed(texts);
  } catch (error) {
    if (!(error instanceof PackMissing)) log.warn({ err: error }, 'meaning of shots not computed');
    return null;
  }
}

/** The words of the shots of these materials, their names, tags and project included: fast, needs no model. */
export async function indexWords(db: Queryable, material_ids: string[]): Promise<void> {
  const rows = await db
    .select({
      shot_id: shot.shot_id,
      space_id: material.space_id,
      project_id: material.project_id,
      name: material.material_name,
      own_tags: material.tags,
      tags: shot.tags,
      guesses: shot.guesses,
      matched: shot_match.words,
      caption: shot.caption,
      ocr_text: shot.ocr_text,
      speech_text: shot.speech_text,
    })
    .from(shot)
    .innerJoin(material, eq(material.material_id, shot.material_id))
    .leftJoin(shot_match, eq(shot_match.shot_id, shot.shot_id))
    .where(inArray(shot.material_id, material_ids));
  if (rows.length === 0) return;
  const seen = await db
    .selectDistinct({ shot_id: shot_face.shot_id, person_name: person.person_name })
    .from(shot_face)
    .innerJoin(person, eq(person.person_id, shot_face.person_id))
    .innerJoin(shot, eq(shot.shot_id, shot_face.shot_id))
    .where(inArray(shot.material_id, material_ids));
  const persons = Map.groupBy(seen, ({ shot_id }) => shot_id);

  const vectors = rows.map(({ shot_id, space_id, project_id, own_tags, tags, matched, ...row }) => {
    // What somebody said of a whole material is true of each shot.
    const given = own_tags.filter(({ source }) => source === 'user');
    const names = persons.get(shot_id)?.map(({ person_name }) => person_name) ?? [];
    const guesses = [...row.guesses, ...(matched ?? [])];
    const text = { ...row, guesses, tags: [...tags, ...given], persons: names };
    return buildVector(text, { shot_id, space_id, project_id });
  });
  const keys = rows.map(({ own_tags, tags }) => [
    ...new Set(
      [...tags, ...own_tags.filter(({ source }) => source === 'user')].map((tag) => `${tag.tag_type}:${tag.name}`),
    ),
  ]);
  await db.execute(sql`
    update shot set words = v.words::tsvector, tag_keys = array(select jsonb_array_elements_text(v.keys::jsonb))
    from (select unnest(${sql.param(rows.map(({ shot_id }) => shot_id))}::text[]) as shot_id,
            unnest(${sql.param(vectors)}::text[]) as words,
            unnest(${sql.param(keys.map((each) => JSON.stringify(each)))}::text[]) as keys) v
    where shot.shot_id = v.shot_id`);
}

const FIELDS = { name: '1A', seen: '2B', text: '3C', speech: '4D', guess: '5D' } as const;

type Owners = { shot_id: string; space_id: string; project_id: string | null };

/** Weight A is the name, B what is seen, C what is written in the picture, D what is said or only guessed. */
export function buildVector(
  { name, tags, caption, persons, guesses, ocr_text, speech_text }: ShotText,
  { shot_id, space_id, project_id }: Owners,
): string {
  const places = new Map<string, Set<string>>();
  const add = (lexeme: string, place: string) => places.set(lexeme, (places.get(lexeme) ?? new Set()).add(place));
  const addText = (text: string, place: string) => {
    const short = text.slice(0, TEXT_MAX).toWellFormed();
    for (const word of contentWords(short)) add(word, place);
    for (const gram of gramsOf(short)) add(gramLexeme(gram), place);
  };

  for (const lexeme of [spaceLexeme(space_id), ...sampleLexemes(shot_id)]) add(lexeme, FIELDS.speech);
  if (project_id) add(projectLexeme(project_id), FIELDS.speech);
  for (const key of tags.map((tag) => `${tag.tag_type}:${tag.name}`)) {
    add(tagLexeme(key), FIELDS.seen);
    if (project_id) add(projectTagLexeme(project_id, key), FIELDS.seen);
  }
  addText(name.replace(/\.[a-z0-9]{2,4}$/i, '').replace(/[_\-.]+/g, ' '), FIELDS.name);
  for (const text of [caption, ...tags.map((tag) => tag.name), ...persons]) addText(text, FIELDS.seen);
  for (const key of guesses) {
    add(guessLexeme(key), FIELDS.guess);
    addText(key.slice(key.indexOf(':') + 1), FIELDS.guess);
  }
  addText(ocr_text, FIELDS.text);
  addText(speech_text, FIELDS.speech);
  return Array.from(places, ([lexeme, at]) => `${quoteLexeme(lexeme)}:${[...at].join(',')}`).join(' ');
}

/** What the meaning of a shot is computed from: what is seen first, since the model reads only so far. */
function meaningText({
  caption,
  tags,
  ocr_text,
  speech_text,
}: Pick<ShotText, 'caption' | 'tags' | 'ocr_text' | 'speech_text'>): string {
  const names = tags.map(({ name }) => name).filter((name) => !caption.includes(name));
  return [caption, names.join('、'), ocr_text, speech_text]
    .map((part) => part.trim())
    .filter(Boolean)
    .join('。')
    .slice(0, MEANING_TEXT_MAX)
    .toWellFormed();
}

/** A vector as one signed byte a dimension; its length is lost, which `packedLikeness` does not ask for. */
export function packVector(vector: Float32Array): Buffer {
  const most = vector.reduce((max, value) => Math.max(max, Math.abs(value)), 0) || 1;
  return Buffer.from(Int8Array.from(vector, (value) => Math.round((value / most) * 127)).buffer);
}

/** Several, one behind another. */
export function packVectors(vectors: Float32Array[]): Buffer {
  return Buffer.concat(vectors.map(packVector));
}

export function unpackVector(packed: Uint8Array): Int8Array {
  return new Int8Array(packed.buffer, packed.byteOffset, packed.length);
}

/** How alike two packed vectors are, -1 to 1; 0 for vectors of different models. */
export function packedLikeness(a: Uint8Array, b: Uint8Array): number {
  if (a.length !== b.length || a.length === 0) return 0;
  const left = unpackVector(a);
  const right = unpackVector(b);
  let product = 0;
  let leftSquare = 0;
  let rightSquare = 0;
  for (let n = 0; n < left.length; n += 1) {
    const x = left[n] ?? 0;
    const y = right[n] ?? 0;
    product += x * y;
    leftSquare += x * x;
    rightSquare += y * y;
  }
  return product / (Math.sqrt(leftSquare * rightSquare) || 1);
}
