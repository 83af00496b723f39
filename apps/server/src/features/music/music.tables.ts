import type { MusicLicence } from '@mixreel/contract';
import { now, time } from '#db/columns.ts';
import { boolean, index, jsonb, pgTable, real, text } from '#db/pg-core.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import { space } from '#features/team/team.tables.ts';

/** What we measured of a piece, of the library or of a space; the pieces of the library are listed by the packs. */
export const music_facts = pgTable('music_facts', {
  /** Or the hash of a material's content that serves as music. */
  music_id: text().primaryKey(),
  tempo: real(),
  energy: real().notNull(),
  beats: jsonb().$type<number[]>().notNull(),
  measured_at: time().notNull().default(now),
});

/** A piece that a space brought, with what it may be used for. */
export const own_music = pgTable(
  'own_music',
  {
    music_id: text().primaryKey(),
    space_id: text()
      .notNull()
      .references(() => space.space_id, { onDelete: 'cascade' }),
    vlc_id: text()
      .notNull()
      .references(() => vlc_file.vlc_id),
    title: text().notNull(),
    moods: jsonb().$type<string[]>().notNull(),
    duration: real().notNull(),
    is_ai_made: boolean().notNull(),
    licence: jsonb().$type<MusicLicence>().notNull(),
    created_by: text().notNull(),
    created_at: time().notNull().default(now),
    deleted_at: time(),
  },
  (table) => [index('own_music_space').on(table.space_id)],
);
