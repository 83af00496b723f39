import type { AiAudio, AudioMusic, SpokenWord } from '@mixreel/contract';
import { now, time } from '#db/columns.ts';
import { doublePrecision, index, integer, jsonb, pgTable, primaryKey, text } from '#db/pg-core.ts';
import { project } from '#features/project/project.tables.ts';
import { space } from '#features/team/team.tables.ts';

/** What a finished piece says and when: lines by their ids, words over the whole piece. */
export type Rendition = {
  revision: number;
  /** What decided the sound, as a hash: a new name makes no piece out of date. */
  content: string;
  duration: number;
  /** Where the audible mark is; null where the space has taken it upon itself. Missing: as the piece says. */
  mark?: 'start' | 'end' | null;
  lines: { line_id: string; start: number; end: number; text: string }[];
  words: SpokenWord[];
  peaks: number[];
  /** Files by format; the master is a flac. */
  files: Record<string, string>;
};

export const ai_audio = pgTable(
  'ai_audio',
  {
    ai_audio_id: text().primaryKey(),
    space_id: text()
      .notNull()
      .references(() => space.space_id, { onDelete: 'cascade' }),
    project_id: text()
      .notNull()
      .references(() => project.project_id),
    audio_name: text().notNull(),
    status: text().$type<AiAudio['status']>().notNull().default('draft'),
    music: jsonb().$type<AudioMusic | null>(),
    target_lufs: doublePrecision().notNull().default(-14),
    ai_mark: text().$type<AiAudio['ai_mark']>().notNull().default('end'),
    rendition: jsonb().$type<Rendition | null>(),
    material_id: text(),
    task_id: text(),
    error: text(),
    created_by: text().notNull(),
    created_at: time().notNull().default(now),
    updated_at: time().notNull().default(now),
    deleted_at: time(),
  },
  (table) => [index('ai_audio_list').on(table.space_id, table.project_id, table.updated_at)],
);

/** The lines of pieces; `rank` orders them. Written by acts of the document alone. */
export const audio_line = pgTable(
  'audio_line',
  {
    ai_audio_id: text()
      .notNull()
      .references(() => ai_audio.ai_audio_id, { onDelete: 'cascade' }),
    line_id: text().notNull(),
    rank: text().notNull(),
    text: text().notNull(),
    voice_id: text().notNull(),
    rate: doublePrecision().notNull(),
    pitch: doublePrecision().notNull(),
    volume: doublePrecision().notNull(),
    emotion: text(),
    pause_ms: integer().notNull(),
    shot_ms: integer(),
  },
  (table) => [primaryKey({ columns: [table.ai_audio_id, table.line_id] })],
);
