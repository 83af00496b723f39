import type { RetouchWay, SheetCard } from '@mixreel/contract';
import { planSheet, type SheetContent, sheetContentOf, type SheetLayer } from '@mixreel/contract/sheet';
import { diffText } from '@mixreel/document';
import { createContext, useContext } from 'react';
import { createStore, type StoreApi, useStore } from 'zustand';
import { createDesk, type DeskState, type DocumentDesk } from '#features/document/document-desk.ts';
import type { DoOptions } from '#features/document/live-document.ts';
import type { OpenDocument } from '#features/document/use-live-document.ts';
import { withInside } from './layers.ts';
import { createShelf, type Shelf } from './shelf.ts';
import { textBox } from './text-box.ts';

export type Tool =
  | 'select'
  | 'hand'
  | 'crop'
  | 'pull'
  | 'text'
  | 'rect'
  | 'ellipse'
  | 'brush'
  | 'lasso'
  | 'erase'
  | 'pick';

/** How a brush paints the mask of the chosen layer. */
export type Brush = { shows: boolean; width: number; softness: number };

export type SheetState = Omit<DeskState, 'state'> & {
  card: SheetCard;
  content: SheetContent;
  selected: string[];
  tool: Tool;
  brush: Brush;
  picking: Picking | null;
  /** Whether a click adds to what is picked, or takes away. */
  pick_adds: boolean;
  /** The platform whose buttons are shown over the picture. */
  zone: string | null;
  /** What is being done to pictures, by layer. */
  busy: Record<string, RetouchWay>;
  /** How many pixels of the screen one of the canvas is, and where its corner lies. */
  zoom: number;
  corner: { x: number; y: number };
};

/** What is being pointed at in a picture, until it is cut out. */
export type Picking = {
  layer_id: string;
  source: string;
  /** In fractions of the whole picture, and where on the canvas that was. */
  points: { x: number; y: number; is_in: boolean; at: { x: number; y: number } }[];
  /** What is waited for: that the picture is looked at (so many percent of it, so many seconds more), a mask, the result. */
  wait: { for: 'look'; percent: number; left_s: number | null } | { for: 'mask' | 'result' } | null;
  /** What is not picked, to be shown over the picture. */
  veil: SheetLayer | null;
  /** How well the model thinks that the mask fits. */
  sure: number;
  stop: AbortController;
};

/** A picture that is open: what the parts of the page show, and the ways to change it. */
export type Studio = StoreApi<SheetState> & Omit<DocumentDesk, 'use'> & { desk: DocumentDesk; shelf: Shelf };

export function createStudio(card: SheetCard, may_edit: boolean, open: OpenDocument): Studio {
  const desk = createDesk(open, may_edit);
  const { state, ...about } = desk.use.getState();
  const store = createStore<SheetState>(() => ({
    ...about,
    card,
    content: sheetContentOf(state),
    selected: [],
    tool: 'select',
    brush: { shows: false, width: 0.1, softness: 0.3 },
    picking: null,
    pick_adds: true,
    zone: null,
    busy: {},
    zoom: 1,
    corner: { x: 0, y: 0 },
  }));
  const studio = Object.assign(store, desk, { desk, shelf: createShelf(card.sheet_id) });
  let shown = state;
  desk.use.subscribe(({ state: now, ...view }) => {
    const isNew = now !== shown;
    shown = now;
    studio.setState({ ...view, ...(isNew && keepSelection(studio.getState(), sheetContentOf(now))) });
  });
  return studio;
}

/** What is gone cannot stay chosen. */
function keepSelection({ selected }: SheetState, content: SheetContent): Partial<SheetState> {
  const ids = new Set(content.layers.map(({ layer_id }) => layer_id));
  const kept = selected.filter((id) => ids.has(id));
  return { content, ...(kept.length < selected.length && { selected: kept }) };
}

/** Changes what is edited. `tag` joins quick changes of the same thing to one step of undo. */
export function edit({ live, act }: Studio, change: Partial<SheetContent>, options?: DoOptions): void {
  act(planSheet(live.view.getState().state, change), options);
}

export function editLayers(studio: Studio, make: (layers: SheetLayer[]) => SheetLayer[], options?: DoOptions): void {
  const { layers } = studio.getState().content;
  const made = make(layers);
  if (made !== layers) edit(studio, { layers: made }, options);
}

/** As `editLayers`, of what was asked for earlier and has come now. */
export function finishLayers(
  { live, finish }: Studio,
  make: (layers: SheetLayer[]) => SheetLayer[],
  options?: DoOptions,
): void {
  const { state } = live.view.getState();
  finish(planSheet(state, { layers: make(sheetContentOf(state).layers) }), options);
}

/** Changes the chosen layers, those inside of chosen groups too where asked. */
export function changeSelected(
  studio: Studio,
  change: (layer: SheetLayer) => Partial<SheetLayer>,
  { isDeep = false, ...options }: DoOptions & { isDeep?: boolean } = {},
): void {
  const { selected, content } = studio.getState();
  const ids = new Set(isDeep ? withInside(content.layers, selected) : selected);
  editLayers(
    studio,
    (layers) => layers.map((layer) => (ids.has(layer.layer_id) ? { ...layer, ...change(layer) } : layer)),
    options,
  );
}

/** Somebody has written in a text: only the letters that they changed are sent, so that others may write in it, too. */
export function typeText(studio: Studio, layer_id: string, text: string, caret: number): void {
  const record = studio.live.view.getState().state['layer']?.[layer_id]?.['text'] as SheetLayer['text'];
  if (!record || record.text === text) return;
  const change = diffText(record.text, text, caret);
  const typed = { do: 'type' as const, table: 'layer', id: layer_id, path: ['text', 'text'], edit: change };
  studio.act([typed, ...boxChanges(studio, layer_id, text)], { tag: `text ${layer_id}` });
}

/** The box of a text as its letters are now; a part of the step in which they were typed. */
export function fitTyped(studio: Studio, layer_id: string): void {
  const changes = boxChanges(studio, layer_id);
  if (changes.length > 0) studio.act(changes, { tag: `text ${layer_id}` });
}

function boxChanges(studio: Studio, layer_id: string, words?: string) {
  const layer = studio.getState().content.layers.find((one) => one.layer_id === layer_id);
  if (!layer?.text) return [];
  const text = { ...layer.text, text: words ?? layer.text.text };
  const box = textBox(studio.shelf, layer, text);
  // A letter that has not come yet would be as wide as it is high.
  const book = studio.shelf.kit.book(text.font_id);
  const isKnown = !words || Array.from(words).every((letter) => letter === '\n' || book?.glyph(letter));
  const fields = isKnown ? (['x', 'y', 'width', 'height'] as const) : (['y', 'height'] as const);
  return fields
    .filter((field) => box[field] !== layer[field])
    .map((field) => ({ do: 'set' as const, table: 'layer', id: layer_id, path: [field], value: box[field] }));
}

export function select(studio: Studio, ids: string[]): void {
  studio.setState({ selected: ids });
}

const StudioContext = createContext<Studio | null>(null);
export const StudioProvider = StudioContext.Provider;

export function useStudio(): Studio {
  const studio = useContext(StudioContext);
  if (!studio) throw new Error('Outside of a studio');
  return studio;
}

export function useStudioState<T>(pick: (state: SheetState) => T): T {
  return useStore(useStudio(), pick);
}

/** The chosen layer, where it is one. */
export function useSelectedLayer(): SheetLayer | undefined {
  return useStudioState(({ content, selected }) =>
    selected.length === 1 ? content.layers.find(({ layer_id }) => layer_id === selected[0]) : undefined,
  );
}
