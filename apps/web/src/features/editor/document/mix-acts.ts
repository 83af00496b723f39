import { mixKind } from '@mixreel/contract';
import { createContext, useContext, useState } from 'react';
import { type DistantDocument, distantDocument } from '#features/document/distant-document.ts';
import { closeToast, showToast } from '#lib/toast.ts';
import type { MixDesk } from './desk.ts';

const UNDO_MS = 8000;

/** The one way to change a mix for parts that stand on the editor's page and on that of results. */
export type MixActs = DistantDocument;

const MixActsContext = createContext<MixActs | null>(null);
export const MixActsProvider = MixActsContext.Provider;

export function useMixActs(): MixActs {
  const acts = useContext(MixActsContext);
  if (!acts) throw new Error('Outside of a mix');
  return acts;
}

/** Of the mix that is open: its own undo takes back what is done here, too. */
export function actsAtDesk(desk: MixDesk): MixActs {
  return {
    async act(plan) {
      const operations = await plan(desk.state);
      desk.finish(operations);
      return (await desk.live.flush()) && operations.length > 0;
    },
    async undo(acts = 1) {
      for (let n = 0; n < acts; n += 1) desk.step('undo');
      await desk.live.flush();
    },
  };
}

/** Of a mix that is looked at but not open. */
export function useDistantMix(mproject_id: string): MixActs {
  return useState(() => distantDocument(mproject_id, mixKind))[0];
}

let offered = 0;

/** Says that something was done, with a way back: until the next thing is, for undo takes back what was done last. */
export function offerUndo(kind: 'success' | 'warning', text: string, undo: () => void): void {
  closeToast(offered);
  offered = showToast(kind, text, { ms: UNDO_MS, action: { label: '撤销', run: undo } });
}
