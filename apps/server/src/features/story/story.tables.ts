import type { StoryBrief, StoryOrigin, StoryPace, StoryReference, StoryRow } from '@mixreel/contract';
import { now, time } from '#db/columns.ts';
import { doublePrecision, index, integer, jsonb, pgTable, primaryKey, text } from '#db/pg-core.ts';
import { mproject } from '#features/mix/mix.tables.ts';
import { project } from '#features/project/project.tables.ts';
import { space } from '#features/team/team.tables.ts';

export const story_board = pgTable(
  'story_board',
  {
    story_board_id: text().primaryKey(),
    space_id: text()
      .notNull()
      .references(() => space.space_id, { onDelete: 'cascade' }),
    project_id: text()
      .notNull()
      .references(() => project.project_id),
    board_name: text().notNull(),
    target_ms: integer(),
    voice_id: text(),
    rate: doublePrecision().notNull().default(1),
    brief: jsonb().$type<StoryBrief>(),
    origin: text().$type<StoryOrigin>().notNull().default('own'),
    source_material_id: text(),
    pace: jsonb().$type<StoryPace>(),
    created_by: text().notNull(),
    created_at: time().notNull().default(now),
    updated_at: time().notNull().default(now),
    deleted_at: time(),
  },
  (table) => [index('story_board_list').on(table.space_id, table.project_id, table.updated_at)],
);

/** The rows of boards; `rank` orders them. Written by acts of the document alone. */
export const shooting_script = pgTable(
  'shooting_script',
  {
    story_board_id: text()
      .notNull()
      .references(() => story_board.story_board_id, { onDelete: 'cascade' }),
    row_id: text().notNull(),
    rank: text().notNull(),
    section: text().$type<StoryRow['section']>(),
    picture: text().notNull(),
    line: text().notNull(),
    caption: text().notNull(),
    shot_size: text().$type<StoryRow['shot_size']>(),
    angle: text().$type<StoryRow['angle']>(),
    camera_move: text().$type<StoryRow['camera_move']>(),
    duration_ms: integer(),
    scene: text().notNull(),
    people: text().notNull(),
    props: text().notNull(),
    sound: text().notNull(),
    note: text().notNull(),
    reference: jsonb().$type<StoryReference | null>(),
  },
  (table) => [primaryKey({ columns: [table.story_board_id, table.row_id] })],
);

/** Which shooting of a mix was made of which row, and the words that both had when they last agreed. */
export const story_link = pgTable(
  'story_link',
  {
    shooting_id: text().primaryKey(),
    mproject_id: text()
      .notNull()
      .references(() => mproject.mproject_id, { onDelete: 'cascade' }),
    story_board_id: text()
      .notNull()
      .references(() => story_board.story_board_id, { onDelete: 'cascade' }),
    row_id: text().notNull(),
    line: text().notNull(),
  },
  (table) => [
    index('story_link_board').on(table.story_board_id, table.row_id),
    index('story_link_mix').on(table.mproject_id),
  ],
);
