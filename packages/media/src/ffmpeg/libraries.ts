import { execFile } from 'node:child_process';
import { readConfinement } from '#ffmpeg/confine.ts';
import { PROGRAM_ENV } from '#ffmpeg/environment.ts';
import { knownOf } from '#ffmpeg/known-programs.ts';

/** More of them gain nothing, and their names have to fit into an environment. */
const MOST = 64;
const ROUNDS = 6;
const LOG_BYTES = 2 ** 26;
const LINE = /binding file (\S+) \[0\] to (\S+) \[0\]: \w+ symbol (.+)$/gm;

const orders = new Map<string, string[]>();

/** The libraries that a confined program is started with, in this order; none for one that nobody asked about. */
export function librariesOf(program: string): string[] {
  return orders.get(program) ?? [];
}

/**
 * Halves what each start of a system's ffmpeg costs (docs/decisions/0139): its loader looks for 44,000 names in two
 * hundred libraries, one after the other, and finds them sooner when those that most names lead to come first.
 */
export async function learnLibraries(program: string): Promise<void> {
  if (orders.has(program) || !(await readConfinement())) return;
  const known = await knownOf(program, 'libraries', async () =>
    (await findOrder((first) => namesOf(program, first))).join('\n'),
  );
  orders.set(program, known.split('\n').filter(Boolean));
}

/** Which library each name of each file leads to. */
export type Names = Map<string, string>;

/** An order in which every name leads where it does without it, or none. */
export async function findOrder(ask: (first: string[]) => Promise<Names>): Promise<string[]> {
  const wanted = await ask([]);
  const counts = new Map<string, number>();
  for (const library of wanted.values()) counts.set(library, (counts.get(library) ?? 0) + 1);
  let order = [...counts.keys()]
    .filter((library) => library.startsWith('/') && !/\/ld-|[\s:]/.test(library))
    .toSorted((a, b) => counts.get(b)! - counts.get(a)!)
    .slice(0, MOST);
  for (let round = 0; order.length > 0 && round < ROUNDS; round += 1) {
    const found = await ask(order);
    const misled = [...wanted].filter(([name, library]) => found.get(name) !== library);
    if (misled.length === 0) return order;
    // Two libraries have a name each; the one that it leads to comes before the other.
    order = [...new Set([...misled.map(([, library]) => library), ...order])];
  }
  return [];
}

/** As glibc's loader tells; nothing where the loader is another one. */
function namesOf(program: string, first: string[]): Promise<Names> {
  const env = { ...PROGRAM_ENV, LD_DEBUG: 'bindings', LD_PRELOAD: first.join(':') };
  return new Promise((resolve) => {
    execFile(program, ['-version'], { env, maxBuffer: LOG_BYTES, timeout: 30_000 }, (_error, _stdout, log) => {
      resolve(new Map([...log.matchAll(LINE)].map(([, file, library, symbol]) => [`${file} ${symbol}`, library!])));
    });
  });
}
