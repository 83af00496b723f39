import { planStory, type Story, type StoryBoard, storyOf, type StoryRow } from '@mixreel/contract';
import { diffText, type State } from '@mixreel/document';
import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { DeskState, DocumentDesk } from '#features/document/document-desk.ts';
import type { DoOptions } from '#features/document/live-document.ts';
import { type GridStore, select, selectCell } from '#ui/grid/grid-store.ts';
import { selectionOf } from '#ui/grid/place.ts';

/** The board that is open: its document, what is chosen in its table, and what only the server knows of it. */
export type Board = { desk: DocumentDesk; grid: GridStore; board: StoryBoard };

const BoardContext = createContext<Board | null>(null);
export const BoardProvider = BoardContext.Provider;

export function useBoard(): Board {
  const board = useContext(BoardContext);
  if (!board) throw new Error('Outside of a board');
  return board;
}

export function useDesk<T>(pick: (state: DeskState) => T): T {
  return useStore(useBoard().desk.use, pick);
}

/** A board by the state it was read from: many parts look at the same one. */
const stories = new WeakMap<State, Story>();

export function readStory(state: State): Story {
  const story = stories.get(state) ?? storyOf(state);
  stories.set(state, story);
  return story;
}

/** Something of the board as it is shown. */
export function useStory<T>(pick: (story: Story) => T): T {
  return useDesk(({ state }) => pick(readStory(state)));
}

/** Changes what is edited, as one step. `tag` joins quick changes of the same thing to one. */
export function edit({ use, live, act }: DocumentDesk, changed: Partial<Story>, options?: DoOptions): void {
  if (use.getState().can_edit) act(planStory(live.view.getState().state, changed), options);
}

/** Somebody has written in a cell: only what they changed is sent, so that others may write in it, too. */
export function typeText(desk: DocumentDesk, row_id: string, field: keyof StoryRow, text: string, caret: number): void {
  const before = desk.live.view.getState().state['row']?.[row_id]?.[field];
  if (typeof before !== 'string' || before === text) return;
  const change = diffText(before, text, caret);
  const tag = `text ${row_id} ${field}`;
  desk.act([{ do: 'type', table: 'row', id: row_id, path: [field], edit: change }], { tag });
}

/** Goes to a cell of the table, with the keyboard. */
export function goToCell({ desk, grid }: Pick<Board, 'desk' | 'grid'>, row_id: string, field: string): void {
  const ids = readStory(desk.use.getState().state).rows.map((row) => row.row_id);
  selectCell(grid, row_id, field, { ids, keys: [field] });
}

/** Goes to whole rows, by where they stand in `rows`. */
export function goToRows(
  grid: GridStore,
  rows: readonly StoryRow[],
  keys: readonly string[],
  top: number,
  count = 1,
): void {
  const block = { top, bottom: top + count - 1, left: 0, right: 0 };
  select(grid, selectionOf(block), { ids: rows.map(({ row_id }) => row_id), keys });
}
