import { DOCUMENT_ACTS_MAX } from '@mixreel/contract';
import type { Session } from '@mixreel/document';
import { CallError, type InputOf, type OutputOf } from '#lib/call.ts';

type Perform = (input: InputOf<'document.perform'>) => Promise<OutputOf<'document.perform'>>;

/** What a server says of a request that it does not even look into: something in it is wrong, or it is too much at once. */
const UNREAD = new Set([400, 413]);

/**
 * Sends what waits, or the first part of it. Where that is refused as a whole, half of it goes: only an act that is refused
 * alone is to blame itself.
 */
export async function sendPart(session: Session, document_id: string, perform: Perform) {
  let most = DOCUMENT_ACTS_MAX;
  for (;;) {
    const request = session.send(most);
    if (!request) return { acts: [], refused: null };
    try {
      return await perform({ document_id, ...request });
    } catch (error) {
      session.sendAgain();
      const [first, ...more] = request.acts;
      if (!first || !(error instanceof CallError) || !UNREAD.has(error.code)) throw error;
      if (more.length === 0) return { acts: [], refused: { act_id: first.act_id, message: error.message } };
      most = Math.ceil(request.acts.length / 2);
    }
  }
}
