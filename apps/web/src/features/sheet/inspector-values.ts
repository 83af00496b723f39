import type { SheetFill, SheetLayer } from '@mixreel/contract/sheet';

export const SHADOW: NonNullable<SheetLayer['shadow']> = { colour: '#00000080', x: 0, y: 8, blur: 24 };

export function toggled<T>(now: T | null, given: T): T | null {
  return now === null ? given : null;
}

/** The colour that stands for a fill: its only one, or its first. */
export function colourOf(fill: SheetFill | null): string {
  const colour = fill === null ? '#FFFFFF' : fill.kind === 'solid' ? fill.colour : (fill.stops[0]?.colour ?? '#FFFFFF');
  return colour.slice(0, 7);
}

export function solid(colour: string): SheetFill {
  return { kind: 'solid', colour: `#${colour.slice(1).toUpperCase()}` };
}
