import type { Kind, Operation, State } from '@mixreel/document';
import { call } from '#lib/call.ts';
import { tellLoss } from './kept-acts.ts';
import { createLiveDocument, type LiveDocument } from './live-document.ts';
import { stepBack } from './step-back.ts';

/** Acts on a document from a page that does not show it as it is edited. */
export type DistantDocument = {
  /** Does what is planned on the newest state. True when it is saved; why not has been told. */
  act(plan: (state: State) => Operation[] | Promise<Operation[]>): Promise<boolean>;
  /** Takes own acts back, the last one first. */
  undo(acts?: number): Promise<void>;
};

/** Read when it is first needed, and brought up to date before everything that is done to it. */
export function distantDocument(document_id: string, kind: Kind): DistantDocument {
  let opening: Promise<LiveDocument> | null = null;
  let isLost = false;
  const open = async () => {
    const opened = await call('document.open', { document_id });
    const onLoss = (loss: Parameters<typeof tellLoss>[0]) => {
      isLost = true;
      tellLoss(loss);
    };
    return createLiveDocument({ opened, kind, onLoss });
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
      isLost = false;
      live.act(operations);
      return (await live.flush()) && !isLost;
    },
    async undo(acts = 1) {
      const live = await newest();
      for (let n = 0; n < acts; n += 1) stepBack(live, 'undo');
      await live.flush();
    },
  };
}
