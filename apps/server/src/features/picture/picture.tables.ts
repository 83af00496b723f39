import { now, time } from '#db/columns.ts';
import { index, jsonb, pgTable, primaryKey, text, uniqueIndex } from '#db/pg-core.ts';
import { ai_generation } from '#features/generate/generate.tables.ts';
import { space } from '#features/team/team.tables.ts';

/** The layers of a poster: what it was drawn from, and what an editor opens. */
export const picture_sheet = pgTable(
  'picture_sheet',
  {
    generation_id: text()
      .notNull()
      .references(() => ai_generation.generation_id, { onDelete: 'cascade' }),
    /** The finished picture. */
    vlc_id: text().notNull(),
    layout_name: text().notNull(),
    /** Read with its schema: what was written once may be older than it. */
    sheet: jsonb().$type<unknown>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.generation_id, table.vlc_id] })],
);

/** Prompts that a space keeps to use again. */
export const picture_prompt = pgTable(
  'picture_prompt',
  {
    prompt_id: text().primaryKey(),
    space_id: text()
      .notNull()
      .references(() => space.space_id, { onDelete: 'cascade' }),
    prompt: text().notNull(),
    negative: text().notNull().default(''),
    /** Of both: long texts make no index. */
    hash: text().notNull(),
    created_by: text().notNull(),
    created_at: time().notNull().default(now),
  },
  (table) => [
    uniqueIndex('picture_prompt_once').on(table.space_id, table.hash),
    index('picture_prompt_space').on(table.space_id, table.prompt_id),
  ],
);
