import type { ShootState } from '@mixreel/contract';
import { now, time } from '#db/columns.ts';
import { index, integer, pgTable, primaryKey, text } from '#db/pg-core.ts';
import { space } from '#features/team/team.tables.ts';
import { story_board } from '../story.tables.ts';

/** What lets phones without an account shoot for a board. Only the hash of the code is kept. */
export const shoot_code = pgTable(
  'shoot_code',
  {
    shoot_code_id: text().primaryKey(),
    space_id: text()
      .notNull()
      .references(() => space.space_id, { onDelete: 'cascade' }),
    story_board_id: text()
      .notNull()
      .references(() => story_board.story_board_id, { onDelete: 'cascade' }),
    code_hash: text().notNull().unique(),
    expires_at: time().notNull(),
    revoked_at: time(),
    last_used_at: time(),
    /** In whose name takes come into the library. */
    created_by: text().notNull(),
    created_at: time().notNull().default(now),
  },
  (table) => [index('shoot_code_board').on(table.story_board_id)],
);

/** How far a row is. No part of the document: nobody takes a take back by undoing a word. */
export const shoot_mark = pgTable(
  'shoot_mark',
  {
    story_board_id: text()
      .notNull()
      .references(() => story_board.story_board_id, { onDelete: 'cascade' }),
    row_id: text().notNull(),
    state: text().$type<ShootState>().notNull(),
    by_name: text().notNull(),
    updated_at: time().notNull().default(now),
  },
  (table) => [primaryKey({ columns: [table.story_board_id, table.row_id] })],
);

/** A take of a row. Named by the phone, so that one that is sent twice is one. */
export const shoot_take = pgTable(
  'shoot_take',
  {
    take_id: text().primaryKey(),
    story_board_id: text()
      .notNull()
      .references(() => story_board.story_board_id, { onDelete: 'cascade' }),
    /** The row may be gone since; the take is not. */
    row_id: text().notNull(),
    number: integer().notNull(),
    shot_by: text().notNull(),
    /** The upload that brings it; forgotten some time after it ended. */
    record_uuid: text(),
    material_id: text(),
    message: text(),
    created_at: time().notNull().default(now),
  },
  (table) => [index('shoot_take_board').on(table.story_board_id, table.row_id)],
);
