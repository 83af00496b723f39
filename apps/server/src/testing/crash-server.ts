/**
 * A server to be killed. It writes one row after another, in which two people type in one line, and says so when each is
 * saved; beside that it carries a task of many steps, writes a script, and makes a board of a video that is understood only
 * after it was killed once. Started again on the same folder, it first says what it found.
 */
import { appendFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import {
  audioKind,
  AudioLine,
  audioLines,
  restOfScript,
  type ScriptNews,
  type ScriptVersion,
  withNews,
} from '@mixreel/contract';
import { pino } from 'pino';
import { z } from 'zod';
import { startApp } from '#app.ts';
import { readConfig } from '#config.ts';
import type { Context } from '#context.ts';
import { untilBack } from '#db/away.ts';
import type { Queryable } from '#db/connect.ts';
import { newId } from '#db/id.ts';
import { asc, eq, sql } from '#db/orm.ts';
import { shot } from '#features/analysis/analysis.tables.ts';
import { audioDocument, writeLines } from '#features/audio/audio.document.ts';
import { ai_audio, audio_line } from '#features/audio/audio.tables.ts';
import { createUser } from '#features/auth/auth.queries.ts';
import { addDocument } from '#features/document/document.queries.ts';
import { perform } from '#features/document/perform.ts';
import { stored_object, vlc_file } from '#features/file/file.tables.ts';
import { material } from '#features/material/material.tables.ts';
import { project } from '#features/project/project.tables.ts';
import { readVideo } from '#features/story/read-video.jobs.ts';
import { addStory } from '#features/story/story.document.ts';
import { shooting_script } from '#features/story/story.tables.ts';
import { task } from '#features/task/task.tables.ts';
import { space } from '#features/team/team.tables.ts';
import { writeBuiltIn } from '#features/writer/built-in.ts';
import { scriptTopic, tellScript } from '#features/writer/tell-script.ts';
import { stream_event } from '#http/http.tables.ts';
import { defineJob } from '#queue/job.ts';
import { BRIEFS } from './briefs.ts';
import { letter } from './letters.ts';

const [dataDir = '', stepLog = '', databaseUrl] = process.argv.slice(2);
const PIECE = 'piece';
const LINE = AudioLine.parse({ line_id: 'l1', text: '', voice_id: 'builtin:zf_xiaoxiao' });
const FILM = 'film';
const SHOTS = 160;
const STEPS = Array.from({ length: 40 }, (_, i) => ({ key: `s${i}`, label: `第 ${i} 步` }));

const walk = defineJob({
  name: 'test.walk',
  task_type: 'ai_box',
  input: z.object({}),
  steps: STEPS,
  async run(_input, { step }) {
    for (const { key } of STEPS) {
      await step(key, async () => {
        await delay(100);
        appendFileSync(stepLog, `${key}\n`);
      });
    }
    return { result: { walked: STEPS.length } };
  },
});

const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, LOG_LEVEL: 'error' });
const { app } = await startApp(config, pino({ level: 'error' }, pino.destination(2)), { jobs: [walk, readVideo] });
const { db, queue } = app;
queue.work();

if ((await db.$count(task)) === 0) {
  const user = await db.transaction((tx) => createUser(tx, { name: '测试', role: 'admin', quota_bytes: 1 }));
  const [own] = await db.select().from(space);
  const owned = { space_id: own?.space_id ?? '', project_id: newId(), created_by: user.user_uid };
  await db.transaction(async (tx) => {
    await tx.insert(project).values({ ...owned, project_name: '写' });
    await tx.insert(ai_audio).values({ ...owned, ai_audio_id: PIECE, audio_name: '口播' });
    await addDocument(tx, { document_id: PIECE, kind: audioKind.kind, space_id: owned.space_id });
    await writeLines(tx, PIECE, audioLines([LINE]));
  });
  const by = { space_id: owned.space_id, user_uid: user.user_uid };
  await queue.add(walk, { ...by, title: '长路', input: {} });
  const story_board_id = await db.transaction(async (tx) => {
    await addFilm(tx, owned);
    return addStory(tx, { ...owned, board_name: '拆片', origin: 'video' }, {});
  });
  await queue.add(readVideo, { ...by, title: '拆片', input: { story_board_id, material_id: FILM } });
} else {
  await db.update(material).set({ analysis_status: 'done' }).where(eq(material.material_id, FILM));
}
const [line] = await db.select().from(audio_line);
const [owner] = await db.select().from(space).orderBy(asc(space.space_id));
const target = { document_id: PIECE, space_id: owner?.space_id ?? '', user: null };
process.stdout.write(`typed ${line?.text}\n`);

void writeOn().catch((error: unknown) => process.stdout.write(`script ${String(error)}\n`));

let committed = line?.text.length ?? 0;
let known = 1;
for (;;) {
  // As fast as a busy team, not as the processor can: other tests want it too.
  await delay(60);
  // Letters that are told apart, so that one that is lost or there twice is seen; the other person is one letter behind.
  const edit = [letter(committed)];
  const act = { act_id: newId(), operations: [{ table: 'line', id: 'l1', do: 'type' as const, path: ['text'], edit }] };
  // Again and again until it is answered, as a page does: what was done although nobody heard of it is done once.
  const sequence = known;
  const { held, refused } = await untilBack(() => perform(app, audioDocument, target, { sequence, acts: [act] }));
  if (refused) throw new Error(refused.message);
  known = committed % 2 === 0 ? held.sequence : known;
  const columns = { status: task.status, attempt: task.attempt, result: task.result };
  const [now, reading] = await untilBack(() =>
    db
      .select(columns)
      .from(task)
      .orderBy(asc(task.task_type))
      .then((rows) => rows),
  );
  committed += 1;
  process.stdout.write(`committed ${committed}\n`);
  if (now?.status === 'succeeded' || now?.status === 'failed') {
    process.stdout.write(`typed ${held.state['line']?.['l1']?.['text'] as string}\ntask ${JSON.stringify(now)}\n`);
  }
  if (reading?.status === 'succeeded' || reading?.status === 'failed') {
    const rows = await untilBack(() =>
      db
        .select()
        .from(shooting_script)
        .orderBy(sql`${shooting_script.rank} collate "C"`)
        .execute(),
    );
    const board = { status: reading.status, rows: rows.map(({ row_id, picture }) => `${row_id} ${picture}`) };
    process.stdout.write(`board ${JSON.stringify(board)}\n`);
  }
}

/** A script, slowly; what servers before told of it is taken up where it was cut off, as a page does. */
async function writeOn(): Promise<void> {
  const writer = { user_uid: 'writer' };
  const topicOf = (n: number) => scriptTopic(writer.user_uid, `script${n}`);
  const events = await db.select().from(stream_event).orderBy(asc(stream_event.event_id));
  let asked = { hooks: [] as string[], versions: 3, begun: [] as ScriptVersion['rows'] };
  let [versions, runs, told]: [ScriptVersion[], number, number] = [[], 0, 0];
  for (; ; runs += 1) {
    const news = events.filter(({ topic }) => topic === topicOf(runs)).map(({ data }) => data as ScriptNews);
    if (news.length === 0) break;
    const own = news.reduce((known, one) => withNews(known, one, versions.length), versions).slice(versions.length);
    const { whole, ...rest } = restOfScript(asked, own);
    [versions, asked] = [[...versions, ...whole], rest];
  }
  const wish = { seconds: 30, structure: null, sections: [], ...asked };
  async function* slowly() {
    for await (const news of writeBuiltIn(BRIEFS[0]!, wish, { facts: [], allowed: [] }, [])) {
      await delay(60);
      yield news;
      told += 1;
      if (told === 4) process.stdout.write('told\n');
    }
  }
  const context = { ...app, user: writer, signal: new AbortController().signal } as unknown as Context;
  const rest = await tellScript(context, `script${runs}`, slowly());
  const lines = [...versions, ...rest].map(({ rows }) => rows.map((row) => row.line));
  process.stdout.write(`script ${JSON.stringify({ begun: asked.begun.length, lines })}\n`);
}

/** A video whose shots are known and not yet looked at, as rows only. */
async function addFilm(tx: Queryable, owned: { space_id: string; project_id: string; created_by: string }) {
  const { space_id, project_id } = owned;
  const sha256 = '0'.repeat(64);
  await tx.insert(stored_object).values({ sha256, bytes: 1 });
  const file = { vlc_id: FILM, space_id, sha256, file_name: 'a.mp4', content_type: 'video/mp4', bytes: 1 };
  await tx.insert(vlc_file).values({ ...file, created_by: owned.created_by });
  const kind = { material_type: 'video', material_source: 'user_upload', analysis_status: 'running' } as const;
  await tx.insert(material).values({ ...owned, ...kind, material_id: FILM, vlc_id: FILM, material_name: 'a.mp4' });
  const shots = Array.from({ length: SHOTS }, (_, index) => ({
    shot_id: `shot ${index}`,
    material_id: FILM,
    space_id,
    project_id,
    material_type: 'video' as const,
    index,
    start_ms: index * 1000,
    end_ms: index * 1000 + 1000,
    duration: 1,
    caption: `画面 ${index + 1}`,
  }));
  await tx.insert(shot).values(shots);
}
