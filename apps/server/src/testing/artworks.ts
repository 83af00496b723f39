import { randomBytes } from 'node:crypto';
import { newId } from '#db/id.ts';
import { artwork } from '#features/artwork/artwork.tables.ts';
import { dir } from '#features/dir/dir.tables.ts';
import { stored_object, vlc_file } from '#features/file/file.tables.ts';
import { addProject } from './mixes.ts';
import { createTestApp, type TestApp } from './test-app.ts';

/** A team with one of each role, a stranger, and a project with a directory. */
export async function artworkWorld() {
  const app = await createTestApp();
  const owner = await app.signIn({ name: '小安' });
  const editor = await app.signIn({ name: '小本' });
  const viewer = await app.signIn({ name: '看客' });
  const stranger = await app.signIn({ name: '外人' });
  const space_id = await app.team([
    [owner, 'owner'],
    [editor, 'editor'],
    [viewer, 'viewer'],
  ]);
  const project_id = await addProject(app, owner, space_id);
  const dir_id = await addDirRow(app, { space_id, project_id, dir_name: '夏季' });
  const video = (given: Given = {}) => addArtwork(app, { space_id, project_id, dir_id, ...given });
  return { app, owner, editor, viewer, stranger, space_id, project_id, dir_id, video };
}

type NewDir = Partial<typeof dir.$inferInsert> & { space_id: string; project_id: string };

export async function addDirRow({ db }: TestApp, given: NewDir): Promise<string> {
  const dir_id = newId();
  await db.insert(dir).values({ dir_id, dir_name: '目录', created_by: 'nobody', ...given });
  return given.dir_id ?? dir_id;
}

type Given = Partial<typeof artwork.$inferInsert>;

/** A finished video, as rows only: ten seconds, upright. Nothing is rendered. */
export async function addArtwork(
  { db }: TestApp,
  given: Given & { space_id: string; project_id: string; dir_id: string },
): Promise<string> {
  const [artwork_id, vlc_id, sha256] = [newId(), newId(), randomBytes(32).toString('hex')];
  const { space_id } = given;
  await db.insert(stored_object).values({ sha256, bytes: 1 });
  const file = { vlc_id, space_id, sha256, file_name: '成片.mp4', content_type: 'video/mp4', bytes: 1 };
  await db.insert(vlc_file).values({ ...file, created_by: 'nobody' });
  await db.insert(artwork).values({
    artwork_id,
    vlc_id,
    artwork_name: '成片',
    duration: 10,
    width: 1080,
    height: 1920,
    bytes: 1,
    ai_origin: false,
    created_by: 'nobody',
    ...given,
  });
  return given.artwork_id ?? artwork_id;
}
