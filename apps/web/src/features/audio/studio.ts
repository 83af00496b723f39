import { type AiAudio, type AudioLine, type AudioPiece, audioPieceOf, planAudio } from '@mixreel/contract';
import { diffText, type State } from '@mixreel/document';
import { createContext, useContext } from 'react';
import { createStore, type StoreApi, useStore } from 'zustand';
import { createDesk, type DeskState, type DocumentDesk } from '#features/document/document-desk.ts';
import type { DoOptions } from '#features/document/live-document.ts';
import type { OpenDocument } from '#features/document/use-live-document.ts';
import { newLine } from './lines.ts';

/** Where the cursor should go: taken by the text field of that line once it is drawn. */
type Cursor = { line_id: string; at: number | 'end' };

export type StudioState = Omit<DeskState, 'state'> & {
  /** As the server last told it; what is edited is in `content`. */
  piece: AiAudio;
  /** As it is shown: with what is not saved yet, or as it was. */
  content: AudioPiece;
  /** The lines that properties apply to; the last clicked is `active`. */
  selected: string[];
  active: string;
  cursor: Cursor | null;
};

/** A piece at its desk, with what is chosen in it. */
export type Studio = StoreApi<StudioState> & DocumentDesk;

export function createStudio(piece: AiAudio, may_edit: boolean, open: OpenDocument): Studio {
  const desk = createDesk(open, may_edit);
  const { state, ...about } = desk.use.getState();
  const content = contentOf(state);
  const first = content.lines[0]?.line_id ?? '';
  const store = createStore<StudioState>(() => ({
    ...about,
    piece,
    content,
    selected: [first],
    active: first,
    cursor: null,
  }));
  const studio = Object.assign(store, desk);
  let shown = state;
  desk.use.subscribe(({ state: now, ...view }) => {
    const isNew = now !== shown;
    shown = now;
    studio.setState({ ...view, ...(isNew && keepSelection(studio.getState(), contentOf(now))) });
  });
  return studio;
}

/** A piece without lines shows one to write in. */
function contentOf(state: State): AudioPiece {
  const content = audioPieceOf(state);
  return content.lines.length > 0 ? content : { ...content, lines: [newLine()] };
}

/** Changes what is edited. `tag` joins quick changes of the same thing to one step of undo. */
export function edit({ live, act }: Studio, changed: Partial<AudioPiece>, options?: DoOptions): void {
  act(planAudio(live.view.getState().state, changed), options);
}

export function editLines(studio: Studio, make: (lines: AudioLine[]) => AudioLine[], options?: DoOptions): void {
  const { lines } = studio.getState().content;
  const made = make(lines);
  if (made !== lines) edit(studio, { lines: made }, options);
}

/** Somebody has written in a line: only what they changed is sent, so that others may write in it, too. */
export function typeText(studio: Studio, line_id: string, text: string, caret: number): void {
  const options = { tag: `text ${line_id}` };
  const before = studio.live.view.getState().state['line']?.[line_id]?.['text'];
  if (typeof before !== 'string') {
    editLines(studio, (lines) => lines.map((line) => (line.line_id === line_id ? { ...line, text } : line)), options);
  } else if (before !== text) {
    const change = diffText(before, text, caret);
    studio.act([{ do: 'type', table: 'line', id: line_id, path: ['text'], edit: change }], options);
  }
}

/** Lines that are gone cannot stay selected. */
function keepSelection({ selected, active }: StudioState, content: AudioPiece): Partial<StudioState> {
  const ids = new Set(content.lines.map(({ line_id }) => line_id));
  const kept = selected.filter((line_id) => ids.has(line_id));
  const first = content.lines[0]?.line_id ?? '';
  const stillActive = ids.has(active) ? active : (kept.at(-1) ?? first);
  const isSame = kept.length === selected.length;
  return {
    content,
    active: stillActive,
    ...(!isSame && { selected: kept.length > 0 ? kept : [stillActive] }),
  };
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

/** The line that was clicked or written in last. */
export function useActiveLine(): AudioLine | undefined {
  return useStudioState(({ content, active }) => content.lines.find(({ line_id }) => line_id === active));
}
