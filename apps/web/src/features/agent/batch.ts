import {
  type AgentBatch,
  type AgentCheck,
  type AgentOutcome,
  type AgentRow,
  type Batch,
  batchOf,
  planBatch,
} from '@mixreel/contract';
import { diffText, type State } from '@mixreel/document';
import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { DeskState, DocumentDesk } from '#features/document/document-desk.ts';
import type { GridStore } from '#ui/grid/grid-store.ts';

/** What is known of a row besides what people write in it. */
export type RowFacts = { check: AgentCheck | undefined; outcome: AgentOutcome | undefined };

/** What is opened of a row: its video, the choice of its shots, its words for platforms. */
export type Shown = 'play' | 'shots' | 'post';

/** The batch that is open. */
export type OpenBatch = {
  desk: DocumentDesk;
  grid: GridStore;
  batch: AgentBatch;
  /** Opens what there is to see or choose of a row. */
  onShow: (what: Shown, row_id: string) => void;
};

const BatchContext = createContext<OpenBatch | null>(null);
export const BatchProvider = BatchContext.Provider;

export function useBatch(): OpenBatch {
  const batch = useContext(BatchContext);
  if (!batch) throw new Error('Outside of a batch');
  return batch;
}

export function useDesk<T>(pick: (state: DeskState) => T): T {
  return useStore(useBatch().desk.use, pick);
}

const batches = new WeakMap<State, Batch>();

export function readBatch(state: State): Batch {
  const batch = batches.get(state) ?? batchOf(state);
  batches.set(state, batch);
  return batch;
}

/** Changes what is edited, as one step. */
export function edit({ use, live, act }: DocumentDesk, changed: Partial<Batch>): void {
  if (use.getState().can_edit) act(planBatch(live.view.getState().state, changed));
}

/** Somebody has written in a cell: only what they changed is sent, so that others may write in it, too. */
export function typeText(desk: DocumentDesk, row_id: string, field: keyof AgentRow, text: string, caret: number): void {
  const before = desk.live.view.getState().state['row']?.[row_id]?.[field];
  if (typeof before !== 'string' || before === text) return;
  const change = diffText(before, text, caret);
  desk.act([{ do: 'type', table: 'row', id: row_id, path: [field], edit: change }], { tag: `text ${row_id} ${field}` });
}
