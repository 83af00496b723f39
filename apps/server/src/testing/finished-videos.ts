import { Readable } from 'node:stream';
import type { Timeline, TimelineCaption } from '@mixreel/contract';
import { DEFAULT_MIX_CONFIG } from '@mixreel/contract';
import { newId } from '#db/id.ts';
import { artwork } from '#features/artwork/artwork.tables.ts';
import { dir } from '#features/dir/dir.tables.ts';
import { addFile } from '#features/file/add-file.ts';
import { addProject } from './mixes.ts';
import { createTestApp, type TestApp, type TestUser } from './test-app.ts';

/** A team of an owner, an editor and a viewer with a project and a directory, and somebody who is not in it. */
export async function videoWorld({ work = false, env = {} }: { work?: boolean; env?: Record<string, string> } = {}) {
  const app = await createTestApp({ work, env });
  const [ann, ben, cay, stranger] = [
    await app.signIn({ name: '小安' }),
    await app.signIn({ name: '小本' }),
    await app.signIn({ name: '小看' }),
    await app.signIn({ name: '外人' }),
  ];
  const space_id = await app.team([
    [ann, 'owner'],
    [ben, 'editor'],
    [cay, 'viewer'],
  ]);
  const project_id = await addProject(app, ann, space_id);
  const place = { space_id, project_id, user: ann };
  const dir_id = await addDir(app, place, '夏季');
  return { app, ann, ben, cay, stranger, space_id, project_id, dir_id, place };
}

type Place = { space_id: string; project_id: string; user: TestUser };

export async function addDir(
  { db }: TestApp,
  { space_id, project_id, user }: Place,
  dir_name: string,
  parent_id: string | null = null,
): Promise<string> {
  const dir_id = newId();
  await db.insert(dir).values({ dir_id, space_id, project_id, parent_id, dir_name, created_by: user.user_uid });
  return dir_id;
}

type Given = Partial<Omit<typeof artwork.$inferInsert, 'cover' | 'bytes'>> & {
  dir_id: string;
  content: Buffer;
  cover?: Buffer;
};

/** A finished video of these bytes, whatever they are. */
export async function addVideo(app: TestApp, { space_id, project_id, user }: Place, given: Given): Promise<string> {
  const { content, cover, ...values } = given;
  const artwork_id = newId();
  const common = { space_id, created_by: user.user_uid };
  const keep = (bytes: Buffer, file_name: string, content_type: string) =>
    addFile(app.db, app.storage, { ...common, file_name, content_type, source: Readable.from([bytes]) });
  const file = await keep(content, 'a.mp4', 'video/mp4');
  const picture = cover && (await keep(cover, 'cover.jpg', 'image/jpeg'));
  await app.db.insert(artwork).values({
    ...common,
    artwork_id,
    project_id,
    artwork_name: '成片',
    vlc_id: file.vlc_id,
    cover_vlc_id: picture?.vlc_id ?? null,
    duration: 12.4,
    width: 1080,
    height: 1920,
    bytes: content.length,
    ai_origin: false,
    ...values,
  });
  return artwork_id;
}

/** A timeline that says these words, one each second, with or without the notice. */
export function wordsOn(words: string[], { isMarked = false }: { isMarked?: boolean } = {}): Timeline {
  const { style, position } = DEFAULT_MIX_CONFIG.caption;
  const common = { x: 0.5, y: 0.8, style, position, words: [] };
  const captions = words.map((text, n): TimelineCaption => {
    return { ...common, kind: 'caption', text, start: n, end: n + 0.9 };
  });
  const mark: TimelineCaption = { ...common, kind: 'ai_mark', text: 'AI生成', start: 0, end: 2.5 };
  return {
    name: '成片',
    ratio: '9:16',
    width: 1080,
    height: 1920,
    fps: 30,
    frames: 30 * Math.max(1, words.length),
    platform: 'none',
    cuts: [],
    captions: isMarked ? [mark, ...captions] : captions,
    voices: [],
    music: null,
    logo: null,
    target_lufs: -14,
    is_ai: true,
  };
}
