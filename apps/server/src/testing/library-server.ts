/**
 * The product with two things that a test has no other way to: links may lead to this machine, and faces are seen where
 * the test says, as no model is there to see them. Queue, rows and pages are the real ones.
 */
import { fileURLToPath } from 'node:url';
import type { SeenFace } from '@mixreel/ai';
import { pino } from 'pino';
import { startApp } from '#app.ts';
import { readConfig } from '#config.ts';
import { asc, eq } from '#db/orm.ts';
import { shot } from '#features/analysis/analysis.tables.ts';
import { replaceFaces } from '#features/analysis/persons.ts';
import { issueFirstAdminCode } from '#features/auth/first-admin.ts';
import { followers, jobs, routes } from '#features/index.ts';
import { defineImport } from '#features/upload/import-link.jobs.ts';
import { createUploadRoutes, uploadRoutes } from '#features/upload/upload.routes.ts';
import { createHttpServer } from '#http/server.ts';
import { serveWeb } from '#http/web.ts';

/** Who is seen in each shot of a material, in their order; people are told apart by number. */
export type Order = { faces: { material_id: string; people: number[] } };

const WEB = fileURLToPath(new URL('../../../web/dist', import.meta.url));
const importHere = defineImport('test.import', { allowLoopback: true });

const config = readConfig(process.env);
const log = pino({ level: 'warn' }, pino.destination(2));
const { app, stop } = await startApp(config, log, { jobs: [...jobs, importHere], followers });
const others = routes.filter((route) => !uploadRoutes.includes(route));
const server = await createHttpServer(app, [...others, ...createUploadRoutes(importHere)]);
serveWeb(server, WEB, { title: config.app.title, connect: [], frame: [], media: [] });
await server.listen({ port: 0, host: '127.0.0.1' });
app.queue.work();

process.on('message', ({ faces }: Order) => void show(faces));
process.once('SIGTERM', () => {
  void server
    .close()
    .then(stop)
    .then(() => process.exit(0));
});
const address = server.server.address();
const port = typeof address === 'object' ? address?.port : '';
process.stdout.write(`http://localhost:${port}/login?code=${await issueFirstAdminCode(app)}\n`);

async function show({ material_id, people }: Order['faces']): Promise<void> {
  const shots = await app.db.select().from(shot).where(eq(shot.material_id, material_id)).orderBy(asc(shot.index));
  const space_id = shots[0]?.space_id ?? '';
  const seen = shots.map(({ shot_id }, i) => ({ shot_id, faces: [faceOf(people[i] ?? 0)] }));
  await app.db.transaction((tx) => replaceFaces(tx, { space_id, material_id }, seen));
}

/** Two people have nothing in common. */
function faceOf(who: number): SeenFace {
  const vector = new Float32Array(128);
  vector[who] = 1;
  return { vector, box: { x: 0.4, y: 0.2, width: 0.2, height: 0.3 }, score: 0.9, sharpness: 0.8 };
}
