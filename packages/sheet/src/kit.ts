/** What draws: the canvas of a page, or one of the same engine on the server. Both have what is used here. */
export type Surface = OffscreenCanvas;
export type Context = OffscreenCanvasRenderingContext2D;
/** A picture that is read already. */
export type Picture = { image: CanvasImageSource; width: number; height: number };

/** A letter as the commands M, L, Q and Z of an outline with y downwards, in units of which `units` make an em. */
export type Glyph = { path: string; units: number; /** In ems. */ advance: number };
export type GlyphBook = {
  /** How far the middle of a Chinese character lies above the baseline, in ems. */
  middle: number;
  /** Undefined while it is not known, or where no font has it. */
  glyph(letter: string): Glyph | undefined;
};

/** Colours in a cube of `side` steps each way, red first, three bytes each. */
export type Cube = { side: number; data: Uint8Array };

/** Where pixels, pictures, letters and looks come from. What is not there yet is left out. */
export type Kit = {
  surface(width: number, height: number): Surface;
  path(commands: string): Path2D;
  picture(source: string): Picture | null;
  book(font_id: string): GlyphBook | null;
  look(look_id: string): Cube | null;
};

export function contextOf(surface: Surface): Context {
  const context = surface.getContext('2d');
  if (!context) throw new Error('No canvas to draw on');
  return context;
}
