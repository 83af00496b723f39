import type { SheetLayer, SheetPicturePart } from '@mixreel/contract/sheet';

export type Edge = 'left' | 'top' | 'right' | 'bottom';

const WHOLE = { x: 0, y: 0, width: 1, height: 1 };
const LEAST = 0.02;
const MOST = 1;

/** How much is cut off at an edge, in fractions of the picture; below 0 it is extended. */
export function cutAt({ crop }: SheetPicturePart, edge: Edge): number {
  const { x, y, width, height } = crop ?? WHOLE;
  return { left: x, top: y, right: 1 - x - width, bottom: 1 - y - height }[edge];
}

/** Cuts an edge further in, or out: the rest of the picture stays where it is on the canvas, as large as it is. */
export function cropLayer(layer: SheetLayer, edge: Edge, value: number): Partial<SheetLayer> {
  const { picture } = layer;
  if (!picture) return {};
  const before = picture.crop ?? WHOLE;
  const isAcross = edge === 'left' || edge === 'right';
  const [from, size] = isAcross ? (['x', 'width'] as const) : (['y', 'height'] as const);
  const room = before[size] + cutAt(picture, edge) - LEAST;
  const by = Math.min(Math.max(value, -MOST), room) - cutAt(picture, edge);
  const isFirst = edge === 'left' || edge === 'top';
  const crop = { ...before, [from]: before[from] + (isFirst ? by : 0), [size]: before[size] - by };
  // One picture is as many pixels of the canvas as its part is now.
  const scale = layer[size] / before[size];
  const lost = by * scale;
  const isShownFirst = isFirst !== (isAcross ? picture.is_mirrored : picture.is_flipped);
  return {
    [from]: layer[from] + (isShownFirst ? lost : 0),
    [size]: Math.max(1, layer[size] - lost),
    picture: { ...picture, crop, fit: 'cover', focus: { x: crop.x + crop.width / 2, y: crop.y + crop.height / 2 } },
  };
}

/** Seen from below or above, from the left or the right: -1 to 1 each. */
export type Lean = { along: number; down: number };

export function leanOf({ corners }: SheetPicturePart): Lean {
  if (!corners) return { along: 0, down: 0 };
  const [a, , c, d] = corners;
  return { down: ((a?.x ?? 0) - (d?.x ?? 0)) * 2, along: ((a?.y ?? 0) + (c?.y ?? 0)) * 2 };
}

export function cornersOf({ along, down }: Lean): SheetPicturePart['corners'] {
  if (along === 0 && down === 0) return null;
  const [top, bottom] = [Math.max(0, down) / 2, Math.max(0, -down) / 2];
  const [left, right] = [Math.max(0, along) / 2, Math.max(0, -along) / 2];
  return [
    { x: top, y: left },
    { x: -top, y: right },
    { x: -bottom, y: -right },
    { x: bottom, y: -left },
  ];
}
