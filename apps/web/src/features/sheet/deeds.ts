import type { Material } from '@mixreel/contract';
import type { SheetLayer } from '@mixreel/contract/sheet';
import { call } from '#lib/call.ts';
import { showToast } from '#lib/toast.ts';
import {
  copiesOf,
  groupLayers,
  isAnyOf,
  moveLayers,
  orderLayers,
  outermost,
  placedPicture,
  ungroupLayers,
  withInside,
} from './layers.ts';
import { editLayers, finishLayers, select, type Studio } from './studio.ts';

// What is done to the chosen layers as a whole, by keys and by buttons alike.

/** The chosen ones with all that is in them; null, and told, where one of them is locked. */
function unlocked(studio: Studio): Set<string> | null {
  const { selected, content } = studio.getState();
  const ids = new Set(withInside(content.layers, selected));
  const isHeld = content.layers.some((layer) => ids.has(layer.layer_id) && isAnyOf(content.layers, layer, 'is_locked'));
  if (!isHeld) return ids;
  showToast('info', '图层已锁定，先在图层列表里解锁');
  return null;
}

export function removeChosen(studio: Studio): void {
  const gone = unlocked(studio);
  if (gone && gone.size > 0) editLayers(studio, (layers) => layers.filter(({ layer_id }) => !gone.has(layer_id)));
}

export function nudgeChosen(studio: Studio, dx: number, dy: number): void {
  const ids = unlocked(studio);
  if (!ids) return;
  const tag = `nudge ${studio.getState().selected.join(' ')}`;
  editLayers(studio, (layers) => moveLayers(layers, (id) => (ids.has(id) ? { dx, dy } : null)), { tag });
}

export function groupChosen(studio: Studio): void {
  const { selected, content } = studio.getState();
  const made = selected.length > 1 ? groupLayers(content.layers, selected) : null;
  if (!made) return;
  editLayers(studio, () => made.layers);
  select(studio, [made.group_id]);
}

export function ungroupChosen(studio: Studio): void {
  const { selected, content } = studio.getState();
  const { layers, freed } = ungroupLayers(content.layers, selected);
  if (freed.length === 0) return;
  editLayers(studio, () => layers);
  select(studio, freed);
}

export function orderChosen(studio: Studio, to: 'up' | 'down' | 'top' | 'bottom'): void {
  editLayers(studio, (layers) => orderLayers(layers, studio.getState().selected, to));
}

export function selectAll(studio: Studio): void {
  const { layers } = studio.getState().content;
  const open = layers.filter(({ is_hidden, is_locked }) => !is_hidden && !is_locked);
  select(studio, [...new Set(open.map(({ layer_id }) => outermost(layers, layer_id)))]);
}

/** The chosen ones once more, a little beside. */
export function doubleChosen(studio: Studio): void {
  put(studio, copiesOf(studio.getState().content.layers, studio.getState().selected));
}

/** What was copied last, for as long as the page is open. */
let clipboard: { sheet_id: string; layers: SheetLayer[] } | null = null;

export function copyChosen(studio: Studio): void {
  const { selected, content, card } = studio.getState();
  clipboard = { sheet_id: card.sheet_id, layers: copiesOf(content.layers, selected, 0) };
}

export function pasteLayers(studio: Studio): void {
  // Pictures of another sheet are not here.
  if (clipboard?.sheet_id !== studio.getState().card.sheet_id) return;
  const ids = clipboard.layers.map(({ layer_id }) => layer_id);
  put(studio, copiesOf(clipboard.layers, ids));
}

function put(studio: Studio, copies: SheetLayer[]): void {
  if (copies.length === 0) return;
  editLayers(studio, (layers) => [...layers, ...copies]);
  const ids = new Set(copies.map(({ layer_id }) => layer_id));
  const outer = copies.filter(({ group_id }) => !group_id || !ids.has(group_id));
  select(
    studio,
    outer.map(({ layer_id }) => layer_id),
  );
}

/** Pictures of the library become layers in the middle, chosen. */
export async function bringPictures(studio: Studio, materials: Material[]): Promise<void> {
  const { card, content } = studio.getState();
  const brought: SheetLayer[] = [];
  for (const { material_id } of materials) {
    const picture = await call('sheet.bring', { sheet_id: card.sheet_id, picture: { material_id } });
    studio.shelf.put(picture);
    brought.push(placedPicture(picture.vlc_id, picture, content));
  }
  if (brought.length === 0) return;
  finishLayers(studio, (layers) => [...layers, ...brought]);
  studio.setState({ selected: brought.map(({ layer_id }) => layer_id), tool: 'select' });
}
