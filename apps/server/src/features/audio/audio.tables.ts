import type { AiAudio, AudioLine, AudioMusic, SpokenWord } from '@mixreel/contract';
import { now, time } from '#db/columns.ts';
import { doublePrecision, index, integer, jsonb, pgTable, text } from '#db/pg-core.ts';
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
    lines: jsonb().$type<AudioLine[]>().notNull(),
    music: jsonb().$type<AudioMusic | null>(),
    target_lufs: doublePrecision().notNull().default(-14),
    ai_mark: text().$type<AiAudio['ai_mark']>().notNull().default('end'),
    revision: integer().notNull().default(1),
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
