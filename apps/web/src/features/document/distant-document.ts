import type { Kind, Operation, State } from '@mixreel/document';
import { call, type InputOf, type OutputOf } from '#lib/call.ts';
import { tellLoss } from './kept-acts.ts';
import { createLiveDocument, type LiveDocument } from './live-document.ts';
import { stepBack } from './step-back.ts';

/** Acts on a document from a page that does not show it as it is edited. */
export type DistantDocument = {
  /**
   * Does what is planned on the newest state. True when that changed something; why it did not stay has been told. Throws
   * when it could not be sent, which has been told, too.
   */
  act(plan: (state: State) => Operation[] | Promise<Operation[]>): Promise<boolean>;
  /** Takes own acts back, the last one first. */
  undo(acts?: number): Promise<void>;
};

type Asks = {
  open: (input: InputOf<'document.open'>) => Promise<OutputOf<'document.open'>>;
  perform: (input: InputOf<'document.perform'>) => Promise<OutputOf<'document.perform'>>;
  acts: (input: InputOf<'document.acts'>) => Promise<OutputOf<'document.acts'>>;
};
/** Who has just done something waits for the answer, and is asked whether to send again what was lost. */
const CALLS: Asks = {
  open: (input) => call('document.open', input),
  perform: (input) => call('document.perform', input),
  acts: (input) => call('document.acts', input, { is_quiet: true }),
};

/** Read when it is first needed, and brought up to date before everything that is done to it. */
export function distantDocument(document_id: string, kind: Kind, asks = CALLS): DistantDocument {
  let opening: Promise<LiveDocument> | null = null;
  let isLost = false;
  let isSent = true;
  // Nothing here shows what waits. So what is not sent is taken out: it does not go later, which would be a second time
  // once they have done it again, and keeps nothing else from going.
  const perform: Asks['perform'] = async (input) => {
    try {
      return await asks.perform(input);
    } catch {
      isSent = false;
      return { acts: [], refused: { act_id: input.acts[0]?.act_id ?? '', message: '' } };
    }
  };
  const open = async () => {
    const opened = await asks.open({ document_id });
    const onLoss = (loss: Parameters<typeof tellLoss>[0]) => {
      isLost = true;
      // Without words it was told by the call.
      if (loss.message) tellLoss(loss);
    };
    return createLiveDocument({ opened, kind, onLoss, transport: { ...asks, perform } });
  };
  const newest = async () => {
    opening ??= open().catch((error: unknown) => {
      opening = null;
      throw error;
    });
    const live = await opening;
    await live.catchUp();
    return live;
  };
  return {
    async act(plan) {
      const live = await newest();
      const operations = await plan(live.view.getState().state);
      [isLost, isSent] = [false, true];
      live.act(operations);
      const isSaved = await live.flush();
      if (!isSent) throw new Error('not sent');
      return isSaved && !isLost && operations.length > 0;
    },
    async undo(acts = 1) {
      const live = await newest();
      for (let n = 0; n < acts; n += 1) stepBack(live, 'undo');
      await live.flush();
    },
  };
}
