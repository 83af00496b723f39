/** The thread behind `createHashing`: keeps the hashes of files that grow, and answers each question with its number. */
import { parentPort } from 'node:worker_threads';
import { type OwnDigest, RunningDigest } from '#storage/running-digest.ts';

/** A file is named by its path; `at` is where in it the pieces stand. */
export type Question =
  | { ask: 'update'; path: string; at: number; pieces: ArrayBuffer[] }
  | { ask: 'digest'; path: string; bytes: number }
  | { ask: 'forget'; path: string };

export type Answer = { number: number; digest?: OwnDigest; failure?: string };

const digests = new Map<string, RunningDigest>();

parentPort?.on('message', (question: Question & { number: number }) => void reply(parentPort, question));

async function reply(port: typeof parentPort, { number, ...question }: Question & { number: number }): Promise<void> {
  const answered: Answer = await answer(question).then(
    (digest) => ({ number, ...(digest && { digest }) }),
    (error: Error) => ({ number, failure: error.message }),
  );
  port?.postMessage(answered);
}

async function answer(question: Question): Promise<OwnDigest | null> {
  const { path } = question;
  if (question.ask === 'digest') return digestOf(path, question.bytes);
  if (question.ask === 'update') update(question);
  else digests.delete(path);
  return null;
}

/** Pieces that do not follow on what was hashed are left: `digest` reads them from the file. */
function update({ path, at, pieces }: Question & { ask: 'update' }): void {
  const known = digests.get(path) ?? (at === 0 ? new RunningDigest() : null);
  const isNext = known?.bytes === at;
  if (known && isNext) digests.set(path, known);
  for (const piece of pieces) {
    if (isNext) known?.update(new Uint8Array(piece));
    // Given back at once: left to the collector, they make it walk through the heap all the time.
    piece.transfer(0);
  }
}

async function digestOf(path: string, bytes: number): Promise<OwnDigest> {
  const known = digests.get(path);
  // Longer than the file: the file was begun anew.
  const running = known && known.bytes <= bytes ? known : new RunningDigest();
  digests.set(path, running);
  await running.catchUp(path, bytes);
  return running.digest();
}
