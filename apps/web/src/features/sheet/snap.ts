import type { Rect } from '@mixreel/sheet';

/** A line that something is laid against. */
export type SnapLine = { axis: 'x' | 'y'; at: number };
export type Snapped = { dx: number; dy: number; lines: SnapLine[] };

/** Edges and middles of what stands still: the canvas, other layers and guides. */
export function snapTargets(
  canvas: { width: number; height: number },
  others: readonly Rect[],
  guides: readonly SnapLine[],
): SnapLine[] {
  const whole = { x: 0, y: 0, ...canvas };
  return [
    ...guides,
    ...[whole, ...others].flatMap(({ x, y, width, height }): SnapLine[] => [
      ...[x, x + width / 2, x + width].map((at): SnapLine => ({ axis: 'x', at })),
      ...[y, y + height / 2, y + height].map((at): SnapLine => ({ axis: 'y', at })),
    ]),
  ];
}

/** How far a box has to go for an edge or its middle to lie on the nearest line, and on which lines it then lies. */
export function snapBox(box: Rect, targets: readonly SnapLine[], within: number): Snapped {
  const along = nearest([box.x, box.x + box.width / 2, box.x + box.width], targets, 'x', within);
  const down = nearest([box.y, box.y + box.height / 2, box.y + box.height], targets, 'y', within);
  return { dx: along.by, dy: down.by, lines: [...along.lines, ...down.lines] };
}

function nearest(
  places: number[],
  targets: readonly SnapLine[],
  axis: 'x' | 'y',
  within: number,
): { by: number; lines: SnapLine[] } {
  let by = Infinity;
  for (const target of targets) {
    if (target.axis !== axis) continue;
    for (const place of places) if (Math.abs(target.at - place) < Math.abs(by)) by = target.at - place;
  }
  if (Math.abs(by) > within) return { by: 0, lines: [] };
  const isOn = ({ axis: of, at }: SnapLine) => of === axis && places.some((place) => Math.abs(place + by - at) < 0.01);
  const lines = [...new Map(targets.filter(isOn).map((line) => [line.at, line])).values()];
  return { by, lines };
}
