import {
  type AiAudio,
  type AudioLine,
  type AudioPiece,
  audioPieceOf,
  type HistoryEntry,
  planAudio,
} from '@mixreel/contract';
import { type Act, diffText, planDifference, type State } from '@mixreel/document';
import { createContext, useContext } from 'react';
import { createStore, type StoreApi, useStore } from 'zustand';
import type { LiveDocument, Saving } from '#features/document/live-document.ts';
import { stepBack as takeStep } from '#features/document/step-back.ts';
import type { OpenDocument } from '#features/document/use-live-document.ts';
import { newLine } from './lines.ts';

/** Where the cursor should go: taken by the text field of that line once it is drawn. */
type Cursor = { line_id: string; at: number | 'end' };

/** The piece as it was after a step of its history. */
export type Past = { entry: HistoryEntry; state: State };

export type StudioState = {
  /** Whether whoever looks may change anything; what is past nobody can. */
  may_edit: boolean;
  can_edit: boolean;
  /** What is looked at instead of the present. */
  past: Past | null;
  /** As the server last told it; what is edited is in `content`. */
  piece: AiAudio;
  content: AudioPiece;
  /** How far `content` is: of the newest act in it. */
  sequence: number;
  saving: Saving;
  /** The lines that properties apply to; the last clicked is `active`. */
  selected: string[];
  active: string;
  cursor: Cursor | null;
};

export type Studio = StoreApi<StudioState> & OpenDocument;

export function createStudio(piece: AiAudio, can_edit: boolean, open: OpenDocument): Studio {
  const { state, sequence, saving } = open.live.view.getState();
  const content = contentOf(state);
  const first = content.lines[0]?.line_id ?? '';
  const store = createStore<StudioState>(() => ({
    may_edit: can_edit,
    can_edit,
    past: null,
    piece,
    content,
    sequence,
    saving,
    selected: [first],
    active: first,
    cursor: null,
  }));
  return Object.assign(store, open);
}

/** Shows what the document is, as it is changed here and elsewhere; gives the way to end that. */
export function followDocument(studio: Studio): () => void {
  const { view } = studio.live;
  const take = () => {
    const { state, sequence, saving } = view.getState();
    const before = shown.get(studio);
    studio.setState({ sequence, saving });
    if (studio.getState().past) return;
    if (before !== state) keepSelection(studio, contentOf(state));
    shown.set(studio, state);
  };
  take();
  return view.subscribe(take);
}

/** The state that a studio shows. */
const shown = new WeakMap<Studio, State>();

export function setMayEdit(studio: Studio, may_edit: boolean): void {
  studio.setState(({ past }) => ({ may_edit, can_edit: may_edit && past === null }));
}

/** Shows the piece as it was; null: as it is. What others do meanwhile goes on. */
export function showPast(studio: Studio, past: Past | null): void {
  const { state } = studio.live.view.getState();
  studio.setState(({ may_edit }) => ({ past, can_edit: may_edit && past === null }));
  shown.set(studio, past?.state ?? state);
  keepSelection(studio, contentOf(past?.state ?? state));
}

/** The past becomes the present: an act like any other, which can be undone. */
export function restorePast(studio: Studio): void {
  const { past } = studio.getState();
  const { live } = studio;
  showPast(studio, null);
  if (past) live.act(planDifference(live.kind, live.view.getState().state, past.state), { cause: 'restore' });
}

/** A piece without lines shows one to write in. */
function contentOf(state: State): AudioPiece {
  const content = audioPieceOf(state);
  return content.lines.length > 0 ? content : { ...content, lines: [newLine()] };
}

type EditOptions = { tag?: string | null; cause?: Act['cause'] };

/** Changes what is edited. `tag` joins quick changes of the same thing to one step of undo. */
export function edit(studio: Studio, changed: Partial<AudioPiece>, options: EditOptions = {}): void {
  const { live } = studio;
  if (studio.getState().can_edit) live.act(planAudio(live.view.getState().state, changed), options);
}

export function editLines(studio: Studio, make: (lines: AudioLine[]) => AudioLine[], options: EditOptions = {}): void {
  const { lines } = studio.getState().content;
  const made = make(lines);
  if (made !== lines) edit(studio, { lines: made }, options);
}

/** Somebody has written in a line: only what they changed is sent, so that others may write in it, too. */
export function typeText(studio: Studio, line_id: string, text: string, caret: number): void {
  const { live } = studio;
  const options = { tag: `text ${line_id}` };
  const before = live.view.getState().state['line']?.[line_id]?.['text'];
  if (typeof before !== 'string') {
    editLines(studio, (lines) => lines.map((line) => (line.line_id === line_id ? { ...line, text } : line)), options);
  } else if (studio.getState().can_edit && before !== text) {
    const change = diffText(before, text, caret);
    live.act([{ do: 'type', table: 'line', id: line_id, path: ['text'], edit: change }], options);
  }
}

export function stepBack(studio: Studio, direction: 'undo' | 'redo'): void {
  if (studio.getState().can_edit) takeStep(studio.live, direction);
}

/** Lines that are gone cannot stay selected. */
function keepSelection(studio: Studio, content: AudioPiece): void {
  const { selected, active } = studio.getState();
  const ids = new Set(content.lines.map(({ line_id }) => line_id));
  const kept = selected.filter((line_id) => ids.has(line_id));
  const first = content.lines[0]?.line_id ?? '';
  const stillActive = ids.has(active) ? active : (kept.at(-1) ?? first);
  const isSame = kept.length === selected.length;
  studio.setState({
    content,
    active: stillActive,
    ...(!isSame && { selected: kept.length > 0 ? kept : [stillActive] }),
  });
}

/** One line, or with `add` one more or less, or with `range` all from the active one to it. */
export function select(studio: Studio, line_id: string, how: 'only' | 'add' | 'range' = 'only'): void {
  const { selected, active, content } = studio.getState();
  if (how === 'only') {
    studio.setState({ selected: [line_id], active: line_id });
    return;
  }
  if (how === 'add') {
    const rest = selected.filter((one) => one !== line_id);
    const wasSelected = rest.length < selected.length;
    const next = wasSelected && rest.length > 0 ? rest : [...rest, line_id];
    studio.setState({ selected: next, active: next.at(-1) ?? line_id });
    return;
  }
  const ids = content.lines.map((line) => line.line_id);
  const [from, to] = [ids.indexOf(active), ids.indexOf(line_id)];
  studio.setState({ selected: ids.slice(Math.min(from, to), Math.max(from, to) + 1) });
}

export function selectAll(studio: Studio): void {
  studio.setState(({ content }) => ({ selected: content.lines.map(({ line_id }) => line_id) }));
}

export function putCursor(studio: Studio, cursor: Cursor): void {
  studio.setState({ cursor, selected: [cursor.line_id], active: cursor.line_id });
}

/** Whether what the server told of the piece was about other lines than these. */
export function isAhead({ saving, sequence, piece }: StudioState): boolean {
  return saving.state !== 'saved' || sequence !== piece.revision;
}

const StudioContext = createContext<Studio | null>(null);
export const StudioProvider = StudioContext.Provider;

export function useStudio(): Studio {
  const studio = useContext(StudioContext);
  if (!studio) throw new Error('Outside of a studio');
  return studio;
}

export function useStudioState<T>(pick: (state: StudioState) => T): T {
  return useStore(useStudio(), pick);
}

export function useSteps(): Pick<ReturnType<LiveDocument['view']['getState']>, 'undo_name' | 'redo_name'> {
  const { view } = useStudio().live;
  const undo_name = useStore(view, (state) => state.undo_name);
  const redo_name = useStore(view, (state) => state.redo_name);
  return { undo_name, redo_name };
}

/** The line that was clicked or written in last. */
export function useActiveLine(): AudioLine | undefined {
  return useStudioState(({ content, active }) => content.lines.find(({ line_id }) => line_id === active));
}
