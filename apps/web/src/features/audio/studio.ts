import type { AiAudio, AudioLine } from '@mixreel/contract';
import { createContext, useContext } from 'react';
import { createStore, type StoreApi, useStore } from 'zustand';
import { change, type History, historyOf, redo, undo } from './history.ts';
import { newLine } from './lines.ts';

/** What a person edits; the rest of a piece is the server's. */
export type Content = Pick<AiAudio, 'audio_name' | 'lines' | 'music' | 'target_lufs' | 'ai_mark'>;

/** Where the cursor should go: taken by the text field of that line once it is drawn. */
type Cursor = { line_id: string; at: number | 'end' };

export type StudioState = {
  can_edit: boolean;
  /** As the server last told it. */
  piece: AiAudio;
  /** What the server has, as it was sent or read. */
  saved: Content;
  history: History<Content>;
  /** The lines that properties apply to; the last clicked is `active`. */
  selected: string[];
  active: string;
  cursor: Cursor | null;
  saving: Saving;
};

export type Saving =
  | { state: 'saved' | 'waiting' | 'sending' | 'offline' }
  | { state: 'refused'; message: string }
  | { state: 'conflict'; message: string; newest: AiAudio };

export type Studio = StoreApi<StudioState>;

export function createStudio(piece: AiAudio, can_edit: boolean): Studio {
  const content = contentOf(piece);
  const first = content.lines[0]?.line_id ?? '';
  return createStore<StudioState>(() => ({
    can_edit,
    piece,
    saved: content,
    history: historyOf(content),
    selected: [first],
    active: first,
    cursor: null,
    saving: { state: 'saved' },
  }));
}

/** A piece without lines shows one to write in. */
function contentOf({ audio_name, lines, music, target_lufs, ai_mark }: AiAudio): Content {
  return { audio_name, lines: lines.length > 0 ? lines : [newLine()], music, target_lufs, ai_mark };
}

/** Changes what is edited. `tag` joins quick changes of the same thing to one step of undo. */
export function edit(studio: Studio, changed: Partial<Content>, tag: string | null = null): void {
  const { can_edit, history } = studio.getState();
  if (!can_edit) return;
  keepSelection(studio, change(history, { ...history.now, ...changed }, tag));
}

export function editLines(studio: Studio, make: (lines: AudioLine[]) => AudioLine[], tag: string | null = null): void {
  const { lines } = studio.getState().history.now;
  const made = make(lines);
  if (made !== lines) edit(studio, { lines: made }, tag);
}

export function undoEdit(studio: Studio): void {
  if (studio.getState().can_edit) keepSelection(studio, undo(studio.getState().history));
}

export function redoEdit(studio: Studio): void {
  if (studio.getState().can_edit) keepSelection(studio, redo(studio.getState().history));
}

/** Lines that are gone cannot stay selected. */
function keepSelection(studio: Studio, history: History<Content>): void {
  const { selected, active } = studio.getState();
  const ids = new Set(history.now.lines.map(({ line_id }) => line_id));
  const kept = selected.filter((line_id) => ids.has(line_id));
  const first = history.now.lines[0]?.line_id ?? '';
  const stillActive = ids.has(active) ? active : (kept.at(-1) ?? first);
  studio.setState({ history, active: stillActive, selected: kept.length > 0 ? kept : [stillActive] });
}

/** One line, or with `add` one more or less, or with `range` all from the active one to it. */
export function select(studio: Studio, line_id: string, how: 'only' | 'add' | 'range' = 'only'): void {
  const { selected, active, history } = studio.getState();
  if (how === 'only') {
    studio.setState({ selected: [line_id], active: line_id });
    return;
  }
  if (how === 'add') {
    const rest = selected.filter((one) => one !== line_id);
    const isTaken = rest.length < selected.length;
    const next = isTaken && rest.length > 0 ? rest : [...rest, line_id];
    studio.setState({ selected: next, active: next.at(-1) ?? line_id });
    return;
  }
  const ids = history.now.lines.map((line) => line.line_id);
  const [from, to] = [ids.indexOf(active), ids.indexOf(line_id)];
  studio.setState({ selected: ids.slice(Math.min(from, to), Math.max(from, to) + 1) });
}

export function selectAll(studio: Studio): void {
  studio.setState(({ history }) => ({ selected: history.now.lines.map(({ line_id }) => line_id) }));
}

export function putCursor(studio: Studio, cursor: Cursor): void {
  studio.setState({ cursor, selected: [cursor.line_id], active: cursor.line_id });
}

/**
 * The server told the piece again. What is edited here stays, unless nothing is unsaved: then what others have changed
 * meanwhile is taken over. True when it was.
 */
export function takePiece(studio: Studio, piece: AiAudio): boolean {
  const { history, saved, piece: before } = studio.getState();
  const isNewer = piece.revision > before.revision;
  if (!isNewer) {
    studio.setState({ piece });
    return false;
  }
  // With changes of our own on top of an older revision, the next save will meet the conflict.
  if (history.now !== saved) {
    studio.setState({ piece: { ...piece, revision: before.revision } });
    return false;
  }
  takeContent(studio, piece);
  return true;
}

/** The server's version in place of this one; undo brings this one back. */
export function takeContent(studio: Studio, piece: AiAudio): void {
  const content = contentOf(piece);
  studio.setState({ piece, saved: content, saving: { state: 'saved' } });
  keepSelection(studio, change(studio.getState().history, content, null));
}

export function isUnsaved({ history, saved }: StudioState): boolean {
  return history.now !== saved;
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

/** The line that was clicked or written in last. */
export function useActiveLine(): AudioLine | undefined {
  return useStudioState(({ history, active }) => history.now.lines.find(({ line_id }) => line_id === active));
}
