import type { Colour } from '#captions/style.ts';
import type { Occasion } from '#poster/brief-words.ts';
import type { Brief } from '#poster/brief.ts';
import { colourOf, contrast, readable, type Tone, toneOf } from '#poster/colour.ts';

/** Colours of one poster. Every `on…` is read on the colour it is named after. */
export type Palette = {
  /** The ground, and the same a step further. */
  ground: Colour;
  ground2: Colour;
  onGround: Colour;
  /** Softer than `onGround`, still read. */
  quiet: Colour;
  /** Areas that stand out from the ground. */
  panel: Colour;
  onPanel: Colour;
  /** What has to be seen first: price, badge, button. */
  accent: Colour;
  onAccent: Colour;
  /** For decoration only. */
  glow: Colour;
};

export type Mood = 'bold' | 'light' | 'dark' | 'paper';

/** Hues of what there is to celebrate, in degrees, and of what stands beside them. */
const HUES: Record<Occasion, { main: number; beside: number }[]> = {
  sale: [
    { main: 27, beside: 92 },
    { main: 42, beside: 95 },
    { main: 5, beside: 85 },
    { main: 300, beside: 98 },
  ],
  new: [
    { main: 235, beside: 60 },
    { main: 165, beside: 50 },
    { main: 60, beside: 30 },
    { main: 290, beside: 80 },
  ],
  versus: [
    { main: 255, beside: 50 },
    { main: 150, beside: 35 },
    { main: 270, beside: 90 },
    { main: 200, beside: 40 },
  ],
  tutorial: [
    { main: 155, beside: 60 },
    { main: 75, beside: 30 },
    { main: 230, beside: 70 },
    { main: 20, beside: 150 },
  ],
  festival: [
    { main: 27, beside: 85 },
    { main: 18, beside: 88 },
    { main: 270, beside: 88 },
    { main: 150, beside: 88 },
  ],
  brand: [
    { main: 250, beside: 70 },
    { main: 50, beside: 25 },
    { main: 160, beside: 75 },
    { main: 330, beside: 80 },
  ],
};

type Wanted = { brief: Brief; brand: Colour[]; pictureColours: Colour[]; mood: Mood; turn: number };

/** Colours that belong together: the brand's where there are any, else those of the picture or of the occasion. */
export function makePalette({ brief, brand, pictureColours, mood, turn }: Wanted): Palette {
  const own = HUES[brief.occasion];
  const { main: mainHue, beside } = own[turn % own.length]!;
  const given = [...brand, ...(brief.colour ? [brief.colour] : [])];
  const strong = pictureColours.filter((colour) => toneOf(colour).strength > 0.07);
  // Loud occasions keep their own colours; quiet ones take up what the picture has.
  const isLoud = brief.occasion === 'sale' || brief.occasion === 'festival';
  const fromPicture = !isLoud && strong.length > 0 && turn % 2 === 0 ? toneOf(strong[turn % strong.length]!).hue : null;
  const main = given[0]
    ? toneOf(given[turn % given.length]!)
    : { light: 0.6, strength: 0.2, hue: fromPicture ?? mainHue };
  const isGrey = main.strength < 0.03;
  const strength = isGrey ? 0.012 : 1;
  const second = given.length > 1 ? toneOf(given[(turn + 1) % given.length]!) : null;
  const accentHue = second?.hue ?? (given[0] || fromPicture !== null ? goesWith(main.hue) : beside);
  return MOODS[mood]({ hue: main.hue, accentHue, k: strength, tone: given[0] ? main : null });
}

/** Warm colours and cold ones shine beside yellow; green beside orange. Exact opposites only shout. */
function goesWith(hue: number): number {
  if (hue >= 75 && hue < 175) return 58;
  return hue < 75 ? 92 : 82;
}

/** From so much on, words stand on a colour by themselves; below, they would be given plates. */
const CLEAR = 5.2;

/** A colour on which white or black is read well: those of middle brightness are a little darker. */
function clear({ light, ...tone }: Tone): Colour {
  for (let now = light; ; now -= 0.015) {
    const colour = colourOf({ light: now, ...tone });
    if (now < 0.2 || Math.max(contrast(colour, '#FFFFFF'), contrast(colour, '#111111')) >= CLEAR) return colour;
  }
}

type Base = { hue: number; accentHue: number; k: number; tone: { light: number; strength: number } | null };

/** Yellow that is dark enough to be read is the colour of mud. */
function notOlive(hue: number): number {
  return hue > 70 && hue < 128 ? (hue < 100 ? 52 : 148) : hue;
}

const MOODS: Record<Mood, (base: Base) => Palette> = {
  bold({ hue: given, accentHue, k, tone }) {
    const hue = tone ? given : notOlive(given);
    const light = tone ? Math.min(0.62, Math.max(0.38, tone.light)) : 0.54;
    const ground = clear({ light, strength: 0.2 * k, hue });
    const accent = colourOf({ light: 0.88, strength: 0.17, hue: accentHue });
    return finish(ground, colourOf({ light: light - 0.17, strength: 0.17 * k, hue: hue - 6 }), {
      panel: colourOf({ light: 0.97, strength: 0.02, hue }),
      accent,
      glow: colourOf({ light: light + 0.14, strength: 0.2 * k, hue: hue + 14 }),
      hue,
    });
  },
  light({ hue, accentHue: given, k, tone }) {
    const accentHue = notOlive(given);
    const ground = colourOf({ light: 0.955, strength: 0.026 * k, hue });
    const accent = tone
      ? clear({ light: Math.min(0.52, tone.light), strength: tone.strength, hue })
      : clear({ light: 0.5, strength: 0.18 * k, hue: notOlive(hue) });
    return finish(ground, colourOf({ light: 0.87, strength: 0.06 * k, hue }), {
      panel: colourOf({ light: 0.8, strength: 0.09 * k, hue }),
      accent,
      glow: colourOf({ light: 0.85, strength: 0.09, hue: accentHue }),
      hue,
    });
  },
  dark({ hue, accentHue, k }) {
    const ground = colourOf({ light: 0.19, strength: 0.045 * k, hue });
    return finish(ground, colourOf({ light: 0.11, strength: 0.03 * k, hue }), {
      panel: colourOf({ light: 0.29, strength: 0.07 * k, hue }),
      accent: colourOf({ light: 0.84, strength: 0.14, hue: accentHue }),
      glow: colourOf({ light: 0.62, strength: 0.17 * k, hue }),
      hue,
    });
  },
  paper({ hue: first, accentHue: given, k }) {
    const [hue, accentHue] = [notOlive(first), notOlive(given)];
    const ground = colourOf({ light: 0.945, strength: 0.03, hue: 85 });
    return finish(ground, colourOf({ light: 0.88, strength: 0.045, hue: 80 }), {
      panel: clear({ light: 0.48, strength: 0.15 * k, hue }),
      accent: clear({ light: 0.5, strength: 0.17, hue: accentHue }),
      glow: colourOf({ light: 0.78, strength: 0.1, hue: accentHue }),
      hue,
    });
  },
};

type Rest = { panel: Colour; accent: Colour; glow: Colour; hue: number };

function finish(ground: Colour, ground2: Colour, { panel, accent, glow, hue }: Rest): Palette {
  const ink = colourOf({ light: 0.24, strength: 0.05, hue });
  const pale = colourOf({ light: 0.985, strength: 0.01, hue });
  const isDark = toneOf(ground).light < 0.66;
  const onGround = readable(ground, isDark ? [pale, '#FFFFFF'] : [ink, '#111111']);
  const soft = isDark
    ? [colourOf({ light: 0.88, strength: 0.03, hue }), colourOf({ light: 0.94, strength: 0.02, hue })]
    : [colourOf({ light: 0.44, strength: 0.04, hue }), colourOf({ light: 0.36, strength: 0.04, hue })];
  return {
    ground,
    ground2,
    onGround,
    quiet: readable(ground, [...soft, onGround], 5),
    panel,
    onPanel: readable(panel, [ink, pale]),
    accent,
    onAccent: readable(accent, [colourOf({ light: 0.22, strength: 0.08, hue }), pale]),
    glow,
  };
}
