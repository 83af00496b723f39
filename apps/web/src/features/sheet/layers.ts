import { LAYER_NAME_MAX, PLAIN_LAYER, plainPicture, type SheetLayer } from '@mixreel/contract/sheet';
import { boundsOf, type Rect } from '@mixreel/sheet';
import { randomId } from '#lib/random.ts';

type Box = { x: number; y: number; width: number; height: number };

export function newLayer(kind: SheetLayer['kind'], box: Box, part: Partial<SheetLayer> = {}): SheetLayer {
  return { ...PLAIN_LAYER, layer_id: randomId(10), kind, ...box, ...part };
}

/** A picture in the middle of the canvas, as large as it is, or as it fits. */
export function placedPicture(
  source: string,
  picture: { width: number; height: number; name?: string },
  canvas: { width: number; height: number },
): SheetLayer {
  const scale = Math.min(1, (canvas.width * 0.8) / picture.width, (canvas.height * 0.8) / picture.height);
  const [width, height] = [Math.round(picture.width * scale), Math.round(picture.height * scale)];
  const box = { x: Math.round((canvas.width - width) / 2), y: Math.round((canvas.height - height) / 2), width, height };
  const layer_name = (picture.name ?? '').replace(/\.[^.]+$/, '').slice(0, LAYER_NAME_MAX);
  return newLayer('picture', box, { layer_name, picture: plainPicture(source) });
}

/** These and, of groups, all that lies in them. */
export function withInside(layers: readonly SheetLayer[], ids: readonly string[]): string[] {
  const found = new Set(ids);
  // Groups in groups: until nothing is added any more.
  for (let before = -1; before < found.size;) {
    before = found.size;
    for (const { layer_id, group_id } of layers) if (group_id && found.has(group_id)) found.add(layer_id);
  }
  return [...found];
}

/** The layers that are drawn, of these and of the groups among them. */
export function drawnOf(layers: readonly SheetLayer[], ids: readonly string[]): SheetLayer[] {
  const all = new Set(withInside(layers, ids));
  return layers.filter(({ layer_id, kind }) => kind !== 'group' && all.has(layer_id));
}

/** The outermost group that a layer lies in, or itself. */
export function outermost(layers: readonly SheetLayer[], layer_id: string): string {
  const byId = new Map(layers.map((layer) => [layer.layer_id, layer]));
  let at = layer_id;
  for (let n = 0; n <= layers.length; n += 1) {
    const group = byId.get(at)?.group_id;
    if (!group || !byId.has(group)) return at;
    at = group;
  }
  return at;
}

/** Whether it, or a group that it lies in, is so. */
export function isAnyOf(layers: readonly SheetLayer[], layer: SheetLayer, what: 'is_hidden' | 'is_locked'): boolean {
  const byId = new Map(layers.map((one) => [one.layer_id, one]));
  let at: SheetLayer | undefined = layer;
  for (let n = 0; at && n <= layers.length; n += 1) {
    if (at[what]) return true;
    at = at.group_id ? byId.get(at.group_id) : undefined;
  }
  return false;
}

/** What lies around all of them. */
export function boundsOfAll(layers: readonly SheetLayer[]): Rect | null {
  if (layers.length === 0) return null;
  const all = layers.map((layer) => boundsOf(layer));
  const [x, y] = [Math.min(...all.map((one) => one.x)), Math.min(...all.map((one) => one.y))];
  const right = Math.max(...all.map((one) => one.x + one.width));
  const bottom = Math.max(...all.map((one) => one.y + one.height));
  return { x, y, width: right - x, height: bottom - y };
}

export type Side = 'left' | 'center' | 'right' | 'top' | 'middle' | 'bottom';

/** Moves layers to a side of what lies around all of them; one alone, to that of the canvas. */
export function alignLayers(
  layers: SheetLayer[],
  ids: readonly string[],
  side: Side,
  canvas: { width: number; height: number },
): SheetLayer[] {
  const units = ids.map((id) => drawnOf(layers, [id]));
  const whole = { x: 0, y: 0, width: canvas.width, height: canvas.height };
  const around = units.length > 1 ? (boundsOfAll(units.flat()) ?? whole) : whole;
  const moves = new Map<string, { dx: number; dy: number }>();
  for (const unit of units) {
    const box = boundsOfAll(unit);
    if (!box) continue;
    const free = { x: around.width - box.width, y: around.height - box.height };
    const along = { left: 0, center: free.x / 2, right: free.x }[side as 'left'];
    const down = { top: 0, middle: free.y / 2, bottom: free.y }[side as 'top'];
    const move = {
      dx: along === undefined ? 0 : around.x + along - box.x,
      dy: down === undefined ? 0 : around.y + down - box.y,
    };
    for (const { layer_id } of unit) moves.set(layer_id, move);
  }
  return moveLayers(layers, (layer_id) => moves.get(layer_id) ?? null);
}

/** The same distance between them, from the first to the last. */
export function spreadLayers(layers: SheetLayer[], ids: readonly string[], axis: 'x' | 'y'): SheetLayer[] {
  const size = axis === 'x' ? 'width' : 'height';
  const units = ids
    .map((id) => drawnOf(layers, [id]))
    .flatMap((unit) => {
      const box = boundsOfAll(unit);
      return box ? [{ unit, box }] : [];
    })
    .toSorted((a, b) => a.box[axis] - b.box[axis]);
  const [first, last] = [units[0], units.at(-1)];
  if (!first || !last || units.length < 3) return layers;
  const taken = units.reduce((sum, { box }) => sum + box[size], 0);
  const gap = (last.box[axis] + last.box[size] - first.box[axis] - taken) / (units.length - 1);
  const moves = new Map<string, { dx: number; dy: number }>();
  let at = first.box[axis];
  for (const { unit, box } of units) {
    const by = at - box[axis];
    for (const { layer_id } of unit) moves.set(layer_id, axis === 'x' ? { dx: by, dy: 0 } : { dx: 0, dy: by });
    at += box[size] + gap;
  }
  return moveLayers(layers, (layer_id) => moves.get(layer_id) ?? null);
}

export function moveLayers(
  layers: SheetLayer[],
  moveOf: (layer_id: string) => { dx: number; dy: number } | null,
): SheetLayer[] {
  return layers.map((layer) => {
    const move = moveOf(layer.layer_id);
    if (!move || (move.dx === 0 && move.dy === 0)) return layer;
    return { ...layer, x: tidy(layer.x + move.dx), y: tidy(layer.y + move.dy) };
  });
}

/** Half pixels at most: what else a hand makes is noise. */
function tidy(value: number): number {
  return Math.round(value * 2) / 2;
}

/** One place up or down among those in the same group, or to the end. */
export function orderLayers(
  layers: SheetLayer[],
  ids: readonly string[],
  to: 'up' | 'down' | 'top' | 'bottom',
): SheetLayer[] {
  const moved = new Set(ids);
  const list = [...layers];
  const chosen = list.filter((one) => moved.has(one.layer_id));
  const rest = list.filter((one) => !moved.has(one.layer_id));
  if (to === 'top') return [...rest, ...chosen];
  if (to === 'bottom') return [...chosen, ...rest];
  const order = to === 'up' ? list.map((_, n) => list.length - 1 - n) : list.map((_, n) => n);
  for (const at of order) {
    const layer = list[at]!;
    if (!moved.has(layer.layer_id)) continue;
    const step = to === 'up' ? 1 : -1;
    let next = at + step;
    while (list[next] && list[next]!.group_id !== layer.group_id) next += step;
    if (!list[next] || moved.has(list[next]!.layer_id)) continue;
    list.splice(at, 1);
    list.splice(next, 0, layer);
  }
  return list.every((layer, n) => layer === layers[n]) ? layers : list;
}

/** Puts layers into a new group, where the highest of them lies. */
export function groupLayers(
  layers: SheetLayer[],
  ids: readonly string[],
): { layers: SheetLayer[]; group_id: string } | null {
  const chosen = layers.filter(({ layer_id }) => ids.includes(layer_id));
  const top = chosen.at(-1);
  const box = boundsOfAll(drawnOf(layers, ids));
  if (!top || !box) return null;
  const group = newLayer('group', box, { group_id: top.group_id });
  const inside = chosen.map((layer) => ({ ...layer, group_id: group.layer_id }));
  const at = layers.indexOf(top);
  const isChosen = (layer: SheetLayer) => ids.includes(layer.layer_id);
  const before = layers.slice(0, at).filter((layer) => !isChosen(layer));
  const behind = layers.slice(at + 1).filter((layer) => !isChosen(layer));
  return { layers: [...before, ...inside, group, ...behind], group_id: group.layer_id };
}

/** Takes groups apart; what lay in them lies where they lay. */
export function ungroupLayers(layers: SheetLayer[], ids: readonly string[]): { layers: SheetLayer[]; freed: string[] } {
  const groups = new Map(
    layers.filter(({ layer_id, kind }) => kind === 'group' && ids.includes(layer_id)).map((one) => [one.layer_id, one]),
  );
  const freed = layers.filter(({ group_id }) => group_id && groups.has(group_id)).map(({ layer_id }) => layer_id);
  const rest = layers
    .filter(({ layer_id }) => !groups.has(layer_id))
    .map((layer) => {
      const group = layer.group_id ? groups.get(layer.group_id) : undefined;
      return group ? { ...layer, group_id: group.group_id } : layer;
    });
  return { layers: rest, freed };
}

/** Copies with names of their own, a little beside where they came from; groups are copied with what is in them. */
export function copiesOf(layers: readonly SheetLayer[], ids: readonly string[], by = 20): SheetLayer[] {
  const all = new Set(withInside(layers, ids));
  const names = new Map([...all].map((id) => [id, randomId(10)]));
  return layers
    .filter(({ layer_id }) => all.has(layer_id))
    .map((layer) => ({
      ...layer,
      layer_id: names.get(layer.layer_id) ?? randomId(10),
      group_id: layer.group_id && (names.get(layer.group_id) ?? layer.group_id),
      x: layer.x + by,
      y: layer.y + by,
    }));
}
