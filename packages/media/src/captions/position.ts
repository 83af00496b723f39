import type { CanvasSize, Rect } from '#captions/safe-zones.ts';

/** Where a caption stands: a named height, a cell of the nine-part grid, or the middle of the text in per cent of the canvas. */
export type CaptionPosition =
  | { kind: 'preset'; preset: PositionPreset }
  | { kind: 'grid'; cell: GridCell }
  | { kind: 'free'; xPercent: number; yPercent: number };

/** A named height. */
export type PositionPreset = 'top' | 'upper' | 'centre' | 'lower' | 'bottom';

/** Cells are numbered like the keys of a number pad: 1 is bottom left, 9 is top right. */
export type GridCell = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;

/** To which side lines of different length are aligned. */
export type TextAlign = 'left' | 'centre' | 'right';

/** The named heights, with the middle of the text as a share of the canvas height. */
export const POSITION_PRESETS: { preset: PositionPreset; name: string; height: number }[] = [
  { preset: 'top', name: '顶部', height: 0.12 },
  { preset: 'upper', name: '上三分之一', height: 0.3 },
  { preset: 'centre', name: '正中', height: 0.5 },
  { preset: 'lower', name: '下三分之一', height: 0.7 },
  { preset: 'bottom', name: '底部', height: 0.88 },
];

/** Names of the grid cells, from 1 to 9. */
export const GRID_NAMES = ['左下', '底部居中', '右下', '左中', '正中', '右中', '左上', '顶部居中', '右上'];

/** The side to which the text of a position is aligned. */
export function alignmentOf(position: CaptionPosition): TextAlign {
  if (position.kind !== 'grid') return 'centre';
  return (['left', 'centre', 'right'] as const)[(position.cell - 1) % 3]!;
}

/** Place a block of this size, moved as little as needed to lie inside the safe part of the canvas. */
export function placeBlock(
  { width, height }: { width: number; height: number },
  position: CaptionPosition,
  canvas: CanvasSize,
  safe: Rect,
): Rect {
  const centre = blockCentre({ width, height }, position, canvas, safe);
  return {
    x: clamp(centre.x - width / 2, safe.x, safe.x + safe.width - width),
    y: clamp(centre.y - height / 2, safe.y, safe.y + safe.height - height),
    width,
    height,
  };
}

function blockCentre(
  { width, height }: { width: number; height: number },
  position: CaptionPosition,
  canvas: CanvasSize,
  safe: Rect,
): { x: number; y: number } {
  if (position.kind === 'free') {
    return { x: (position.xPercent / 100) * canvas.width, y: (position.yPercent / 100) * canvas.height };
  }
  if (position.kind === 'preset') {
    const { height: share } = POSITION_PRESETS.find((entry) => entry.preset === position.preset)!;
    return { x: canvas.width / 2, y: share * canvas.height };
  }
  const column = (position.cell - 1) % 3;
  const row = 2 - Math.floor((position.cell - 1) / 3);
  return {
    x: safe.x + width / 2 + ((safe.width - width) * column) / 2,
    y: safe.y + height / 2 + ((safe.height - height) * row) / 2,
  };
}

/** A block larger than the room sticks out on both sides equally. */
function clamp(value: number, least: number, most: number): number {
  return most < least ? (least + most) / 2 : Math.min(most, Math.max(least, value));
}
