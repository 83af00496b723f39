import type { MixOverrides, MixProject, Script, ShootingOverrides, VideoClip } from '@mixreel/contract';
import { now, time } from '#db/columns.ts';
import { boolean, doublePrecision, index, integer, jsonb, pgTable, primaryKey, text } from '#db/pg-core.ts';
import { project } from '#features/project/project.tables.ts';
import { space } from '#features/team/team.tables.ts';

/** A plan from which many videos are made. Names, settings, shootings, lines and clips are written by acts alone. */
export const mproject = pgTable(
  'mproject',
  {
    mproject_id: text().primaryKey(),
    space_id: text()
      .notNull()
      .references(() => space.space_id, { onDelete: 'cascade' }),
    project_id: text()
      .notNull()
      .references(() => project.project_id),
    mproject_name: text().notNull(),
    status: text().$type<MixProject['status']>().notNull().default('draft'),
    config: jsonb().$type<MixOverrides>().notNull().default({}),
    template_name: text(),
    /** As the template was when it was chosen: a later change of it changes no mix. */
    template_config: jsonb().$type<MixOverrides>(),
    /** Of name, template and settings; shootings and clips have their own. */
    revision: integer().notNull().default(1),
    /** Goes up with every change of anything that decides which videos there are. */
    plan_revision: integer().notNull().default(1),
    /** The `plan_revision` that the candidates were chosen for. */
    planned_revision: integer().notNull().default(0),
    is_demo: boolean().notNull().default(false),
    /** Whether it stands among the mixes of its project; those that are rows of something else do not. */
    is_listed: boolean().notNull().default(true),
    created_by: text().notNull(),
    created_at: time().notNull().default(now),
    updated_at: time().notNull().default(now),
    deleted_at: time(),
  },
  (table) => [index('mproject_list').on(table.project_id, table.updated_at)],
);

/** One shot of a mix. */
export const shooting = pgTable(
  'shooting',
  {
    shooting_id: text().primaryKey(),
    space_id: text().notNull(),
    mproject_id: text()
      .notNull()
      .references(() => mproject.mproject_id, { onDelete: 'cascade' }),
    /** Orders the shootings of a mix, compared byte by byte. */
    rank: text().notNull(),
    shooting_name: text().notNull().default(''),
    config: jsonb().$type<ShootingOverrides>().notNull().default({}),
    /** Goes up with what is said and set in it; where it stands and its clips are not counted. */
    revision: integer().notNull().default(1),
    created_at: time().notNull().default(now),
    deleted_at: time(),
  },
  (table) => [index('shooting_mproject').on(table.mproject_id)],
);

/** One wording of a shooting. */
export const script = pgTable(
  'script',
  {
    mproject_id: text()
      .notNull()
      .references(() => mproject.mproject_id, { onDelete: 'cascade' }),
    script_id: text().notNull(),
    shooting_id: text()
      .notNull()
      .references(() => shooting.shooting_id, { onDelete: 'cascade' }),
    rank: text().notNull(),
    text: text().notNull(),
    recording_material_id: text(),
    captions: jsonb().$type<Script['captions']>(),
    second_text: text(),
  },
  (table) => [
    primaryKey({ columns: [table.mproject_id, table.script_id] }),
    index('script_shooting').on(table.shooting_id),
  ],
);

/** One candidate of a shooting, of the openings or of the endings. */
export const video_clip = pgTable(
  'video_clip',
  {
    video_clip_id: text().primaryKey(),
    space_id: text().notNull(),
    mproject_id: text()
      .notNull()
      .references(() => mproject.mproject_id, { onDelete: 'cascade' }),
    pool: text().$type<VideoClip['pool']>().notNull(),
    shooting_id: text().references(() => shooting.shooting_id, { onDelete: 'cascade' }),
    rank: text().notNull(),
    // No foreign keys: shots are made anew by every analysis, and only acts take a clip out of its mix.
    material_id: text().notNull(),
    shot_id: text(),
    /** As the material was called when it was put here. */
    material_name: text().notNull().default(''),
    start_ms: integer().notNull(),
    end_ms: integer().notNull(),
    speed: doublePrecision().notNull().default(1),
    volume: doublePrecision().notNull().default(1),
    fit: text().$type<NonNullable<VideoClip['fit']>>(),
    crop: jsonb().$type<NonNullable<VideoClip['crop']>>(),
    is_mirrored: boolean().notNull().default(false),
    is_pinned: boolean().notNull().default(false),
    is_excluded: boolean().notNull().default(false),
    note: text().notNull().default(''),
    revision: integer().notNull().default(1),
    created_at: time().notNull().default(now),
    deleted_at: time(),
  },
  (table) => [index('video_clip_mproject').on(table.mproject_id), index('video_clip_material').on(table.material_id)],
);
