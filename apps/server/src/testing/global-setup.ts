import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '#db/embedded-postgres.ts';
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

/**
 * One real PostgreSQL for all tests, with a migrated template that every test file copies; and a cluster that stands
 * still, which servers with a database of their own get a copy of.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
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

  project.provide('postgresUrl', postgres.url);
  project.provide('clusterPlace', clusterPlace);
  return async () => {
    await postgres.drop();
    remove();
  };
}

export function databaseUrl(url: string, name: string): string {
  return url.replace(/\/postgres\?/, `/${name}?`);
}
