import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startEmbeddedPostgres } from '../../apps/server/src/db/embedded-postgres.ts';
import { bundleServers } from '../../apps/server/src/testing/bundle.ts';
import { fillTemplate } from '../../apps/server/src/testing/fill-template.ts';
import { knowMusic } from '../../apps/server/src/testing/known-music.ts';
import { fastestPlace, makeTempDir } from '../../apps/server/src/testing/temp-dir.ts';

/** How the workers of Playwright hear of it. */
const PLACE = 'MIXREEL_TEST_CLUSTER';

/** Before all journeys: the product in few files, and a database with all its tables, of which every product gets a copy instead of making its own. */
// oxlint-disable-next-line import/no-default-export -- Playwright calls what its `globalSetup` exports as default
export default async function prepareCluster(): Promise<() => void> {
  await bundleServers();
  const { dir, remove } = makeTempDir(fastestPlace());
  const postgres = await startEmbeddedPostgres(dir, { fsync: 'off' });
  await fillTemplate(postgres.url);
  await knowMusic(postgres.url);
  await postgres.stop();
  process.env[PLACE] = join(dir, 'postgres');
  return remove;
}

/** The copy lies where the product looks for its own database, and belongs to the user who runs that. */
export async function copyCluster(dataDir: string): Promise<void> {
  const place = process.env[PLACE];
  if (!place || !existsSync(place)) return;
  await mkdir(join(dataDir, 'database'), { recursive: true });
  await promisify(execFile)('cp', ['-a', place, join(dataDir, 'database', 'postgres')]);
}
