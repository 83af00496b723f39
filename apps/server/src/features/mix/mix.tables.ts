import type { MixOverrides, MixProject, Script, ShootingOverrides, VideoClip } from '@mixreel/contract';
import { now, time } from '#db/columns.ts';
import { boolean, index, integer, jsonb, pgTable, real, text } from '#db/pg-core.ts';
import { material } from '#features/material/material.tables.ts';
import { project } from '#features/project/project.tables.ts';
import { space } from '#features/team/team.tables.ts';

/** A plan from which many videos are made. */
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
    /** Orders the shootings of a mix; need not be without gaps. */
    position: integer().notNull(),
    shooting_name: text().notNull().default(''),
    scripts: jsonb().$type<Script[]>().notNull(),
    config: jsonb().$type<ShootingOverrides>().notNull().default({}),
    revision: integer().notNull().default(1),
    created_at: time().notNull().default(now),
    deleted_at: time(),
  },
  (table) => [index('shooting_mproject').on(table.mproject_id, table.position)],
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
    position: integer().notNull(),
    // No foreign key to the shot: shots are made anew by every analysis.
    material_id: text()
      .notNull()
      .references(() => material.material_id, { onDelete: 'cascade' }),
    shot_id: text(),
    start_ms: integer().notNull(),
    end_ms: integer().notNull(),
    speed: real().notNull().default(1),
    volume: real().notNull().default(1),
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
  (table) => [
    index('video_clip_mproject').on(table.mproject_id, table.position),
    index('video_clip_material').on(table.material_id),
  ],
);
