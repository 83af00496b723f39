import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '#db/embedded-postgres.ts';
import { bundleServers } from './bundle.ts';
import { fillTemplate } from './fill-template.ts';
import { fastestPlace, makeTempDir } from './temp-dir.ts';

declare module 'vitest' {
  // Vitest's own way to type what the setup hands to the tests.
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface ProvidedContext {
    postgresUrl: string;
    clusterPlace: string;
  }
}

const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_wal_size: '256MB',
  // Each copy and each drop of a database looks through all of them.
  shared_buffers: '64MB',
  autovacuum: 'off',
};

type Cluster = { postgresUrl: string; clusterPlace: string; end(): Promise<void> };

/** Two projects ask for it, each with an instance of this module. */
const shared = globalThis as { testCluster?: { made: Promise<Cluster>; users: number } };

/**
 * One real PostgreSQL for all tests, with a migrated template that every test file copies; and a cluster that stands
 * still, which servers with a database of their own get a copy of.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = (shared.testCluster ??= {
    made: Promise.all([makeCluster(), bundleServers()]).then(([made]) => made),
    users: 0,
  });
  cluster.users += 1;
  const { postgresUrl, clusterPlace, end } = await cluster.made;
  project.provide('postgresUrl', postgresUrl);
  project.provide('clusterPlace', clusterPlace);
  return async () => {
    cluster.users -= 1;
    if (cluster.users === 0) await end();
  };
}

async function makeCluster(): Promise<Cluster> {
  const { dir, remove } = makeTempDir(fastestPlace());
  const clusterPlace = join(dir, 'kept');
  const first = await startEmbeddedPostgres(dir, SETTINGS);
  await fillTemplate(first.url);
  await first.stop();
  execFileSync('cp', ['-a', join(dir, 'postgres'), clusterPlace]);

  const postgres = await startEmbeddedPostgres(dir, SETTINGS);
  const client = new Client({ connectionString: databaseUrl(postgres.url, 'template1') });
  await client.connect();
  await client.query('create database template_test template postgres strategy file_copy');
  await client.end();
  const end = async () => {
    await postgres.drop();
    remove();
  };
  return { postgresUrl: postgres.url, clusterPlace, end };
}

export function databaseUrl(url: string, name: string): string {
  return url.replace(/\/postgres\?/, `/${name}?`);
}
