import { bytea, now, time } from '#db/columns.ts';
import { index, integer, pgTable, real, text } from '#db/pg-core.ts';
import { shot } from '#features/analysis/analysis.tables.ts';
import { material } from '#features/material/material.tables.ts';
import { space } from '#features/team/team.tables.ts';

/**
 * What a space taught its search: that a moment of a material is not what these words ask for. By time rather than by
 * shot, since shots are made anew by every analysis.
 */
export const search_lesson = pgTable(
  'search_lesson',
  {
    lesson_id: text().primaryKey(),
    space_id: text()
      .notNull()
      .references(() => space.space_id, { onDelete: 'cascade' }),
    material_id: text()
      .notNull()
      .references(() => material.material_id, { onDelete: 'cascade' }),
    at_ms: integer().notNull(),
    /** The parts of the sentence, or the name of the tag that was taken away. */
    words: text().array().notNull(),
    /** How it looked when it was said: others that look so are meant a little too. */
    look: bytea(),
    /** The tag that was taken away, where it was one. */
    tag_key: text(),
    user_uid: text().notNull(),
    created_at: time().notNull().default(now),
  },
  (table) => [
    index('search_lesson_space').on(table.space_id, table.created_at.desc().nullsFirst()),
    index('search_lesson_material').on(table.material_id),
  ],
);

/** What the model that an administrator gave (CLIP) has seen in a shot. */
export const shot_match = pgTable('shot_match', {
  shot_id: text()
    .primaryKey()
    .references(() => shot.shot_id, { onDelete: 'cascade' }),
  /** Which model: vectors of two are not to be compared. */
  model: text().notNull(),
  /** The picture that was looked at. */
  cover_vlc_id: text().notNull(),
  /** One signed byte a dimension; none where the picture could not be read. */
  vector: bytea().notNull(),
  ground: real().notNull(),
  /** Everyday words that it shows (`object:猫`), found as guesses. */
  words: text().array().notNull(),
});
