import type { FontId } from '#captions/fonts.ts';

/** `#RRGGBB`, or `#RRGGBBAA` with the last two digits for opacity. */
export type Colour = `#${string}`;

/** How a caption comes and goes. */
export type CaptionAnimation = 'none' | 'fade' | 'pop' | 'karaoke';

/** How a caption looks. Lengths are pixels on a canvas whose shorter side is 1080; other canvases scale them. */
export type CaptionStyle = {
  fontId: FontId;
  /** Height of the em square: about the height of a Chinese character. */
  size: number;
  colour: Colour;
  isBold: boolean;
  /** Distance between baselines, in ems. */
  lineHeight: number;
  /** From the text outwards. */
  outlines: Outline[];
  shadow?: Shadow;
  box?: Box;
  animation: CaptionAnimation;
  /** The colour of a word while it is spoken, and whether it keeps it afterwards. */
  highlight: { colour: Colour; stays: boolean };
};

/** A band around the letters. */
export type Outline = { colour: Colour; width: number };

/** A copy of the letters below them; without an offset it is a glow. */
export type Shadow = { colour: Colour; x: number; y: number; blur: number };

/** A filled rectangle behind the whole text or behind each line. */
export type Box = { colour: Colour; paddingX: number; paddingY: number; radius: number; shape: 'block' | 'lines' };
