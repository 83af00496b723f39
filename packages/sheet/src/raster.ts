import { paintOf, withForm } from '#fill.ts';
import { type Context, contextOf, type Kit, type Surface } from '#kit.ts';
import type { Layer, LayerShadow, ShapePart } from '#layer.ts';
import { drawMask } from '#mask.ts';
import { pull, pulledCorners } from '#perspective.ts';
import { shapePicture } from '#picture.ts';
import { drawText, textReach } from '#text.ts';

type Box = { width: number; height: number };
/** Part of the canvas, in its pixels. */
export type Rect = Box & { x: number; y: number };

/** A layer as it lies on the canvas, turned and with its shadow; `left` and `top` are whole pixels of it. */
export type Raster = { surface: Surface; left: number; top: number };

type Options = {
  /** Pixels for one of the canvas. */
  scale: number;
  /** What of the canvas may ever be seen, in its own pixels: nothing else is drawn. */
  seen: Rect;
};

const ROUND = 2;

/**
 * Draws a layer, by itself. Whoever puts layers together then only copies pixels, whole ones: a page does so with every move of
 * a hand, and comes to the same picture as the server. Null for what is empty, hidden or elsewhere.
 */
export function drawLayer(kit: Kit, layer: Layer, { scale, seen }: Options): Raster | null {
  const reach = reachOf(kit, layer);
  const bounds = boundsOf(layer, reach.content + reach.shadow);
  // What lies just outside may throw its shadow into what is seen.
  const [from, to] = [seen.x - reach.shadow, seen.x + seen.width + reach.shadow];
  const [above, below] = [seen.y - reach.shadow, seen.y + seen.height + reach.shadow];
  const left = Math.floor(Math.max(bounds.x, from) * scale);
  const top = Math.floor(Math.max(bounds.y, above) * scale);
  const width = Math.ceil(Math.min(bounds.x + bounds.width, to) * scale) - left;
  const height = Math.ceil(Math.min(bounds.y + bounds.height, below) * scale) - top;
  if (width <= 0 || height <= 0) return null;
  const surface = kit.surface(width, height);
  const context = contextOf(surface);
  context.translate(-left, -top);
  const isDrawn = layer.picture ? drawPicture(kit, context, layer, scale) : drawVector(kit, context, layer, scale);
  if (!isDrawn) return null;
  return layer.shadow ? withShadow(kit, { surface, left, top }, layer.shadow, scale) : { surface, left, top };
}

/** How far a layer goes beyond its box, and its shadow beyond that. */
function reachOf(kit: Kit, { text, shape, shadow, width, height }: Layer): { content: number; shadow: number } {
  const book = text && kit.book(text.font_id);
  const letters = text && book ? textReach(text, { width, height }, book) : 0;
  const content = letters + (shape?.stroke?.width ?? 0) + ROUND;
  return { content, shadow: shadow ? Math.max(Math.abs(shadow.x), Math.abs(shadow.y)) + shadow.blur * 1.5 : 0 };
}

/** The upright rectangle around a turned layer. */
export function boundsOf(layer: Pick<Layer, 'x' | 'y' | 'width' | 'height' | 'rotation' | 'picture'>, reach = 0): Rect {
  const { x, y, width, height, rotation, picture } = layer;
  const angle = (rotation * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const points = pulledCorners(width, height, picture?.corners ?? []).map((point) => {
    const [dx, dy] = [point.x - width / 2, point.y - height / 2];
    return { x: x + width / 2 + dx * cos - dy * sin, y: y + height / 2 + dx * sin + dy * cos };
  });
  const [xs, ys] = [points.map((point) => point.x), points.map((point) => point.y)];
  const [left, top] = [Math.min(...xs) - reach, Math.min(...ys) - reach];
  return { x: left, y: top, width: Math.max(...xs) + reach - left, height: Math.max(...ys) + reach - top };
}

/** Into the layer's own box, of so many pixels. */
function enter(context: Context, { x, y, width, height, rotation }: Layer, scale: number): void {
  context.translate((x + width / 2) * scale, (y + height / 2) * scale);
  context.rotate((rotation * Math.PI) / 180);
  context.translate((-width / 2) * scale, (-height / 2) * scale);
}

function drawPicture(kit: Kit, context: Context, layer: Layer, scale: number): boolean {
  const box = {
    width: Math.max(1, Math.round(layer.width * scale)),
    height: Math.max(1, Math.round(layer.height * scale)),
  };
  const part = layer.picture!;
  const shaped = shapePicture(kit, part, layer.mask ?? null, box, scale);
  if (!shaped) return false;
  const corners = part.corners ?? null;
  const { surface, left, top } = corners ? pull(kit, shaped, corners) : { surface: shaped, left: 0, top: 0 };
  context.save();
  context.imageSmoothingQuality = 'low';
  if (layer.rotation === 0) {
    // Whole pixels: half a pixel beside them every edge would be soft.
    context.translate(Math.round(layer.x * scale), Math.round(layer.y * scale));
  } else enter(context, layer, scale);
  context.drawImage(surface, left, top);
  context.restore();
  return true;
}

function drawVector(kit: Kit, context: Context, layer: Layer, scale: number): boolean {
  const { text, shape, mask } = layer;
  const box = { width: layer.width, height: layer.height };
  if (!text && !shape) return false;
  context.save();
  enter(context, layer, scale);
  context.scale(scale, scale);
  if (text) drawText(context, kit, text, box);
  if (shape) drawShape(context, kit, shape, box);
  if (mask) {
    const pixels = {
      width: Math.max(1, Math.round(box.width * scale)),
      height: Math.max(1, Math.round(box.height * scale)),
    };
    context.globalCompositeOperation = 'destination-in';
    context.drawImage(drawMask(kit, mask, pixels), 0, 0, box.width, box.height);
  }
  context.restore();
  return true;
}

function drawShape(context: Context, kit: Kit, { form, fill, stroke }: ShapePart, box: Box): void {
  withForm(context, kit, form, box, (path, within) => {
    if (fill) {
      context.fillStyle = paintOf(context, fill, within);
      if (path) context.fill(path);
      else context.fill();
    }
    if (!stroke || stroke.width <= 0) return;
    context.strokeStyle = stroke.colour;
    context.lineWidth = stroke.width / within.scale;
    context.setLineDash(stroke.dash > 0 ? [stroke.dash / within.scale, stroke.dash / within.scale] : []);
    if (path) context.stroke(path);
    else context.stroke();
  });
}

/** Moved along the canvas, however the layer is turned: light comes from one side. */
function withShadow(kit: Kit, { surface, left, top }: Raster, shadow: LayerShadow, scale: number): Raster {
  const under = kit.surface(surface.width, surface.height);
  const context = contextOf(under);
  context.shadowColor = shadow.colour;
  context.shadowOffsetX = shadow.x * scale;
  context.shadowOffsetY = shadow.y * scale;
  context.shadowBlur = shadow.blur * scale;
  context.drawImage(surface, 0, 0);
  return { surface: under, left, top };
}
