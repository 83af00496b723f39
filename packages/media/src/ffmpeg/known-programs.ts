import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { readConfinement } from '#ffmpeg/confine.ts';
import { PROGRAM_ENV } from '#ffmpeg/environment.ts';

const caches = process.platform === 'darwin' ? join('Library', 'Caches') : '.cache';
const FOLDER = join(homedir(), caches, 'mixreel', 'programs');
/** It changes whenever libraries do. */
const LIBRARIES = '/etc/ld.so.cache';
const FOLDERS = ['LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH'];

/**
 * What is known of a program, asked once: a system's ffmpeg reads two hundred libraries before it says a word, and every
 * process of ours asks. Another program, other libraries or another confinement is asked anew.
 */
export async function knownOf(
  path: string,
  what: 'version' | 'libraries',
  ask: () => Promise<string>,
  folder = FOLDER,
): Promise<string> {
  const confinement = await readConfinement();
  const key = JSON.stringify([
    what,
    path,
    changeOf(path),
    changeOf(LIBRARIES),
    FOLDERS.map((name) => PROGRAM_ENV[name]),
    confinement,
  ]);
  const file = join(folder, createHash('sha256').update(key).digest('hex').slice(0, 32));
  const known = readText(file);
  if (known !== null) return known;
  const words = await ask();
  // Given up meanwhile, the confinement is not the one of the key, and the next process has to find that out again.
  if ((await readConfinement()) === confinement) keep(folder, file, words);
  return words;
}

function changeOf(path: string): string | null {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat ? `${stat.ino} ${stat.size} ${stat.mtimeMs}` : null;
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

/** Where nothing can be kept (a home that is read only) it is asked again. */
function keep(folder: string, file: string, words: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    const half = `${file}.${randomBytes(4).toString('hex')}`;
    writeFileSync(half, words);
    renameSync(half, file);
  } catch {
    // Asked again the next time.
  }
}
