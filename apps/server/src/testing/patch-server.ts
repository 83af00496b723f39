/**
 * A server to be killed while it takes text away from a film and puts a face onto somebody in it. On an empty folder it makes
 * both tasks and stops answering them once the first part of each film is done; on a used one it only goes on. Says where it
 * stopped, and what there is in the end.
 */
import { globSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { TracedFace } from '@mixreel/ai';
import { probe } from '@mixreel/media';
import { pino } from 'pino';
import { startApp } from '#app.ts';
import { readConfig } from '#config.ts';
import { newId } from '#db/id.ts';
import { asc } from '#db/orm.ts';
import { createUser } from '#features/auth/auth.queries.ts';
import { removeText } from '#features/clean/clean.jobs.ts';
import { clean } from '#features/clean/clean.tables.ts';
import { makeSwapped } from '#features/face/face.jobs.ts';
import { face, face_swap, face_use } from '#features/face/face.tables.ts';
import { addFile } from '#features/file/add-file.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import { followers, jobs } from '#features/index.ts';
import { material } from '#features/material/material.tables.ts';
import { project } from '#features/project/project.tables.ts';
import { task } from '#features/task/task.tables.ts';
import { space } from '#features/team/team.tables.ts';

type Size = { width: number; height: number };
const ENDED = ['succeeded', 'partial', 'failed'];

const [dataDir = '', film = '', portrait = ''] = process.argv.slice(2);
const config = readConfig({ DATA_DIR: dataDir, PACKS_DIR: dataDir, LOG_LEVEL: 'error', WORKER_CORES: '4' });
const { app } = await startApp(config, pino({ level: 'error' }, pino.destination(2)), { jobs, followers });
const { db, queue, storage, tools, ai } = app;

const isFirst = (await db.$count(task)) === 0;
const asked = { clean: 0, face: 0 };
/** The first time a film is never done, so that it is killed in the middle. */
async function ask(what: keyof typeof asked): Promise<void> {
  if (isFirst && globSync(join(dataDir, what, '*', '*', 'segment-0000.mp4')).length > 0) {
    process.stdout.write(`stopped ${what}\n`);
    await delay(1_000_000);
  }
  asked[what] += 1;
}
Object.assign(ai, {
  async fillHole(picture) {
    await ask('clean');
    const { data, width, height } = picture as Size & { data: Uint8Array };
    return { data: Uint8Array.from(data), width, height };
  },
  async followFace({ picture }) {
    await ask('face');
    return { points: headIn(picture), presence: 1 };
  },
  traceFaces: async (pictures) => pictures.map((picture) => traced(picture as Size)),
  faceNet: async () => ({
    points: headIn({ width: 2, height: 2 }),
    triangles: Uint16Array.from([10, 20, 30, 40, 50, 60]),
  }),
  faceSkin: async ({ square }) => ({ square, data: new Uint8Array(16 * 16).fill(255) }),
} satisfies Partial<typeof ai>);
if (isFirst) await addTasks();
queue.work();
for (;;) {
  const tasks = await db.select().from(task).orderBy(asc(task.task_type));
  if (tasks.every(({ status }) => ENDED.includes(status))) {
    const [[cleaned], [swapped]] = [await db.select().from(clean), await db.select().from(face_swap)];
    const seconds = async (vlc_id = '') => {
      const found = (await db.select().from(vlc_file)).find((file) => file.vlc_id === vlc_id);
      const opened = await storage.open(found?.sha256 ?? '');
      return Math.round((await probe(tools, opened.path)).seconds);
    };
    const ended = {
      tasks: tasks.map(({ task_type, status, attempt }) => ({ task_type, status, attempt })),
      asked,
      seconds: [await seconds(cleaned?.result?.vlc_id), await seconds(swapped?.result?.vlc_id)],
      frames: swapped?.result?.scores[0]?.frames,
      files: await db.$count(vlc_file),
      uses: await db.$count(face_use),
      left: ['clean', 'face'].flatMap((folder) => readdirSync(join(dataDir, folder))),
    };
    process.stdout.write(`ended ${JSON.stringify(ended)}\n`);
  }
  await delay(100);
}

/** Somebody whose head fills the middle of a picture: points around a nose. */
function headIn({ width, height }: Size): Float32Array {
  const points = new Float32Array(478 * 3);
  for (let n = 0; n < 468; n += 1) {
    const [far, angle] = [Math.sqrt(n / 468), n * 2.4];
    points[n * 3] = width / 2 + (height / 4) * far * Math.cos(angle);
    points[n * 3 + 1] = height / 2 + (height / 4) * far * Math.sin(angle);
  }
  return points;
}

function traced({ width, height }: Size) {
  const found: TracedFace = {
    box: { x: 0.3, y: 0.25, width: 0.4, height: 0.5 },
    points: headIn({ width, height }),
    vector: Float32Array.from({ length: 128 }, (_, n) => +(n === 0)),
    years: 30,
    score: 1,
    presence: 1,
    sharpness: 1,
    yaw: 0,
    pitch: 0,
  };
  return { faces: [found], width, height };
}

async function addTasks(): Promise<void> {
  const { user_uid } = await db.transaction((tx) => createUser(tx, { name: '测试', role: 'admin', quota_bytes: 1e9 }));
  const [own] = await db.select().from(space);
  const { space_id } = own ?? { space_id: '' };
  const [project_id, material_id, clean_id, swap_id, face_id, figure_id] = Array.from({ length: 6 }, newId) as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  const about = { space_id, project_id, created_by: user_uid };
  await db.insert(project).values({ ...about, project_name: '项目' });
  const naming = { space_id, file_name: 'film.mp4', content_type: 'video/mp4', created_by: user_uid };
  const { vlc_id, sha256 } = await addFile(db, storage, { ...naming, source: { path: film } });
  const picture = await addFile(db, storage, { ...naming, content_type: 'image/png', source: { path: portrait } });
  const named = { material_id, vlc_id, material_name: 'film.mp4' };
  const kind = { material_type: 'video' as const, material_source: 'user_upload' as const };
  await db.insert(material).values({ ...about, ...named, ...kind });
  const facts = { content_type: 'video/mp4', width: 96, height: 72, fps: 1, duration_ms: 11_000, cuts_ms: [8000] };
  const source = { ...about, ...named, ...facts, sha256 };
  const at = new Date().toISOString();
  const who = { user_uid, user_name: '测试', at, version: 1 };

  const mark = {
    mark_id: 'm1',
    kind: 'drawn' as const,
    text: '',
    is_on: true,
    start_ms: 0,
    end_ms: 11_000,
    way: 'learned' as const,
    is_strokes: false,
    colour: '#000000',
    cover: null,
    keys: [{ at_ms: 0, box: { x: 0.35, y: 0.4, width: 0.3, height: 0.2 } }],
  };
  const make_task_id = await queue.add(removeText, {
    space_id,
    project_id,
    user_uid,
    title: '去字',
    input: { clean_id, quality: 'fast' },
  });
  await db
    .insert(clean)
    .values({ ...source, clean_id, batch_id: clean_id, marks: [mark], declaration: who, make_task_id });

  const { box, vector } = traced({ width: 96, height: 72 }).faces[0]!;
  const seen = { vector: [...vector], yaw: 0, pitch: 0, box };
  const consent = { ...who, subject: 'self' as const, text: '同意', document: null };
  const pictures = [{ vlc_id: picture.vlc_id, sha256: picture.sha256, ...seen }];
  await db.insert(face).values({ face_id, space_id, face_name: '小红', pictures, consent, created_by: user_uid });
  const boxes = [0, 11_000].map((at_ms) => ({ at_ms, box, yaw: 0 }));
  const track = {
    track_id: 't',
    start_ms: 0,
    end_ms: 11_000,
    boxes,
    vector: [...vector],
    years: 30,
    cover_vlc_id: null,
  };
  const figures = [{ figure_id, figure_name: '人物 1', tracks: [track] }];
  const look = { strength: 1, mask: 'face' as const, fit: 1, enhance: 'none' as const };
  const groups = [{ group_id: newId(), figure_id, face_id, is_on: true, ranges: [], ...look }];
  const swap_task_id = await queue.add(makeSwapped, {
    space_id,
    project_id,
    user_uid,
    title: '换脸',
    input: { swap_id, kind: 'whole', from_ms: 0 },
  });
  await db
    .insert(face_swap)
    .values({ ...source, swap_id, swap_name: '换脸', figures, groups, make_task_id: swap_task_id });
}
