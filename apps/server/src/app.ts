import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Ai, createAi, llamaFolder, openShelf } from '@mixreel/ai';
import { Engine, locateFfmpeg, openScratch, readConfinement, type Tools } from '@mixreel/media';
import type { Logger } from 'pino';
import { type Config, ConfigError } from '#config.ts';
import type { App } from '#context.ts';
import { connectDatabase, type Db } from '#db/connect.ts';
import { lockDataDir } from '#db/data-lock.ts';
import { startEmbeddedPostgres } from '#db/embedded-postgres.ts';
import { migrateDatabase } from '#db/migrate.ts';
import { eq } from '#db/orm.ts';
import { requirePostgres } from '#db/require-postgres.ts';
import { holdDocuments } from '#features/document/held.ts';
import type { Followers } from '#followers.ts';
import { app_secret } from '#http/http.tables.ts';
import { offerCalls } from '#http/own-calls.ts';
import type { Route } from '#http/route.ts';
import { newToken } from '#http/session.ts';
import { createStreams } from '#http/streams.ts';
import type { Job } from '#queue/job.ts';
import { createQueue } from '#queue/queue.ts';
import { createStorage } from '#storage/index.ts';

/** More threads than this gain a model little and take them from everything else. */
const MODEL_THREADS_MAX = 4;

/** Everything that runs, and how to end it. Ends in the opposite order of the beginning. */
export type RunningApp = { app: App; stop(): Promise<void> };

/** What there is to do in the background, who follows whom, and which calls there are. */
type Features = { jobs: Job[]; followers?: Followers; routes?: Route[] };

/** Parts that are there already and outlive the app: tests share the models, which take seconds to load. */
type Given = { ai?: Ai; tools?: Tools };

export async function startApp(
  config: Config,
  log: Logger,
  { jobs, followers = {}, routes = [] }: Features,
  given: Given = {},
): Promise<RunningApp> {
  const ends: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const end of ends.splice(0).toReversed()) await end();
  };
  try {
    await mkdir(config.dataDir, { recursive: true });
    const url = config.database.url ?? (await startOwnDatabase(config, ends, log));
    if (config.database.url) await requirePostgres(url);
    await migrateDatabase(url);
    const { db, pool } = connectDatabase(url, config.database.connections);
    ends.push(() => pool.end());

    const storage = await createStorage(config);
    ends.push(() => storage.close());
    const streams = await createStreams(db, pool, url, log);
    ends.push(() => streams.close());
    const { tools, scratch, engine } = await openMedia(config, log, ends, given);
    const shelf = openShelf({ dir: config.packs.dir, registry: config.packs.registry ?? '' });
    const ai =
      given.ai ??
      createAi({
        shelf,
        threads: Math.min(MODEL_THREADS_MAX, config.workerCores),
        clipFolder: join(config.packs.dir, 'clip'),
        chat: { folder: join(config.packs.dir, 'chat'), llama: llamaFolder(config.packs.dir) },
      });
    if (!given.ai) ends.push(() => ai.close());
    const secret = await readSecret(db);
    const documents = holdDocuments(streams);
    const media = { tools, scratch, engine, shelf, ai };
    const base = { config, log, db, pool, storage, streams, ...media, secret, documents, followers, memory: new Map() };
    offerCalls(base, routes);
    const queue = await createQueue(base, jobs, { isOnlyProcess: config.database.url === null });
    ends.push(() => queue.stop());
    return { app: { ...base, queue }, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startOwnDatabase(config: Config, ends: (() => Promise<unknown>)[], log: Logger): Promise<string> {
  if (config.role !== 'all') throw new ConfigError(`--role ${config.role} 需要用 DATABASE_URL 指定共用的 PostgreSQL`);
  ends.push(await lockDataDir(config.dataDir));
  const postgres = await startEmbeddedPostgres(join(config.dataDir, 'database'), {}, log);
  ends.push(() => postgres.stop());
  return postgres.url;
}

async function openMedia(config: Config, log: Logger, ends: (() => Promise<unknown>)[], given: Given) {
  const { ffmpegPath, ffprobePath, dataDir, renderCacheBytes, workerCores } = config;
  const paths = { ...(ffmpegPath && { ffmpegPath }), ...(ffprobePath && { ffprobePath }) };
  const tools = given.tools ?? (await locateFfmpeg(paths));
  log.info({ confinement: await readConfinement() }, 'Programs that read uploads are confined by the kernel to this');
  const scratch = openScratch(join(dataDir, 'scratch'));
  // Colour tables of looks, one for each place of a slider, from versions that kept them.
  await rm(join(dataDir, 'looks'), { recursive: true, force: true });
  ends.push(async () => scratch.close());
  const cacheDir = join(dataDir, 'segments');
  const engine = new Engine({ tools, cacheDir, cacheBytes: renderCacheBytes, processes: workerCores });
  ends.push(async () => engine.close());
  return { tools, scratch, engine };
}

/** Made by whoever starts first, the same for all. */
async function readSecret(db: Db): Promise<string> {
  await db.insert(app_secret).values({ name: 'links', value: newToken() }).onConflictDoNothing();
  const [row] = await db.select().from(app_secret).where(eq(app_secret.name, 'links'));
  if (!row) throw new Error('The secret was not written');
  return row.value;
}
