import type { HistoryEntry } from '@mixreel/contract';
import { type Operation, planDifference, type State } from '@mixreel/document';
import { createStore, type StoreApi } from 'zustand';
import { call } from '#lib/call.ts';
import { showToast } from '#lib/toast.ts';
import type { DocumentView, DoOptions, LiveDocument } from './live-document.ts';
import { stepBack } from './step-back.ts';
import type { OpenDocument } from './use-live-document.ts';

/** A document as it was after a step of its history. */
export type Past = { entry: HistoryEntry; state: State };

export type DeskState<P extends Past = Past> = DocumentView & {
  /** Whether whoever looks may change anything; what is past nobody can. */
  may_edit: boolean;
  can_edit: boolean;
  /** What is looked at instead of the present: `state` is then its. */
  past: P | null;
};

/** A document that is open on a page: what its parts show, and the one way to change it. */
export type DocumentDesk<P extends Past = Past> = OpenDocument & {
  use: StoreApi<DeskState<P>>;
  act(operations: Operation[], options?: DoOptions): void;
  /** What was asked for earlier and has come now is done on the present, whatever is looked at by then. */
  finish(operations: Operation[], options?: DoOptions): void;
  step(direction: 'undo' | 'redo'): void;
  allow(may_edit: boolean): void;
  /** Shows it as it was; null: as it is. What others do meanwhile goes on. */
  showPast(past: P | null): void;
  /** The past becomes the present: an act like any other, which can be undone. */
  restorePast(): void;
  /** Follows the document as it is changed here and elsewhere; gives the way to end that. */
  start(): () => void;
};

/** `planRestore`: what makes the past of the present, where not everything can come back. */
export function createDesk<P extends Past = Past>(
  open: OpenDocument,
  may_edit: boolean,
  planRestore = (state: State, past: P) => planDifference(open.live.kind, state, past.state),
): DocumentDesk<P> {
  const { live } = open;
  const use = createStore<DeskState<P>>(() => ({
    ...live.view.getState(),
    may_edit,
    can_edit: may_edit,
    past: null,
  }));
  const follow = () => {
    const { state, ...view } = live.view.getState();
    use.setState(({ past }) => ({ ...view, state: past?.state ?? state }));
  };
  const act = (operations: Operation[], options?: DoOptions) => {
    if (use.getState().can_edit) live.act(operations, options);
  };
  const finish = (operations: Operation[], options?: DoOptions) => {
    const { may_edit: may, past } = use.getState();
    if (operations.length === 0) return;
    if (!may) return void showToast('warning', '你现在只能查看，刚才要的没有放进去');
    live.act(operations, options);
    // A page that was left meanwhile sends nothing by itself any more.
    void live.flush();
    if (past) showToast('info', '刚才要的已放进最新的内容，点「回到现在」就能看到');
  };
  const showPast = (past: P | null) => {
    const { may_edit: may } = use.getState();
    const { state } = live.view.getState();
    use.setState({ past, can_edit: may && past === null, state: past?.state ?? state });
  };
  return {
    ...open,
    use,
    act,
    finish,
    step(direction) {
      if (use.getState().can_edit) stepBack(live, direction);
    },
    allow: (may) => use.setState(({ past }) => ({ may_edit: may, can_edit: may && past === null })),
    showPast,
    restorePast() {
      const { past } = use.getState();
      showPast(null);
      if (past) act(planRestore(live.view.getState().state, past), { cause: 'restore' });
    },
    start() {
      follow();
      return live.view.subscribe(follow);
    },
  };
}

export async function readPast({ document_id }: LiveDocument, entry: HistoryEntry): Promise<Past> {
  const { state } = await call('document.at', { document_id, sequence: entry.sequence });
  return { entry, state };
}
