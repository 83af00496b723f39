import type { Box, FaceGroup, FaceScore, FaceSubject } from '@mixreel/contract';
import { now, time } from '#db/columns.ts';
import { bigint, index, integer, jsonb, pgTable, primaryKey, real, text } from '#db/pg-core.ts';
import { project } from '#features/project/project.tables.ts';
import { space } from '#features/team/team.tables.ts';

/** Kept as it was said: whose face, which text, who said so and when, and what proves it. */
export type Consent = {
  subject: FaceSubject;
  version: number;
  text: string;
  user_uid: string;
  user_name: string;
  at: string;
  document: { vlc_id: string; file_name: string } | null;
};
/** A picture of a face: the file, where the face is, and who it is to the network (128 numbers). */
export type FacePicture = { vlc_id: string; sha256: string; box: Box; yaw: number; pitch: number; vector: number[] };
export type Withdrawal = { user_uid: string; user_name: string; at: string };

/** Where somebody is seen without a break: places at moments, and what their face is like to the network. */
export type Track = {
  track_id: string;
  start_ms: number;
  end_ms: number;
  boxes: { at_ms: number; box: Box; yaw: number }[];
  vector: number[];
  years: number;
  cover_vlc_id: string | null;
};
export type Figure = { figure_id: string; figure_name: string; tracks: Track[] };

/** What came of it. */
export type SwappedFile = {
  vlc_id: string;
  bytes: number;
  from_ms: number;
  scores: FaceScore[];
  /** What a person should know of it; results of before say nothing. */
  note?: string | null;
  material_id: string | null;
  /** The copy with the notice that people see, once somebody took it away. */
  marked_vlc_id: string | null;
  made_by_name: string;
  made_at: string;
};

/** A face that people of the space may put onto others, with the consent to do so. */
export const face = pgTable(
  'face',
  {
    face_id: text().primaryKey(),
    space_id: text()
      .notNull()
      .references(() => space.space_id, { onDelete: 'cascade' }),
    face_name: text().notNull(),
    pictures: jsonb().$type<FacePicture[]>().notNull(),
    consent: jsonb().$type<Consent>().notNull(),
    withdrawal: jsonb().$type<Withdrawal>(),
    created_by: text().notNull(),
    created_at: time().notNull().default(now),
  },
  (table) => [index('face_space').on(table.space_id)],
);

/** A video or picture in which faces are changed. How far that is stands in its tasks. */
export const face_swap = pgTable(
  'face_swap',
  {
    swap_id: text().primaryKey(),
    swap_name: text().notNull(),
    space_id: text()
      .notNull()
      .references(() => space.space_id, { onDelete: 'cascade' }),
    project_id: text()
      .notNull()
      .references(() => project.project_id),
    material_id: text().notNull(),
    /** The file as it was when it was looked at: another one has its people elsewhere. */
    vlc_id: text().notNull(),
    sha256: text().notNull(),
    material_name: text().notNull(),
    content_type: text().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    fps: real().notNull(),
    duration_ms: bigint({ mode: 'number' }).notNull(),
    cuts_ms: jsonb().$type<number[]>().notNull().default([]),
    revision: integer().notNull().default(1),
    figures: jsonb().$type<Figure[]>().notNull().default([]),
    groups: jsonb().$type<FaceGroup[]>().notNull().default([]),
    note: text(),
    find_task_id: text(),
    make_task_id: text(),
    preview: jsonb().$type<SwappedFile>(),
    result: jsonb().$type<SwappedFile>(),
    created_by: text().notNull(),
    created_at: time().notNull().default(now),
  },
  (table) => [index('face_swap_project').on(table.project_id, table.swap_id.desc().nullsFirst())],
);

/** Which contents show which face: what a withdrawal has to find, long after projects and materials are gone. */
export const face_use = pgTable(
  'face_use',
  {
    face_id: text()
      .notNull()
      .references(() => face.face_id, { onDelete: 'cascade' }),
    sha256: text().notNull(),
    swap_id: text().notNull(),
    space_id: text().notNull(),
    made_name: text().notNull(),
    created_at: time().notNull().default(now),
  },
  (table) => [primaryKey({ columns: [table.face_id, table.sha256] }), index('face_use_content').on(table.sha256)],
);
