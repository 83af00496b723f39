import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const SOURCES = fileURLToPath(new URL('..', import.meta.url));
/** Under a name that stays: what Node compiled is found again by the path of the file. */
const KEPT = fileURLToPath(new URL('../../../../node_modules/.cache/servers', import.meta.url));
/** How the workers hear of it. */
const PLACE = 'MIXREEL_TEST_SERVERS';

/**
 * Puts the product and the servers of the tests into a few files: reading nine hundred is two fifths of what their start
 * costs, and tests start some fifty. What they start themselves, threads and programs, are the sources.
 */
export async function bundleServers(): Promise<void> {
  // Loaded here: those who only ask for a file are many.
  const { rolldown } = await import('rolldown');
  const entries = [join(SOURCES, 'main.ts'), ...globSync(join(SOURCES, 'testing', '*-server.ts'))];
  const bundle = await rolldown({
    input: Object.fromEntries(entries.map((path) => [basename(path, '.ts'), path])),
    platform: 'node',
    external: (id) => !/^[./#]|^@mixreel\//.test(id),
    plugins: [
      { name: 'own-places', transform: (code, id) => (code.includes('import.meta.') ? placed(code, id) : null) },
    ],
  });
  mkdirSync(KEPT, { recursive: true });
  const half = mkdtempSync(`${KEPT}-`);
  const { output } = await bundle.write({ dir: half, format: 'esm' });
  const hash = createHash('sha256');
  for (const file of output) hash.update(file.type === 'chunk' ? file.code : file.source);
  const place = join(KEPT, hash.digest('hex').slice(0, 16));
  // Units and journeys do this at the same time.
  if (existsSync(place)) rmSync(half, { recursive: true });
  else renameSync(half, place);
  process.env[PLACE] = place;
}

/** Sources look for files, threads and packages from where they lie. */
function placed(code: string, path: string): string {
  return code
    .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
    .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)));
}

/** The file to start for this source of a server. */
export function bundled(source: string): string {
  const place = process.env[PLACE];
  return place ? join(place, `${basename(source, '.ts')}.js`) : source;
}
