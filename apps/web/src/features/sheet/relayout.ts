import type { SheetContent, SheetLayer } from '@mixreel/contract/sheet';
import { scaleText } from '@mixreel/sheet';
import { boundsOfAll, drawnOf } from './layers.ts';

type Size = { width: number; height: number };
type Rect = Size & { x: number; y: number };

/** What covers so much of a side reaches from edge to edge. */
const WHOLE = 0.94;
/** Nearer to an edge than this, in fractions of the side, something belongs to it. */
const EDGE = 0.36;

/** A layer, or a group with all that is in it. */
type Unit = { layers: SheetLayer[]; box: Rect; isAcross: boolean; isDown: boolean };

/** How much smaller the next try is. */
const STEP = 0.94;

/**
 * The same picture on a canvas of other sides. What fills it goes on filling it, bands stay bands, and everything else keeps its
 * shape and its distance from the edge that it belongs to, or from the middle: as large as the new area allows, and so much
 * smaller that nothing comes to lie over or beyond what it did not before.
 */
export function relayout(content: SheetContent, to: Size): SheetContent {
  const from = { width: content.width, height: content.height };
  const units = unitsOf(content, from);
  const loose = units.filter(({ isAcross, isDown }) => !isAcross && !isDown);
  const least = Math.min(to.width / from.width, to.height / from.height);
  let scale = Math.sqrt((to.width * to.height) / (from.width * from.height));
  while (scale > least && !holds(loose, from, to, scale)) scale = Math.max(least, scale * STEP);
  const changed = new Map(units.flatMap((unit) => changesOf(unit, from, to, scale)));
  const layers = content.layers.map((layer) => ({ ...layer, ...changed.get(layer.layer_id) }));
  const guides = content.guides.map(({ axis, at }) => ({
    axis,
    at: round(axis === 'x' ? (at * to.width) / from.width : (at * to.height) / from.height),
  }));
  return { ...content, ...to, layers, guides };
}

function unitsOf({ layers }: SheetContent, from: Size): Unit[] {
  return layers.flatMap(({ layer_id, group_id }): Unit[] => {
    const inside = group_id === null ? drawnOf(layers, [layer_id]) : [];
    const box = boundsOfAll(inside);
    if (!box) return [];
    const [only] = inside;
    const canFill = inside.length === 1 && only?.rotation === 0 && !only.text;
    return [
      {
        layers: inside,
        box,
        isAcross: canFill && box.width >= from.width * WHOLE,
        isDown: canFill && box.height >= from.height * WHOLE,
      },
    ];
  });
}

function changesOf(unit: Unit, from: Size, to: Size, scale: number): [string, Partial<SheetLayer>][] {
  const [only] = unit.layers;
  if (only && (unit.isAcross || unit.isDown)) return [[only.layer_id, filled(only, from, to, scale, unit)]];
  const place = placed(unit.box, from, to, scale);
  return unit.layers.map((layer) => {
    const [x, y] = [place.x + (layer.x - unit.box.x) * scale, place.y + (layer.y - unit.box.y) * scale];
    return [layer.layer_id, { ...scaled(layer, scale), x: round(x), y: round(y) }];
  });
}

/** Whether all lie on the canvas that did so before, and none over another that did not. */
function holds(units: readonly Unit[], from: Size, to: Size, scale: number): boolean {
  const after = units.map(({ box }) => {
    return { ...placed(box, from, to, scale), width: box.width * scale, height: box.height * scale };
  });
  const isOut = after.some((box, n) => !isOn(box, to) && isOn(units[n]!.box, from));
  const isOver = after.some((a, i) =>
    after.some((b, j) => j > i && touches(a, b) && !touches(units[i]!.box, units[j]!.box)),
  );
  return !isOut && !isOver;
}

function isOn({ x, y, width, height }: Rect, canvas: Size): boolean {
  return x >= -1 && y >= -1 && x + width <= canvas.width + 1 && y + height <= canvas.height + 1;
}

function touches(a: Rect, b: Rect): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/** From edge to edge one way or both; the other way as things are. */
function filled(
  layer: SheetLayer,
  from: Size,
  to: Size,
  scale: number,
  { isAcross, isDown }: Pick<Unit, 'isAcross' | 'isDown'>,
): Partial<SheetLayer> {
  const [wide, high] = [to.width / from.width, to.height / from.height];
  const place = placed(layer, from, to, scale);
  return {
    ...scaled(layer, scale),
    x: round(isAcross ? layer.x * wide : place.x),
    y: round(isDown ? layer.y * high : place.y),
    width: round(layer.width * (isAcross ? wide : scale)),
    height: round(layer.height * (isDown ? high : scale)),
  };
}

function placed(box: Rect, from: Size, to: Size, scale: number): { x: number; y: number } {
  return {
    x: along(box.x, box.width, from.width, to.width, scale),
    y: along(box.y, box.height, from.height, to.height, scale),
  };
}

function along(start: number, length: number, before: number, now: number, scale: number): number {
  const middle = (start + length / 2) / before;
  if (middle < EDGE) return start * scale;
  if (middle > 1 - EDGE) return now - (before - start - length) * scale - length * scale;
  return now / 2 + (start + length / 2 - before / 2) * scale - (length * scale) / 2;
}

/** As large as the scale says, with everything that is measured in pixels. */
function scaled(layer: SheetLayer, scale: number): Partial<SheetLayer> {
  const { shadow, text, shape, picture } = layer;
  const form = <F extends NonNullable<SheetLayer['shape']>['form']>(one: F): F =>
    one.kind === 'rect' ? { ...one, radius: round(one.radius * scale) } : one;
  return {
    width: Math.max(1, round(layer.width * scale)),
    height: Math.max(1, round(layer.height * scale)),
    shadow: shadow && { ...shadow, x: shadow.x * scale, y: shadow.y * scale, blur: Math.min(400, shadow.blur * scale) },
    text: text && scaleText(text, scale),
    shape: shape && {
      ...shape,
      form: form(shape.form),
      stroke: shape.stroke && { ...shape.stroke, width: Math.min(400, shape.stroke.width * scale) },
    },
    picture: picture && { ...picture, form: form(picture.form), blur: Math.min(400, picture.blur * scale) },
  };
}

function round(value: number): number {
  return Math.round(value * 2) / 2;
}
