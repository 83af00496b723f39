import type { MaterialSubType, MaterialType, SameNameChoice, UploadStatus } from '@mixreel/contract';
import { now, time } from '#db/columns.ts';
import { sql } from '#db/orm.ts';
import { bigint, boolean, index, pgTable, text } from '#db/pg-core.ts';
import { material } from '#features/material/material.tables.ts';
import { project } from '#features/project/project.tables.ts';
import { space } from '#features/team/team.tables.ts';

/** One file on its way into the library, by upload or by link. */
export const upload_record = pgTable(
  'upload_record',
  {
    record_uuid: text().primaryKey(),
    space_id: text()
      .notNull()
      .references(() => space.space_id, { onDelete: 'cascade' }),
    project_id: text()
      .notNull()
      .references(() => project.project_id),
    user_uid: text().notNull(),
    /** Sent by somebody without an account in this person's name: their own list of uploads does not show it. */
    is_guest: boolean().notNull().default(false),
    status: text().$type<UploadStatus>().notNull().default('uploading'),
    file_name: text().notNull(),
    relative_path: text().notNull().default(''),
    /** The folder that it goes into; it may be deleted while the bytes come. */
    dir_id: text(),
    bytes: bigint({ mode: 'number' }).notNull(),
    received_bytes: bigint({ mode: 'number' }).notNull().default(0),
    sha256: text(),
    material_type: text().$type<MaterialType>().notNull(),
    material_sub_type: text().$type<MaterialSubType>(),
    same_name: text().$type<SameNameChoice>().notNull().default('keep_both'),
    message: text(),
    source_url: text(),
    task_id: text(),
    material_id: text().references(() => material.material_id, { onDelete: 'set null' }),
    created_at: time().notNull().default(now),
    updated_at: time().notNull().default(now),
    expires_at: time().notNull(),
  },
  (table) => [
    index('upload_record_project').on(table.project_id, table.record_uuid.desc().nullsFirst()),
    index('upload_record_expiry')
      .on(table.expires_at)
      .where(sql`status in ('uploading', 'verifying')`),
  ],
);
