import type { Box, Tag } from '@mixreel/contract';
import { bytea, now, time } from '#db/columns.ts';
import { sql } from '#db/orm.ts';
import { boolean, customType, index, integer, jsonb, pgTable, real, text, uniqueIndex } from '#db/pg-core.ts';
import { material } from '#features/material/material.tables.ts';
import { project } from '#features/project/project.tables.ts';
import { space } from '#features/team/team.tables.ts';

const tsvector = customType<{ data: string; driverData: string }>({ dataType: () => 'tsvector' });

/** A line of words in a picture; `shape` is the picture's height over its width. */
export type SeenWriting = { text: string; box: Box; shape: number };

/** What is said of a shot in words. */
export type FoundText = { caption: string; ocr_text: string; speech_text: string; tags: Tag[] };

/**
 * A piece of a material between two cuts: the unit of search. A picture or a sound has one. What filters need of the
 * material is repeated here, so that a page of a search reads one table; its folder is not, which changes often.
 */
export const shot = pgTable(
  'shot',
  {
    shot_id: text().primaryKey(),
    material_id: text()
      .notNull()
      .references(() => material.material_id, { onDelete: 'cascade' }),
    space_id: text().notNull(),
    project_id: text(),
    material_type: text().notNull(),
    material_sub_type: text(),
    index: integer().notNull(),
    start_ms: integer().notNull(),
    end_ms: integer().notNull(),
    duration: real().notNull(),
    orientation: text().$type<'portrait' | 'landscape' | 'square'>(),
    cover_vlc_id: text(),
    caption: text().notNull().default(''),
    tags: jsonb().$type<Tag[]>().notNull().default([]),
    tag_keys: text().array().notNull().default([]),
    /** Tags that are not sure enough to be shown (`object:红色汽车`): they are found, behind what is sure. */
    guesses: text().array().notNull().default([]),
    quality: real(),
    motion: real(),
    sharpness: real(),
    brightness: real(),
    colours: text().array().notNull().default([]),
    /** Perceptual hash of its cover, 16 hex digits. */
    phash: text(),
    people: integer(),
    ocr_text: text().notNull().default(''),
    /** Where the words of its cover stand; null where nobody looked yet. */
    writing: jsonb().$type<SeenWriting[]>(),
    speech_text: text().notNull().default(''),
    has_speech: boolean(),
    /** What the machine found, where a person has set something else. */
    found: jsonb().$type<FoundText>(),
    /** The words it is found by: cut, weighted, with the space as one of them. */
    words: tsvector(),
    /** The meaning of its words, and its look: unit vectors, one signed byte a dimension. */
    meaning: bytea(),
    look: bytea(),
    /** Coarse cells of `look`, by which candidates for look-alikes are found. */
    look_cells: integer().array().notNull().default([]),
    used_count: integer().notNull().default(0),
    last_used_at: time(),
    /** Its material is in the recycle bin. */
    is_hidden: boolean().notNull().default(false),
  },
  (table) => [
    uniqueIndex('shot_of_material').on(table.material_id, table.index),
    index('shot_space')
      .on(table.space_id, table.shot_id.desc().nullsFirst())
      .where(sql`not is_hidden`),
    index('shot_project')
      .on(table.project_id, table.shot_id.desc().nullsFirst())
      .where(sql`not is_hidden`),
    index('shot_words').using('gin', table.words),
    index('shot_look').using('gin', table.look_cells),
  ],
);

/** What a shot looks like as a whole and in parts, kept because looking costs half a second. */
export const shot_looks = pgTable('shot_looks', {
  shot_id: text()
    .primaryKey()
    .references(() => shot.shot_id, { onDelete: 'cascade' }),
  /** The picture that was looked at. */
  cover_vlc_id: text().notNull(),
  /** Vectors one behind another, one signed byte a dimension. */
  vectors: bytea().notNull(),
});

/** Somebody who was seen: faces that belong together. */
export const person = pgTable(
  'person',
  {
    person_id: text().primaryKey(),
    space_id: text()
      .notNull()
      .references(() => space.space_id, { onDelete: 'cascade' }),
    person_name: text().notNull().default(''),
    cover_vlc_id: text(),
    /** The mean of its faces, as 128 floats. */
    vector: bytea().notNull(),
    faces_count: integer().notNull().default(0),
    created_at: time().notNull().default(now),
  },
  (table) => [index('person_space').on(table.space_id)],
);

export const shot_face = pgTable(
  'shot_face',
  {
    face_id: text().primaryKey(),
    shot_id: text()
      .notNull()
      .references(() => shot.shot_id, { onDelete: 'cascade' }),
    person_id: text().references(() => person.person_id, { onDelete: 'set null' }),
    box: jsonb().$type<Box>().notNull(),
    vector: bytea().notNull(),
    score: real().notNull(),
  },
  (table) => [index('shot_face_shot').on(table.shot_id), index('shot_face_person').on(table.person_id)],
);

/**
 * What a person set by hand, by the time it is about rather than by the shot: shots are made anew by every analysis,
 * and what was corrected then belongs to the one that covers most of that time.
 */
export const correction = pgTable(
  'correction',
  {
    correction_id: text().primaryKey(),
    material_id: text()
      .notNull()
      .references(() => material.material_id, { onDelete: 'cascade' }),
    /** `cuts` is about the whole material. */
    field: text().$type<'caption' | 'ocr_text' | 'speech_text' | 'add_tag' | 'remove_tag' | 'cuts'>().notNull(),
    start_ms: integer().notNull(),
    end_ms: integer().notNull(),
    value: jsonb().notNull(),
    user_uid: text().notNull(),
    created_at: time().notNull().default(now),
  },
  (table) => [index('correction_material').on(table.material_id)],
);

/** How many materials were given to the analysis of a project since it last had nothing to do. */
export const analysis_batch = pgTable('analysis_batch', {
  project_id: text()
    .primaryKey()
    .references(() => project.project_id, { onDelete: 'cascade' }),
  all_total: integer().notNull(),
  /** Understood by an older version, and looked at again when nobody waits for anything. */
  later_total: integer().notNull().default(0),
});
