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
  }
}

/** One real PostgreSQL for all tests, with a migrated template that every test file copies. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { dir, remove } = makeTempDir(fastestPlace());
  const postgres = await startEmbeddedPostgres(dir, {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_wal_size: '256MB',
    // Each copy and each drop of a database looks through all of them.
    shared_buffers: '64MB',
    autovacuum: 'off',
  });
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  await client.query('create database template_test');
  await client.end();

  await fillTemplate(databaseUrl(postgres.url, 'template_test'));

  project.provide('postgresUrl', postgres.url);
  return async () => {
    await postgres.drop();
    remove();
  };
}

export function databaseUrl(url: string, name: string): string {
  return url.replace(/\/postgres\?/, `/${name}?`);
}
