import type { SpokenWord } from '@mixreel/contract';
import { now, time } from '#db/columns.ts';
import { index, jsonb, pgTable, real, text, uniqueIndex } from '#db/pg-core.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import { space } from '#features/team/team.tables.ts';

/** Speech that was made once, by everything that decides how it sounds. What nobody asks for is forgotten. */
export const speech = pgTable(
  'speech',
  {
    speech_id: text().primaryKey(),
    space_id: text()
      .notNull()
      .references(() => space.space_id, { onDelete: 'cascade' }),
    speech_key: text().notNull(),
    vlc_id: text()
      .notNull()
      .references(() => vlc_file.vlc_id, { onDelete: 'cascade' }),
    duration: real().notNull(),
    words: jsonb().$type<SpokenWord[]>().notNull(),
    peaks: jsonb().$type<number[]>().notNull(),
    /** What a recogniser wrote of it each time it listened; null while it has not. */
    heard: text().array(),
    used_at: time().notNull().default(now),
  },
  (table) => [
    uniqueIndex('speech_by_key').on(table.space_id, table.speech_key),
    index('speech_unused').on(table.used_at),
    index('speech_file').on(table.vlc_id),
  ],
);

/** How a space reads a word. */
export const pronunciation = pgTable(
  'pronunciation',
  {
    pronunciation_id: text().primaryKey(),
    space_id: text()
      .notNull()
      .references(() => space.space_id, { onDelete: 'cascade' }),
    word: text().notNull(),
    reading: text().notNull(),
    created_by: text().notNull(),
    created_at: time().notNull().default(now),
  },
  (table) => [uniqueIndex('pronunciation_by_word').on(table.space_id, table.word)],
);
