import type { AnalysisStatus, Material, Rights, SpokenWord, Sprite, Tag } from '@mixreel/contract';
import type { MediaFacts } from '@mixreel/media';
import { now, time } from '#db/columns.ts';
import { sql } from '#db/orm.ts';
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, real, text } from '#db/pg-core.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import { project } from '#features/project/project.tables.ts';
import { space } from '#features/team/team.tables.ts';

export type Span = { start: number; end: number };
export type Marks = { black: Span[]; frozen: Span[]; blurred: Span[]; shaky: Span[]; damaged: Span[] };

export const material = pgTable(
  'material',
  {
    material_id: text().primaryKey(),
    space_id: text()
      .notNull()
      .references(() => space.space_id),
    project_id: text().references(() => project.project_id),
    /** Its folder. No foreign key: it would cost a scan of this table whenever a folder goes. */
    dir_id: text(),
    vlc_id: text().references(() => vlc_file.vlc_id),
    material_name: text().notNull(),
    material_type: text().$type<Material['material_type']>().notNull(),
    material_sub_type: text().$type<Material['material_sub_type']>(),
    material_source: text().$type<Material['material_source']>().notNull(),
    origin_url: text(),
    /** The material that a tool made it of. */
    made_of_id: text(),
    duration: real(),
    width: integer(),
    height: integer(),
    bytes: bigint({ mode: 'number' }),
    fps: real(),
    orientation: text().$type<'portrait' | 'landscape' | 'square'>(),
    /** Made by a machine: labelled wherever it is shown or used. */
    ai_origin: boolean().notNull().default(false),

    // No foreign keys: each would cost a scan of this table whenever a file goes.
    cover_vlc_id: text(),
    preview_vlc_id: text(),
    sprite_vlc_id: text(),
    sprite: jsonb().$type<Omit<Sprite, 'url'>>(),
    /** A copy that is cheap to cut, where that pays. */
    mezzanine_vlc_id: text(),

    analysis_status: text().$type<AnalysisStatus>().notNull().default('done'),
    analysis_message: text(),
    /** The task that analyses it now, or did last. */
    analysis_task_id: text(),
    /** Which analysis found what is known; a newer one finds more. */
    analysis_version: integer().notNull().default(0),
    quality: real(),
    has_speech: boolean(),
    shots_count: integer().notNull().default(0),
    tags: jsonb().$type<Tag[]>().notNull().default([]),
    /** `type:name` of every tag of it and of its shots: what filters look at. */
    tag_keys: text().array().notNull().default([]),
    rights: jsonb().$type<Rights>(),
    rights_expires_at: time(),
    note: text().notNull().default(''),
    like_count: integer().notNull().default(0),
    used_count: integer().notNull().default(0),
    last_used_at: time(),
    created_by: text().notNull(),
    created_at: time().notNull().default(now),
    deleted_at: time(),
  },
  (table) => [
    // Ids sort by time, so the newest come first without another sort column.
    index('material_view')
      .on(
        table.space_id,
        table.project_id,
        table.material_type,
        table.material_sub_type,
        table.material_id.desc().nullsFirst(),
      )
      .where(sql`deleted_at is null`),
    index('material_project')
      .on(table.project_id, table.material_id.desc().nullsFirst())
      .where(sql`deleted_at is null`),
    index('material_project_type')
      .on(table.project_id, table.material_type, table.material_id.desc().nullsFirst())
      .where(sql`deleted_at is null`),
    index('material_space')
      .on(table.space_id, table.material_id.desc().nullsFirst())
      .where(sql`deleted_at is null`),
    // The kinds stand in it so that a folder's page of one kind is found without the rows.
    index('material_dir')
      .on(table.dir_id, table.material_id.desc().nullsFirst(), table.material_type, table.material_sub_type)
      .where(sql`deleted_at is null and dir_id is not null`),
    index('material_dir_bin')
      .on(table.dir_id)
      .where(sql`deleted_at is not null and dir_id is not null`),
    index('material_bin')
      .on(table.space_id, table.project_id, table.deleted_at.desc().nullsFirst())
      .where(sql`deleted_at is not null`),
    index('material_analysis')
      .on(table.project_id, table.analysis_status)
      .where(sql`analysis_status <> 'done'`),
    index('material_file').on(table.vlc_id),
    // Tags, name and owners in one index, so that what is common everywhere and rare in a project is found at once.
    index('material_keys').using('gin', sql`material_keys(space_id, project_id, material_name, tag_keys)`),
    index('material_by_name')
      .on(table.project_id, table.material_name, table.material_id)
      .where(sql`deleted_at is null`),
    index('material_by_duration')
      .on(table.project_id, sql`coalesce(duration, 0) desc`, table.material_id.desc().nullsFirst())
      .where(sql`deleted_at is null`),
    index('material_by_bytes')
      .on(table.project_id, sql`coalesce(bytes, 0) desc`, table.material_id.desc().nullsFirst())
      .where(sql`deleted_at is null`),
    index('material_by_use')
      .on(table.project_id, table.used_count.desc().nullsFirst(), table.material_id.desc().nullsFirst())
      .where(sql`deleted_at is null`),
    index('material_by_quality')
      .on(table.project_id, sql`coalesce(quality, 0) desc`, table.material_id.desc().nullsFirst())
      .where(sql`deleted_at is null`),
  ],
);

/** What is known of a material's sound: how it looks as a waveform, and what is said when. */
export const material_sound = pgTable('material_sound', {
  material_id: text()
    .primaryKey()
    .references(() => material.material_id, { onDelete: 'cascade' }),
  peaks: jsonb().$type<number[]>().notNull(),
  words: jsonb().$type<SpokenWord[]>().notNull(),
});

/** What only the detail of a material shows. */
export const material_facts = pgTable('material_facts', {
  material_id: text()
    .primaryKey()
    .references(() => material.material_id, { onDelete: 'cascade' }),
  facts: jsonb().$type<MediaFacts>().notNull(),
  /** What was analysed before damage was looked for says nothing of it. */
  marks: jsonb().$type<Omit<Marks, 'damaged'> & Partial<Marks>>().notNull(),
  loudness: real(),
  /** Moments whose pictures were measured on the way; null for what was analysed before they were kept. */
  stills: jsonb().$type<MeasuredStill[]>(),
});

/** A moment in seconds, its sharpness, its brightness and its perceptual hash. Black ones are left out. */
export type MeasuredStill = [seconds: number, sharpness: number, brightness: number, hash: string];

export const material_like = pgTable(
  'material_like',
  {
    material_id: text()
      .notNull()
      .references(() => material.material_id, { onDelete: 'cascade' }),
    user_uid: text().notNull(),
    liked_at: time().notNull().default(now),
  },
  (table) => [
    primaryKey({ columns: [table.user_uid, table.material_id] }),
    index('material_like_of').on(table.material_id),
  ],
);

/** How many materials of a project have a tag. Kept by a trigger on `material`: counting them takes seconds. */
export const tag_count = pgTable(
  'tag_count',
  {
    space_id: text().notNull(),
    project_id: text().notNull(),
    material_type: text().$type<Material['material_type']>().notNull(),
    tag_key: text().notNull(),
    count: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.space_id, table.project_id, table.material_type, table.tag_key] })],
);
