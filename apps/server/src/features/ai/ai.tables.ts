import { date, doublePrecision, integer, pgTable, primaryKey, text } from '#db/pg-core.ts';
import { space } from '#features/team/team.tables.ts';

/** What each space used of each engine, by day. */
export const ai_usage = pgTable(
  'ai_usage',
  {
    day: date().notNull(),
    space_id: text()
      .notNull()
      .references(() => space.space_id, { onDelete: 'cascade' }),
    engine: text().notNull(),
    ability: text().$type<'speech' | 'transcription'>().notNull(),
    calls: integer().notNull().default(0),
    cache_hits: integer().notNull().default(0),
    characters: integer().notNull().default(0),
    seconds: doublePrecision().notNull().default(0),
    cpu_seconds: doublePrecision().notNull().default(0),
    failures: integer().notNull().default(0),
    cost: doublePrecision().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.day, table.space_id, table.engine, table.ability] })],
);
