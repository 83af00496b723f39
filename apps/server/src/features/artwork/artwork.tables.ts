import type { ClipPick, Cover, ReviewState, Timeline, VideoFactors } from '@mixreel/contract';
import type { TakenCover } from '@mixreel/media';
import { now, time } from '#db/columns.ts';
import { sql } from '#db/orm.ts';
import { bigint, boolean, customType, index, integer, jsonb, pgTable, primaryKey, real, text } from '#db/pg-core.ts';
import type { Drawing } from '#features/cover/draw-cover.ts';
import { checkbox, dir } from '#features/dir/dir.tables.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import { project } from '#features/project/project.tables.ts';
import { space } from '#features/team/team.tables.ts';

/** The cover that a video has: what somebody wanted, and what it shows. */
export type StoredCover = Cover & {
  shown: TakenCover;
  /** What is written on it. */
  words: string;
  /** The notice that machines made parts of it is drawn on it. */
  is_marked: boolean;
  /** How it is to be drawn, until it is: a video need not wait for its cover. */
  undrawn?: { drawing: Drawing; is_ai: boolean };
};

/** A finished video. */
export const artwork = pgTable(
  'artwork',
  {
    artwork_id: text().primaryKey(),
    space_id: text()
      .notNull()
      .references(() => space.space_id, { onDelete: 'cascade' }),
    project_id: text()
      .notNull()
      .references(() => project.project_id),
    dir_id: text()
      .notNull()
      .references(() => dir.dir_id),
    artwork_name: text().notNull(),
    mproject_id: text(),
    candidate_id: text(),
    picks: jsonb().$type<ClipPick[]>().notNull().default([]),
    factors: jsonb().$type<VideoFactors>().notNull().default({}),
    vlc_id: text()
      .notNull()
      .references(() => vlc_file.vlc_id),
    /** Small, for lists and players, and in full size. */
    cover_vlc_id: text(),
    cover_full_vlc_id: text(),
    /** Null for one that was made before covers could be chosen. */
    cover: jsonb().$type<StoredCover>(),
    /** A small copy, made when it is shared without the original. */
    preview_vlc_id: text(),
    duration: real().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    ai_origin: boolean().notNull(),
    /** What it is made of, as it was then; null for a file that was made elsewhere. */
    timeline: jsonb().$type<Timeline>(),
    review_state: text().$type<ReviewState>().notNull().default('waiting'),
    reviewed_by: text(),
    reviewed_at: time(),
    note: text().notNull().default(''),
    download_count: integer().notNull().default(0),
    task_id: text(),
    created_by: text().notNull(),
    created_at: time().notNull().default(now),
    deleted_at: time(),
  },
  (table) => [
    index('artwork_dir').on(table.dir_id, table.artwork_id.desc().nullsFirst()),
    index('artwork_project').on(table.project_id, table.artwork_id.desc().nullsFirst()),
    index('artwork_mproject').on(table.mproject_id, table.artwork_id.desc().nullsFirst()),
    index('artwork_file').on(table.vlc_id),
    // Counts, and the rules of smart directories, are answered from it alone.
    index('artwork_live')
      .on(
        table.project_id,
        table.dir_id,
        table.artwork_id,
        table.mproject_id,
        table.review_state,
        table.ai_origin,
        table.width,
        table.height,
        table.created_at,
        table.duration,
      )
      .where(sql`deleted_at is null`),
    // Covers that are still to be drawn are looked for again and again, and there are hardly any.
    index('artwork_undrawn')
      .on(table.artwork_id)
      .where(sql`cover_vlc_id is null and cover is not null and deleted_at is null`),
    index('artwork_bin')
      .on(table.deleted_at)
      .where(sql`deleted_at is not null`),
  ],
);

export type ArtworkRow = typeof artwork.$inferSelect;

const tsvector = customType<{ data: string; driverData: string }>({ dataType: () => 'tsvector' });

/** Something in a finished video that a sentence may ask for: what is said, written or seen, and from which second on. */
export type Moment = { at: number; kind: 'speech' | 'text' | 'seen'; text: string };

/** What a finished video is found by. Made when it is first looked for, or in idle time. */
export const artwork_words = pgTable(
  'artwork_words',
  {
    artwork_id: text()
      .primaryKey()
      .references(() => artwork.artwork_id, { onDelete: 'cascade' }),
    /** As it was called then: one with another name is indexed again. */
    artwork_name: text().notNull(),
    moments: jsonb().$type<Moment[]>().notNull(),
    words: tsvector().notNull(),
  },
  (table) => [index('artwork_words_words').using('gin', table.words)],
);

/** A tick of a mark on a finished video. */
export const artwork_mark = pgTable(
  'artwork_mark',
  {
    artwork_id: text()
      .notNull()
      .references(() => artwork.artwork_id, { onDelete: 'cascade' }),
    checkbox_id: text()
      .notNull()
      .references(() => checkbox.checkbox_id, { onDelete: 'cascade' }),
    created_by: text().notNull(),
    created_at: time().notNull().default(now),
  },
  (table) => [
    primaryKey({ columns: [table.artwork_id, table.checkbox_id] }),
    index('artwork_mark_checkbox').on(table.checkbox_id),
  ],
);

/** What somebody says of a finished video, or of a moment of it. */
export const artwork_comment = pgTable(
  'artwork_comment',
  {
    comment_id: text().primaryKey(),
    space_id: text().notNull(),
    artwork_id: text()
      .notNull()
      .references(() => artwork.artwork_id, { onDelete: 'cascade' }),
    at_ms: integer(),
    text: text().notNull(),
    is_resolved: boolean().notNull().default(false),
    user_uid: text().notNull(),
    created_at: time().notNull().default(now),
  },
  (table) => [index('artwork_comment_artwork').on(table.artwork_id, table.at_ms)],
);
