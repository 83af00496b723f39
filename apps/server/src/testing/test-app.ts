import { randomBytes } from 'node:crypto';
import { type Ai, createAi, openShelf, packsDir } from '@mixreel/ai';
import {
  type CallKey,
  type CallOf,
  type Envelope,
  REQUEST_ID_HEADER,
  type Role,
  type UserInfo,
  callOf,
} from '@mixreel/contract';
import { locateFfmpeg, type Tools } from '@mixreel/media';
import { Pool } from 'pg';
import { pino } from 'pino';
import { inject, onTestFinished } from 'vitest';
import type { z } from 'zod';
import { startApp } from '#app.ts';
import { readConfig } from '#config.ts';
import type { App } from '#context.ts';
import { newId } from '#db/id.ts';
import { refuseSecond } from '#db/nested.ts';
import { eq } from '#db/orm.ts';
import { createUser, openSession } from '#features/auth/auth.queries.ts';
import { user_account } from '#features/auth/auth.tables.ts';
import { COSTS } from '#features/auth/password.ts';
import { followers, jobs as allJobs, routes as allRoutes } from '#features/index.ts';
import { space, space_member } from '#features/team/team.tables.ts';
import type { Route } from '#http/route.ts';
import { createHttpServer } from '#http/server.ts';
import type { Job } from '#queue/job.ts';
import { databaseUrl } from './global-setup.ts';
import { saidOnce } from './said-once.ts';
import { fastestPlace, makeTempDir } from './temp-dir.ts';
import { testMedia, type TestMedia } from './test-media.ts';

/** Trying a password is slow on purpose, here as for a link. */
COSTS.account = COSTS.link;
refuseSecond();

export type TestUser = UserInfo & { token: string; refresh_token: string; space_id: string };

export type TestApp = App & {
  url: string;
  /** Stops as a signal would; the end of the test does so anyway. */
  stop(): Promise<void>;
  /** Makes a call as the product's pages do, over HTTP, and gives the whole envelope. */
  call<K extends CallKey>(
    key: K,
    input: z.input<CallOf<K>['input']>,
    as: { token: string } | null,
    options?: { request_id?: string },
  ): Promise<Envelope<z.output<CallOf<K>['output']>> & { status: number }>;
  /** Someone new who is signed in. */
  signIn(options?: { name?: string; role?: UserInfo['role']; user_privilege?: boolean }): Promise<TestUser>;
  /** A new team with these members. */
  team(members: [TestUser, Role][]): Promise<string>;
  /** Tiny real films, pictures and sounds. */
  media: TestMedia;
};

/**
 * `jobs` come on top of the product's own. `ai` takes the place of what the models do; unless it is given, what is said is
 * kept for a run, and nobody looks or listens.
 */
type Options = {
  routes?: Route[];
  jobs?: Job[];
  env?: Record<string, string>;
  work?: boolean;
  ai?: Partial<Ai>;
};

/** The whole server on a database, a storage and a port of its own, ended with the test. */
export async function createTestApp({
  routes = allRoutes,
  jobs = [],
  env = {},
  work = false,
  ai,
}: Options = {}): Promise<TestApp> {
  const url = await createTestDatabase();
  const { dir: dataDir, remove } = makeTempDir(fastestPlace());
  onTestFinished(remove);

  const config = readConfig({
    DATABASE_URL: url,
    DATABASE_CONNECTIONS: '10',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    RATE_PER_MINUTE: '1000000',
    ...env,
  });
  const given = {
    tools: await tools(),
    ...(!env['PACKS_DIR'] && { ai: { ...sharedModels(), ...(ai ?? { ...UNSEEING, speak: quickly() }) } }),
  };
  const features = { jobs: [...allJobs, ...jobs], followers, routes };
  const { app, stop } = await startApp(config, pino({ level: 'silent' }), features, given);
  const server = await createHttpServer(app, routes);
  await server.listen({ port: 0, host: '127.0.0.1' });
  if (work) app.queue.work();
  const stopAll = async () => {
    await server.close();
    await stop();
  };
  onTestFinished(stopAll);

  const address = server.server.address();
  const base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  return {
    ...app,
    url: base,
    media: testMedia,
    stop: stopAll,
    call: (key, input, as, options) => request(base, key, input, as, options),
    async signIn({ name = '测试', role = 'member', user_privilege = true } = {}) {
      const user = await createUser(app.db, { name, role, quota_bytes: config.spaceQuotaBytes });
      await app.db.update(user_account).set({ user_privilege }).where(eq(user_account.user_uid, user.user_uid));
      const session = await openSession(app.db, user, { address: '127.0.0.1', user_agent: null });
      const [own] = await app.db.select().from(space).where(eq(space.owner_uid, user.user_uid));
      if (!own) throw new Error('The user has no personal space');
      const { access_token: token, refresh_token } = session;
      return { ...user, user_privilege, token, refresh_token, space_id: own.space_id };
    },
    async team(members) {
      const space_id = newId();
      const quota_bytes = config.spaceQuotaBytes;
      await app.db.insert(space).values({ space_id, space_type: 'TEAM', space_name: '测试团队', quota_bytes });
      await app.db.insert(space_member).values(members.map(([{ user_uid }, role]) => ({ space_id, user_uid, role })));
      return space_id;
    },
  };
}

let programs: Promise<Tools> | undefined;

/** Looked for once: starting a program blocks a process, the longer the larger it is, and tests share large ones. */
function tools(): Promise<Tools> {
  programs ??= locateFfmpeg();
  return programs;
}

/** Loading a voice takes longer than most tests: it stays from one file to the next. */
const IDLE_MS = 600_000;
let models: Ai | undefined;
let speaking: Ai['speak'] | undefined;

/** One set of models for all tests of a file: they end with its process. */
function sharedModels(): Ai {
  models ??= createAi({ shelf: openShelf({ dir: packsDir(process.env), registry: '' }), threads: 2, idleMs: IDLE_MS });
  return models;
}

/** Whatever becomes a material is analysed by the way, and few tests are about what a model sees and hears in it. */
const UNSEEING = { see: async () => [], findSpeech: async () => [] } satisfies Partial<Ai>;

export function quickly(): Ai['speak'] {
  speaking ??= saidOnce(sharedModels());
  return speaking;
}

/** A copy of the migrated template, dropped with the test. */
export async function createTestDatabase(): Promise<string> {
  const root = inject('postgresUrl');
  const name = `test_${randomBytes(8).toString('hex')}`;
  // Copying takes a lock on the template; files that start together would refuse each other.
  const copy = `create database ${name} template template_test strategy file_copy`;
  await ask(root, 'select pg_advisory_lock(1)', copy, 'select pg_advisory_unlock(1)');
  onTestFinished(() => ask(root, `drop database ${name} with (force)`));
  return databaseUrl(root, name);
}

let doorway: Pool | undefined;

/** By one connection for all tests of a process: PostgreSQL starts a process for each. */
async function ask(connectionString: string, ...statements: string[]): Promise<void> {
  doorway ??= new Pool({ connectionString, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true }).on('error', () => {});
  const client = await doorway.connect();
  let isWhole = false;
  try {
    for (const statement of statements) await client.query(statement);
    isWhole = true;
  } finally {
    // What failed in the middle may hold the lock, which ends with its connection.
    client.release(!isWhole);
  }
}

async function request<K extends CallKey>(
  base: string,
  key: K,
  input: object,
  as: { token: string } | null,
  { request_id }: { request_id?: string } = {},
) {
  const { method, path, output } = callOf(key);
  const headers: Record<string, string> = {};
  if (as) headers['authorization'] = `Bearer ${as.token}`;
  if (request_id) headers[REQUEST_ID_HEADER] = request_id;
  let url = `${base}${path}`;
  let body: string | null = null;
  if (method === 'POST') {
    headers['content-type'] = 'application/json';
    body = JSON.stringify(input);
  } else {
    const query = Object.entries(input).map(([name, value]) => [name, String(value)]);
    url += `?${new URLSearchParams(Object.fromEntries(query))}`;
  }
  const response = await fetch(url, { method, headers, body });
  const envelope = (await response.json()) as Envelope<z.output<CallOf<K>['output']>>;
  if (envelope.code === 0) output.parse(envelope.data);
  return { ...envelope, status: response.status };
}
