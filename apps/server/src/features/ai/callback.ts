import type { App } from '#context.ts';
import { isSigned, sign } from '#http/signature.ts';

type Job = { job_id: string };

const WORD = 'ai-job';
const PURPOSE = 'ai-callback';

/**
 * Where a service may say that something became of a job, signed by us; null where none can reach us. What it says there is the
 * word of a stranger and is not read: it is asked itself, sooner than it would have been.
 */
export function callbackFor({ config, secret }: Pick<App, 'config' | 'secret'>, { job_id }: Job): string | null {
  if (!config.publicUrl?.startsWith('https:')) return null;
  return `${config.publicUrl}/api/ai/callback?our_job=${job_id}&our_proof=${sign(secret, PURPOSE, job_id)}`;
}

export function isCallback({ secret }: Pick<App, 'secret'>, job_id: string, proof: string): boolean {
  return isSigned(proof, secret, PURPOSE, job_id);
}

/** Tells the process that waits for it, whichever that is. Where nobody waits any more, nothing happens. */
export async function tellCallback({ db, streams }: Pick<App, 'db' | 'streams'>, job_id: string): Promise<void> {
  await streams.signal(db, WORD, job_id);
}

export function onCallback({ streams }: Pick<App, 'streams'>, { job_id }: Job, wake: () => void): () => void {
  return streams.onSignal(WORD, (told) => {
    if (told === job_id) wake();
  });
}
