import { jsonb, pgTable, real, text } from 'drizzle-orm/pg-core';
import { now, time } from '#db/columns.ts';

/** What we measured of a piece of the music library; the pieces themselves are listed by the packs. */
export const music_facts = pgTable('music_facts', {
  music_id: text().primaryKey(),
  tempo: real(),
  energy: real().notNull(),
  beats: jsonb().$type<number[]>().notNull(),
  measured_at: time().notNull().default(now),
});
