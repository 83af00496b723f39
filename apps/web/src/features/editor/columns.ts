import { type CSSProperties, useState } from 'react';

const KEY = 'editor-columns';
/** The stage in the middle keeps at least this. */
const MIDDLE = 360;
const LEAST = { left: 300, right: 280 } as const;

export type Side = keyof typeof LEAST;
type Widths = Partial<Record<Side, number>>;
export type Columns = {
  style: CSSProperties;
  widthOf(side: Side): number | undefined;
  /** The column is to be so wide; what does not fit is taken as far as it does. */
  set(side: Side, width: number, room: { whole: number; other: number }): void;
  /** As wide as the window suggests. */
  reset(side: Side): void;
};

/** How wide the columns of the editor are: as somebody left them, on this computer. */
export function useColumns(): Columns {
  const [widths, setWidths] = useState(read);
  const keep = (next: Widths) => {
    setWidths(next);
    localStorage.setItem(KEY, JSON.stringify(next));
  };
  return {
    style: {
      ...(widths.left && { '--left': `${widths.left}px` }),
      ...(widths.right && { '--right': `${widths.right}px` }),
    } as CSSProperties,
    widthOf: (side) => widths[side],
    set: (side, width, room) => keep({ ...widths, [side]: fitWidth(side, width, room) }),
    reset: (side) => keep(Object.fromEntries(Object.entries(widths).filter(([name]) => name !== side))),
  };
}

export function fitWidth(side: Side, width: number, { whole, other }: { whole: number; other: number }): number {
  return Math.round(Math.max(LEAST[side], Math.min(width, whole - other - MIDDLE)));
}

function read(): Widths {
  try {
    const { left, right } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Widths;
    return { ...(isWidth(left) && { left }), ...(isWidth(right) && { right }) };
  } catch {
    // Somebody else's value: the usual widths hold.
    return {};
  }
}

function isWidth(value: unknown): value is number {
  return typeof value === 'number' && value > 100 && value < 4000;
}
