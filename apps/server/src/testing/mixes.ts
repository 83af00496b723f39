import { randomBytes } from 'node:crypto';
import type { MixProject } from '@mixreel/contract';
import type { MediaFacts } from '@mixreel/media';
import { newId } from '#db/id.ts';
import { shot } from '#features/analysis/analysis.tables.ts';
import { stored_object, vlc_file } from '#features/file/file.tables.ts';
import { material, material_facts } from '#features/material/material.tables.ts';
import { project } from '#features/project/project.tables.ts';
import { createTestApp, type TestApp, type TestUser } from './test-app.ts';

/** As nobody has set anything: one voice and no music, whatever packs a machine has. */
export const PLAIN = { vary: {}, music: {} };

/** Two people of a team, a stranger, and a mix with a line for each shooting. */
export async function mixWorld({
  lines = ['第一句台词。', '第二句台词。'],
  ...options
}: { lines?: string[] } & Pick<NonNullable<Parameters<typeof createTestApp>[0]>, 'env' | 'ai'> = {}) {
  const app = await createTestApp(options);
  const [ann, ben, stranger] = [
    await app.signIn({ name: '小安' }),
    await app.signIn({ name: '小本' }),
    await app.signIn({ name: '外人' }),
  ];
  const space_id = await app.team([
    [ann, 'owner'],
    [ben, 'editor'],
  ]);
  const project_id = await addProject(app, ann, space_id);
  const added = await app.call('mix.add', { project_id, mproject_name: '夏季上新', lines, config: PLAIN }, ann);
  if (added.code !== 0) throw new Error(`The mix was not added: ${added.message}`);
  const { mproject_id } = added.data;
  const read = async (as: TestUser = ann): Promise<MixProject> =>
    (await app.call('mix.detail', { mproject_id }, as)).data;
  return { app, ann, ben, stranger, space_id, project_id, mproject_id, mix: added.data, read };
}

export async function addProject({ db }: TestApp, { user_uid }: TestUser, space_id: string): Promise<string> {
  const project_id = newId();
  await db.insert(project).values({ project_id, space_id, project_name: `项目 ${project_id}`, created_by: user_uid });
  return project_id;
}

type Given = Partial<typeof material.$inferInsert> & { shot_ms?: number; isSilent?: boolean };

/** A material that was analysed, as rows only: ten seconds in shots of two, unless asked otherwise. */
export async function addFilm(
  { db }: TestApp,
  space_id: string,
  project_id: string,
  { shot_ms = 2000, isSilent = false, ...given }: Given = {},
) {
  const [material_id, vlc_id] = [newId(), newId()];
  const cover_vlc_id = given.cover_vlc_id ?? newId();
  const { material_type = 'video', duration = material_type === 'image' ? null : 10 } = given;
  const sha256 = randomBytes(32).toString('hex');
  await db.insert(stored_object).values({ sha256, bytes: 1 });
  const file = { space_id, sha256, file_name: 'a.mp4', content_type: 'video/mp4', bytes: 1, created_by: 'nobody' };
  await db
    .insert(vlc_file)
    .values([{ ...file, vlc_id }, ...(given.cover_vlc_id ? [] : [{ ...file, vlc_id: cover_vlc_id }])]);
  await db.insert(material).values({
    material_id,
    space_id,
    project_id,
    vlc_id,
    cover_vlc_id,
    material_name: '样片.mp4',
    material_type,
    material_source: 'user_upload',
    duration,
    width: 1080,
    height: 1920,
    fps: 30,
    created_by: 'nobody',
    ...given,
  });
  const facts: MediaFacts = {
    format: 'mp4',
    bytes: 1,
    seconds: duration ?? 0,
    isStill: material_type === 'image',
    video: null,
    audio: isSilent
      ? []
      : [{ index: 1, codec: 'aac', channels: 2, sampleRate: 48_000, seconds: duration ?? 0 } as never],
    tags: {},
  };
  await db
    .insert(material_facts)
    .values({ material_id, facts, marks: { black: [], frozen: [], blurred: [], shaky: [] } });
  const length = Math.round((duration ?? 0) * 1000);
  const starts = length === 0 ? [0] : Array.from({ length: Math.ceil(length / shot_ms) }, (_, n) => n * shot_ms);
  const shots = starts.map((start_ms, index) => ({
    shot_id: newId(),
    material_id,
    space_id,
    project_id,
    material_type,
    index,
    start_ms,
    end_ms: Math.min(length, start_ms + shot_ms),
    duration: Math.min(length - start_ms, shot_ms) / 1000,
    cover_vlc_id,
  }));
  await db.insert(shot).values(shots);
  return { material_id, vlc_id, cover_vlc_id, shots };
}
