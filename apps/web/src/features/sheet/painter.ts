import type { SheetContent, SheetLayer } from '@mixreel/contract/sheet';
import {
  composeNodes,
  contextOf,
  drawLayer,
  type LayerNode,
  paintBackground,
  type Raster,
  type Rect,
  type Surface,
  treeOf,
} from '@mixreel/sheet';
import type { Shelf } from './shelf.ts';

export type View = {
  /** Where the upper left corner of the canvas lies in the window, in pixels of the screen. */
  x: number;
  y: number;
  zoom: number;
};

/** Layers under the hand: where they would be. Those that are only moved need not be drawn anew. */
export type Moved = Map<string, { dx: number; dy: number } | SheetLayer>;

/** From here on the pixels of the picture are shown as squares. */
const SQUARES_FROM = 3;
/** A layer that is larger than the window is drawn as far as it is seen, and so much beyond. */
const BEYOND = 0.5;
/** How much is seen of what is cut off. */
const GHOST = 0.3;
const STEP = 256;

type Kept = { scale: number; seen: string; arrived: number; raster: Raster | null };
type Flat = { key: string; below: Surface; moved: LayerNode<SheetLayer>[]; above: Surface | LayerNode<SheetLayer>[] };

/** What is shown over the picture and is none of it: a picture behind what is left of it, and what is not picked of one. */
type Over = { ghost?: SheetLayer | null; veil?: SheetLayer | null };

/**
 * Draws the picture as the server does (`@mixreel/sheet`), at the size it has on the screen. Each layer is drawn once and kept;
 * while some are moved, what lies below and above them is one picture each.
 */
export function createPainter(canvas: HTMLCanvasElement, { kit, news }: Shelf) {
  const context = canvas.getContext('2d') as unknown as OffscreenCanvasRenderingContext2D;
  let rasters = new WeakMap<SheetLayer, Kept>();
  let trees = new WeakMap<SheetLayer[], LayerNode<SheetLayer>[]>();
  let flat: Flat | null = null;

  function paint(content: SheetContent, view: View, moved: Moved | null, over: Over = {}): void {
    const ratio = window.devicePixelRatio;
    const k = view.zoom * ratio;
    const scale = Math.min(1, k);
    const size = { width: Math.round(content.width * scale), height: Math.round(content.height * scale) };
    const seen = seenOf(content, view, canvas, ratio);
    const rasterOf = (layer: SheetLayer) => place(layer, scale, seen, moved);
    const [left, top] = [Math.round(view.x * ratio), Math.round(view.y * ratio)];
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, canvas.width, canvas.height);
    context.save();
    context.translate(left, top);
    if (k > 1) context.scale(k, k);
    context.imageSmoothingEnabled = k < SQUARES_FROM;
    context.beginPath();
    context.rect(0, 0, size.width, size.height);
    context.clip();
    const nodes = treeFor(content.layers);
    if (!moved || k > 1) {
      flat = null;
      paintBackground(context, content, size);
      composeNodes(context, kit, nodes, { size, rasterOf });
    } else {
      const parts = flatten(content, nodes, moved, { scale, size, seen });
      context.drawImage(parts.below, 0, 0);
      composeNodes(context, kit, parts.moved, { size, rasterOf });
      if (Array.isArray(parts.above)) composeNodes(context, kit, parts.above, { size, rasterOf });
      else context.drawImage(parts.above, 0, 0);
    }
    context.restore();
    const { ghost = null, veil = null } = over;
    if (veil) layOver([[keep(veil, scale, seen), 1]]);
    if (!ghost) return;
    const layer = content.layers.find(({ layer_id }) => layer_id === ghost.layer_id);
    layOver([
      [keep(ghost, scale, seen), GHOST],
      [layer ? rasterOf(layer) : null, layer?.opacity ?? 1],
    ]);

    function layOver(rasters: [Raster | null, alpha: number][]): void {
      context.save();
      context.translate(left, top);
      if (k > 1) context.scale(k, k);
      for (const [raster, alpha] of rasters) {
        context.globalAlpha = alpha;
        if (raster) context.drawImage(raster.surface, raster.left, raster.top);
      }
      context.restore();
    }
  }

  function treeFor(layers: SheetLayer[]): LayerNode<SheetLayer>[] {
    const known = trees.get(layers) ?? treeOf(layers);
    trees.set(layers, known);
    return known;
  }

  function place(layer: SheetLayer, scale: number, seen: Rect, moved: Moved | null): Raster | null {
    const move = moved?.get(layer.layer_id);
    if (move && 'kind' in move) return drawLayer(kit, move, { scale, seen });
    const raster = keep(layer, scale, seen);
    if (!raster || !move) return raster;
    return {
      ...raster,
      left: raster.left + Math.round(move.dx * scale),
      top: raster.top + Math.round(move.dy * scale),
    };
  }

  function keep(layer: SheetLayer, scale: number, seen: Rect): Raster | null {
    const { arrived } = news.getState();
    const key = `${seen.x} ${seen.y} ${seen.width} ${seen.height}`;
    const known = rasters.get(layer);
    // What is drawn whole stays so, whatever comes; only what was not there yet is drawn again.
    const isSame = known?.scale === scale && known.seen === key;
    if (known && isSame && (known.arrived === arrived || !waits(layer, known))) return known.raster;
    const raster = drawLayer(kit, layer, { scale, seen });
    rasters.set(layer, { scale, seen: key, arrived, raster });
    return raster;
  }

  /** A text may wait for letters, a picture for its file; others wait for nothing. */
  function waits({ picture, text }: SheetLayer, { raster }: Kept): boolean {
    return text !== null || (picture !== null && (raster === null || picture.adjust?.look_id !== null));
  }

  function flatten(
    content: SheetContent,
    nodes: LayerNode<SheetLayer>[],
    moved: Moved,
    about: { scale: number; size: { width: number; height: number }; seen: Rect },
  ): Flat {
    const { scale, size, seen } = about;
    const key = `${scale} ${news.getState().arrived} ${[...moved.keys()].join(' ')}`;
    if (flat?.key === key) return flat;
    const isMoved = ({ layer, inside }: LayerNode<SheetLayer>): boolean =>
      moved.has(layer.layer_id) || inside.some(isMoved);
    const first = nodes.findIndex(isMoved);
    const last = nodes.findLastIndex(isMoved);
    const rasterOf = (layer: SheetLayer) => place(layer, scale, seen, null);
    const below = kit.surface(size.width, size.height);
    paintBackground(contextOf(below), content, size);
    composeNodes(contextOf(below), kit, first < 0 ? nodes : nodes.slice(0, first), { size, rasterOf });
    const over = first < 0 ? [] : nodes.slice(last + 1);
    flat = { key, below, moved: first < 0 ? [] : nodes.slice(first, last + 1), above: over };
    if (over.every(isPlain)) {
      const above = kit.surface(size.width, size.height);
      composeNodes(contextOf(above), kit, over, { size, rasterOf });
      flat.above = above;
    }
    return flat;
  }

  return {
    paint,
    /** Begins anew, as after another zoom. */
    forget(): void {
      rasters = new WeakMap();
      trees = new WeakMap();
      flat = null;
    },
    rest(): void {
      flat = null;
    },
  };
}

export type Painter = ReturnType<typeof createPainter>;

/** What mixes with what lies below it cannot be put together before. */
function isPlain({ layer, inside }: LayerNode<SheetLayer>): boolean {
  return layer.blend === 'normal' && inside.every(isPlain);
}

/** The part of the canvas that layers are drawn in: all around it while it is small on the screen, else around the window. */
function seenOf(
  { width, height }: SheetContent,
  { x, y, zoom }: View,
  { width: w, height: h }: { width: number; height: number },
  ratio: number,
): Rect {
  const window = { x: -x / zoom, y: -y / zoom, width: w / ratio / zoom, height: h / ratio / zoom };
  const isWhole = window.width >= width && window.height >= height;
  if (isWhole) return { x: -width, y: -height, width: 3 * width, height: 3 * height };
  const floor = (value: number) => Math.floor(value / STEP) * STEP;
  const left = floor(window.x - window.width * BEYOND);
  const top = floor(window.y - window.height * BEYOND);
  return {
    x: left,
    y: top,
    width: floor(window.width * (1 + 2 * BEYOND)) + 2 * STEP,
    height: floor(window.height * (1 + 2 * BEYOND)) + 2 * STEP,
  };
}
