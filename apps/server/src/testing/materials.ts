import { basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { newId } from '#db/id.ts';
import { eq } from '#db/orm.ts';
import { startAnalysis } from '#features/analysis/start-analysis.ts';
import { addFile } from '#features/file/add-file.ts';
import { material } from '#features/material/material.tables.ts';
import { project } from '#features/project/project.tables.ts';
import type { TestApp, TestUser } from './test-app.ts';

type Row = typeof material.$inferSelect;
type Kind = Pick<Row, 'material_type' | 'ai_origin' | 'dir_id'>;

const TYPES: Record<string, [Row['material_type'], string]> = {
  mp4: ['video', 'video/mp4'],
  mov: ['video', 'video/quicktime'],
  mkv: ['video', 'video/x-matroska'],
  jpg: ['image', 'image/jpeg'],
  png: ['image', 'image/png'],
  webp: ['image', 'image/webp'],
  wav: ['audio', 'audio/wav'],
  mp3: ['audio', 'audio/mpeg'],
  m4a: ['audio', 'audio/mp4'],
};

/** A project of this user, without the calls that would make one. */
export async function testProject(app: TestApp, { space_id, user_uid }: TestUser): Promise<string> {
  const project_id = newId();
  await app.db.insert(project).values({ project_id, space_id, project_name: '测试项目', created_by: user_uid });
  return project_id;
}

/** A file as a material that waits for its analysis: whatever is in it, which no upload would allow. */
export async function testMaterial(
  app: TestApp,
  user: TestUser,
  project_id: string,
  path: string,
  kind: Partial<Kind> = {},
): Promise<string> {
  const material_id = await addRow(app, user, project_id, path, { ...kind, analysis_status: 'waiting' });
  const { space_id, user_uid } = user;
  await app.db.transaction((tx) => startAnalysis(app, tx, [{ material_id, space_id, project_id, user_uid }]));
  return material_id;
}

/** A file as a material that nobody has to look through: for tests of what is done with it. */
export async function knownMaterial(
  app: TestApp,
  user: TestUser,
  project_id: string,
  path: string,
  kind: Partial<Kind> = {},
): Promise<string> {
  return addRow(app, user, project_id, path, { ...kind, analysis_status: 'done' });
}

async function addRow(
  app: TestApp,
  { space_id, user_uid }: TestUser,
  project_id: string,
  path: string,
  about: Partial<Kind> & Pick<Row, 'analysis_status'>,
): Promise<string> {
  const [material_type, content_type] = TYPES[path.split('.').at(-1) ?? ''] ?? ['video', 'video/mp4'];
  const file = await addFile(app.db, app.storage, {
    space_id,
    file_name: basename(path),
    content_type,
    created_by: user_uid,
    source: { path },
  });
  const material_id = newId();
  await app.db.insert(material).values({
    material_id,
    space_id,
    project_id,
    vlc_id: file.vlc_id,
    bytes: file.bytes,
    material_name: basename(path),
    material_type,
    material_source: 'user_upload',
    created_by: user_uid,
    ...about,
  });
  return material_id;
}

/** The row, once its analysis is in one of these states. */
export async function analysed(
  app: TestApp,
  material_id: string,
  status: Row['analysis_status'][] = ['done', 'failed'],
): Promise<Row> {
  for (let waited = 0, pause = 20; waited < 240_000; waited += pause, pause = Math.min(250, pause * 1.5)) {
    const [row] = await app.db.select().from(material).where(eq(material.material_id, material_id));
    if (row && status.includes(row.analysis_status)) return row;
    await delay(pause);
  }
  throw new Error(`the analysis never became ${status.join(' or ')}`);
}
