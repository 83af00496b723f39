import type { SheetContent, SheetLayer } from '@mixreel/contract/sheet';
import { boundsOfAll, drawnOf } from './layers.ts';

type Size = { width: number; height: number };
type Rect = Size & { x: number; y: number };

/** What covers so much of a side reaches from edge to edge. */
const WHOLE = 0.94;
/** Nearer to an edge than this, in fractions of the side, something belongs to it. */
const EDGE = 0.36;

/**
 * The same picture on a canvas of other sides. What fills it goes on filling it, bands stay bands, and everything else keeps its
 * shape, its size for the shorter way and its distance from the edge that it belongs to, or from the middle.
 */
export function relayout(content: SheetContent, to: Size): SheetContent {
  const from = { width: content.width, height: content.height };
  const scale = Math.min(to.width / from.width, to.height / from.height);
  const changed = new Map<string, Partial<SheetLayer>>();
  const units = content.layers
    .filter(({ group_id }) => group_id === null)
    .map(({ layer_id }) => drawnOf(content.layers, [layer_id]));
  for (const unit of units) {
    const box = boundsOfAll(unit);
    if (!box) continue;
    const [only] = unit;
    const isAcross = box.width >= from.width * WHOLE;
    const isDown = box.height >= from.height * WHOLE;
    if (unit.length === 1 && only && only.rotation === 0 && !only.text && (isAcross || isDown)) {
      changed.set(only.layer_id, filled(only, from, to, scale, { isAcross, isDown }));
      continue;
    }
    const place = placed(box, from, to, scale);
    for (const layer of unit) {
      const [x, y] = [place.x + (layer.x - box.x) * scale, place.y + (layer.y - box.y) * scale];
      changed.set(layer.layer_id, { ...scaled(layer, scale), x: round(x), y: round(y) });
    }
  }
  const layers = content.layers.map((layer) => ({ ...layer, ...changed.get(layer.layer_id) }));
  const guides = content.guides.map(({ axis, at }) => ({
    axis,
    at: round(axis === 'x' ? (at * to.width) / from.width : (at * to.height) / from.height),
  }));
  return { ...content, ...to, layers, guides };
}

/** From edge to edge one way or both; the other way as things are. */
function filled(
  layer: SheetLayer,
  from: Size,
  to: Size,
  scale: number,
  { isAcross, isDown }: { isAcross: boolean; isDown: boolean },
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
    text: text && {
      ...text,
      size: Math.min(4000, Math.max(1, round(text.size * scale))),
      outlines: text.outlines.map((one) => ({ ...one, width: Math.min(200, one.width * scale) })),
    },
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
