import type { Share } from '@mixreel/contract';
import { now, time } from '#db/columns.ts';
import { boolean, index, integer, pgTable, primaryKey, text } from '#db/pg-core.ts';
import { artwork } from '#features/artwork/artwork.tables.ts';
import { material } from '#features/material/material.tables.ts';
import { space } from '#features/team/team.tables.ts';

/** A link to some materials, finished videos, a directory of either or a storyboard. Its id is the secret: 128 random bits. */
export const share = pgTable(
  'share',
  {
    record_uuid: text().primaryKey(),
    space_id: text()
      .notNull()
      .references(() => space.space_id, { onDelete: 'cascade' }),
    title: text().notNull(),
    /** Of a directory: it shows what lies in it when it is opened, and has no items of its own. */
    dir_id: text(),
    /** Of a storyboard: it shows the board as it is when it is opened. */
    story_board_id: text(),
    quality: text().$type<Share['quality']>().notNull(),
    allow_download: boolean().notNull(),
    password_hash: text(),
    expires_at: time(),
    revoked_at: time(),
    view_count: integer().notNull().default(0),
    download_count: integer().notNull().default(0),
    created_by: text().notNull(),
    created_at: time().notNull().default(now),
  },
  (table) => [index('share_space').on(table.space_id, table.created_at.desc().nullsFirst())],
);

export const share_item = pgTable(
  'share_item',
  {
    record_uuid: text()
      .notNull()
      .references(() => share.record_uuid, { onDelete: 'cascade' }),
    position: integer().notNull(),
    // One of the two.
    material_id: text().references(() => material.material_id, { onDelete: 'cascade' }),
    artwork_id: text().references(() => artwork.artwork_id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.record_uuid, table.position] }),
    index('share_item_material').on(table.material_id),
    index('share_item_artwork').on(table.artwork_id),
  ],
);
