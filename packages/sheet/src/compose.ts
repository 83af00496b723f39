import { paintOf } from '#fill.ts';
import { type Context, contextOf, type Kit } from '#kit.ts';
import type { Layer, Sheet } from '#layer.ts';
import { blendOf } from '#picture.ts';
import { drawLayer, type Raster } from '#raster.ts';

/** Layers as they lie in one another, the lowest first. */
export type LayerNode<L extends Layer = Layer> = { layer: L; inside: LayerNode<L>[] };

/** What lies in a group that is gone lies on the canvas. */
export function treeOf<L extends Layer>(layers: readonly L[]): LayerNode<L>[] {
  const nodes = new Map(
    layers.map((layer, n) => [layer.layer_id ?? String(n), { layer, inside: [] as LayerNode<L>[] }]),
  );
  const top: LayerNode<L>[] = [];
  for (const node of nodes.values()) {
    const group = nodes.get(node.layer.group_id ?? '');
    if (group && group.layer.kind === 'group' && !isWithin(nodes, group, node)) group.inside.push(node);
    else top.push(node);
  }
  return top;
}

/** Two people may have put two groups into each other. */
function isWithin<L extends Layer>(nodes: Map<string, LayerNode<L>>, group: LayerNode<L>, node: LayerNode<L>): boolean {
  for (let at: LayerNode<L> | undefined = group, n = 0; at && n <= nodes.size; n += 1) {
    if (at === node) return true;
    at = nodes.get(at.layer.group_id ?? '');
  }
  return false;
}

type Draw<L extends Layer> = {
  /** Where it lies, in whole pixels of the canvas it is drawn on. */
  rasterOf: (layer: L) => Raster | null;
  size: { width: number; height: number };
};

/** Puts layers that are drawn already onto a canvas, one over another. */
export function composeNodes<L extends Layer>(
  context: Context,
  kit: Kit,
  nodes: readonly LayerNode<L>[],
  draw: Draw<L>,
): void {
  for (const { layer, inside } of nodes) {
    if (layer.is_hidden || layer.opacity <= 0) continue;
    context.globalAlpha = layer.opacity;
    context.globalCompositeOperation = blendOf(layer.blend);
    if (layer.kind !== 'group') {
      const raster = draw.rasterOf(layer);
      if (raster) context.drawImage(raster.surface, raster.left, raster.top);
    } else if (layer.opacity === 1 && layer.blend === 'normal') composeNodes(context, kit, inside, draw);
    else {
      const whole = kit.surface(draw.size.width, draw.size.height);
      composeNodes(contextOf(whole), kit, inside, draw);
      context.drawImage(whole, 0, 0);
    }
  }
  context.globalAlpha = 1;
  context.globalCompositeOperation = 'source-over';
}

export function paintBackground(
  context: Context,
  { background }: Pick<Sheet, 'background'>,
  size: { width: number; height: number },
): void {
  context.fillStyle = paintOf(context, background, size);
  context.fillRect(0, 0, size.width, size.height);
}

/** Draws a sheet onto a canvas of its size, or of another with the same sides. */
export function drawSheet(context: Context, kit: Kit, sheet: Sheet, scale = 1): void {
  const size = { width: Math.round(sheet.width * scale), height: Math.round(sheet.height * scale) };
  const seen = { x: 0, y: 0, width: sheet.width, height: sheet.height };
  paintBackground(context, sheet, size);
  composeNodes(context, kit, treeOf(sheet.layers), {
    size,
    rasterOf: (layer) => drawLayer(kit, layer, { scale, seen }),
  });
}
