import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inject } from 'vitest';

/** Gives a data folder a database that has all its tables: making one takes longer than what is tested on it. */
export async function giveDatabase(dataDir: string): Promise<void> {
  const home = join(dataDir, 'database');
  await mkdir(home, { recursive: true });
  // With its owner, who is the one that runs it.
  await promisify(execFile)('cp', ['-a', inject('clusterPlace'), join(home, 'postgres')]);
}
