import type { CaptionLayout } from '@mixreel/contract';

type Run = CaptionLayout['lines'][number]['runs'][number];

/** One coat of paint over all letters of a caption. */
export type Paint = {
  colour: string;
  /** Of the coat as a whole: where letters and their rims lie on one another they must not darken. */
  opacity: number;
  /** How far it reaches beyond the letters. */
  reach: number;
  dx: number;
  dy: number;
  /** Standard deviation of its blur. */
  blur: number;
  /** The letters themselves, which change their colour while they are spoken. */
  is_text: boolean;
};

/** From back to front, as the renderer does it: shadow, outlines from the widest inwards, letters. */
export function paintsOf({ outlines, shadow, colour }: Pick<CaptionLayout, 'outlines' | 'shadow' | 'colour'>): Paint[] {
  const flat = { dx: 0, dy: 0, blur: 0, is_text: false };
  let reach = 0;
  const rings = outlines.map((outline) => {
    reach += outline.width;
    return { ...flat, ...splitColour(outline.colour), reach };
  });
  const behind = shadow
    ? [{ ...flat, ...splitColour(shadow.colour), reach, dx: shadow.x, dy: shadow.y, blur: shadow.blur / 2 }]
    : [];
  return [...behind, ...rings.toReversed(), { ...flat, ...splitColour(colour), reach: 0, is_text: true }];
}

/** The colour of a word: another one while it is spoken, and afterwards too where that is wanted. */
export function runColour(
  { start_seconds, end_seconds }: Pick<Run, 'start_seconds' | 'end_seconds'>,
  { colour, highlight }: Pick<CaptionLayout, 'colour' | 'highlight'>,
  at: number | null,
): string {
  const plain = splitColour(colour).colour;
  if (!highlight || at === null || start_seconds === null || end_seconds === null || at < start_seconds) return plain;
  return highlight.stays || at < end_seconds ? splitColour(highlight.colour).colour : plain;
}

/** Whether a caption is seen at this moment; at no moment in particular all of them are. */
export function isShown({ start_seconds, end_seconds }: CaptionLayout, at: number | null): boolean {
  return at === null || (at >= start_seconds && at < end_seconds);
}

/** `#RRGGBBAA` as a colour and how much of it. */
export function splitColour(colour: string): { colour: string; opacity: number } {
  if (colour.length !== 9) return { colour, opacity: 1 };
  return { colour: colour.slice(0, 7), opacity: Number.parseInt(colour.slice(7), 16) / 255 };
}
