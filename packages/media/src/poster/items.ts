import type { FontId } from '#captions/fonts.ts';
import type { Colour } from '#captions/style.ts';
import { type Block, column, type Item, moved, onPlate, row, spare, type TextLook, words } from '#poster/block.ts';
import { readable } from '#poster/colour.ts';
import type { Kit } from '#poster/kit.ts';
import { type Box, linear, shape, solid } from '#poster/layers.ts';
import { burst, CHECK, scallop } from '#poster/paths.ts';

/** The parts of a poster, each from what the brief says; null where it says nothing. */

type Look = Partial<TextLook>;

export function headline({ unit, brief, palette, fonts }: Kit, size: number, look: Look = {}): Item {
  const full = { font: fonts.head, size, fill: palette.onGround, lines: 2, line_height: 1.18, ...look };
  const line = words(unit, brief.headline, full);
  if (!brief.versus) return line;
  // Two things that are compared break between them, not in the middle of one.
  const apart = words(unit, brief.headline.replace(' vs ', '\nvs '), full);
  return (room) => {
    const block = line(room);
    return block?.layers.some(({ text }) => text?.text.includes('\n')) ? apart(room) : block;
  };
}

export function subtitle({ unit, brief, palette, fonts }: Kit, size = 42, look: Look = {}): Item | null {
  return brief.subtitle
    ? words(unit, brief.subtitle, { font: fonts.body, size, fill: palette.quiet, lines: 2, ...look })
    : null;
}

/** A word above the headline: plain, in a frame or on a plate. */
export function kicker(
  kit: Kit,
  look: 'plain' | 'pill' | 'frame' | 'bar',
  colours: { fill?: Colour; ink?: Colour } = {},
): Item | null {
  const { unit, brief, palette, fonts } = kit;
  // Without a price the offer stands where the price would.
  const said = brief.price ? [brief.kicker, brief.offer].filter(Boolean).join(' · ') : brief.kicker || brief.offer;
  if (!said) return null;
  const fill = colours.fill ?? palette.accent;
  const ink =
    colours.ink ?? (look === 'plain' || look === 'frame' ? palette.onGround : readable(fill, [palette.onAccent]));
  const text = words(unit, said, {
    font: fonts.strong,
    size: 40,
    fill: ink,
    lines: 1,
    spacing: look === 'plain' ? 0.18 : 0.06,
  });
  if (look === 'plain') return text;
  const plate = { radius: look === 'pill' ? 60 : look === 'bar' ? 6 : 4, padX: 30, padY: 12 };
  return onPlate(unit, text, look === 'frame' ? { ...plate, fill: '#FFFFFF00', stroke: ink } : { ...plate, fill });
}

/** For where the offer stands by itself, in a badge or a coupon: nothing is said twice. */
export function besideOffer(kit: Kit): Kit {
  return { ...kit, brief: { ...kit.brief, offer: '' } };
}

/** A short line under or over words. */
export function rule({ unit, palette }: Kit, length = 90, thick = 7, colour: Colour = palette.accent): Item {
  return ({ scale }) => {
    const box = { x: 0, y: 0, width: length * unit * scale, height: Math.max(2, thick * unit * scale) };
    return { width: box.width, height: box.height, layers: [bar(box, colour, box.height / 2)] };
  };
}

function bar(box: Box, colour: Colour, radius: number) {
  return shape(box, { form: { kind: 'rect', radius }, fill: solid(colour), stroke: null });
}

type PointLook = {
  style: 'chips' | 'checks' | 'dots' | 'numbers' | 'lines';
  ink?: Colour;
  fill?: Colour;
  size?: number;
  most?: number;
};

export function points(kit: Kit, { style, ink, fill, size = 34, most = 4 }: PointLook): Item | null {
  const { unit, brief, palette, fonts } = kit;
  const said = brief.points.slice(0, most);
  if (said.length === 0) return null;
  const colour = ink ?? palette.onGround;
  const mark = fill ?? palette.accent;
  const one = (text: string) =>
    words(unit, text, { font: fonts.strong, size, fill: colour, lines: 2, line_height: 1.25 });
  if (style === 'chips') {
    const inside = ink ?? readable(mark, [palette.onAccent, palette.onGround]);
    return row(
      unit,
      said.map((text) =>
        onPlate(unit, words(unit, text, { font: fonts.strong, size, fill: inside, lines: 1 }), {
          fill: mark,
          radius: 50,
          padX: 26,
          padY: 13,
        }),
      ),
      18,
    );
  }
  const mayGo = said.length > 1 ? spare : (item: Item) => item;
  if (style === 'lines') return mayGo(column(unit, said.map(one), 12));
  const list = column(
    unit,
    said.map((text, n) => marked(kit, one(text), { style, mark, size, n })),
    20,
  );
  return style === 'dots' ? mayGo(list) : list;
}

/** A line of words with a mark before it. */
function marked(
  { unit, palette }: Kit,
  item: Item,
  { style, mark, size, n }: { style: string; mark: Colour; size: number; n: number },
): Item {
  return (room) => {
    const side = size * 1.35 * unit * room.scale;
    const gap = side * 0.42;
    const inner = item({ ...room, align: 'left', width: room.width - side - gap });
    if (!inner) return null;
    const height = Math.max(side, inner.height);
    const box = { x: 0, y: (height - side) / 2, width: side, height: side };
    const ink = readable(mark, [palette.onAccent]);
    const signs: Block['layers'] = [];
    if (style === 'dots') {
      const small = { x: side * 0.3, y: (height - side * 0.4) / 2, width: side * 0.4, height: side * 0.4 };
      signs.push(shape(small, { form: { kind: 'ellipse' }, fill: solid(mark), stroke: null }));
    } else {
      signs.push(shape(box, { form: { kind: 'ellipse' }, fill: solid(mark), stroke: null }));
    }
    if (style === 'checks') {
      const tick = { x: box.x + side * 0.24, y: box.y + side * 0.26, width: side * 0.52, height: side * 0.48 };
      signs.push(
        shape(tick, {
          form: { kind: 'path', path: CHECK },
          fill: null,
          stroke: { colour: ink, width: side * 0.1, dash: 0 },
        }),
      );
    }
    if (style === 'numbers') {
      const figure = words(1, String(n + 1), { font: 'hei-black', size: side * 0.6, fill: ink, lines: 1 })({
        width: side,
        height: side,
        scale: 1,
        align: 'center',
      });
      if (figure) {
        signs.push(...moved(figure.layers, box.x + (side - figure.width) / 2, box.y + (side - figure.height) / 2));
      }
    }
    return {
      width: side + gap + inner.width,
      height,
      layers: [...signs, ...moved(inner.layers, side + gap, (height - inner.height) / 2)],
    };
  };
}

/** The price: a small sign, large figures, a small unit on one baseline; what it was before is struck through. */
export function price(kit: Kit, size: number, ink: Colour, quiet: Colour = ink): Item | null {
  const { unit, brief, fonts } = kit;
  const { price: now, old_price, old_label, offer, kicker: called } = brief;
  if (!now) {
    return offer && called ? words(unit, offer, { font: fonts.figures, size: size * 0.5, fill: ink, lines: 2 }) : null;
  }
  const figures = row(
    unit,
    [
      now.sign
        ? lifted(
            words(unit, now.sign, { font: fonts.figures, size: size * 0.45, fill: ink, lines: 1 }),
            0.06 * size * unit,
          )
        : null,
      words(unit, now.amount, { font: fonts.figures, size, fill: ink, lines: 1, line_height: 1, spacing: -0.02 }),
      now.unit
        ? lifted(
            words(unit, now.unit, { font: fonts.strong, size: size * 0.3, fill: ink, lines: 1 }),
            0.1 * size * unit,
          )
        : null,
    ],
    size * 0.03,
    { middle: false, wraps: false },
  );
  if (!old_price) return figures;
  const before = struck(
    kit,
    words(unit, `${old_label} ${now.sign || ''}${old_price}${now.sign ? '' : '元'}`, {
      font: fonts.body,
      size: Math.max(26, size * 0.24),
      fill: quiet,
      lines: 1,
    }),
    quiet,
  );
  return column(unit, [figures, before], 4);
}

/** Room below, so that small letters stand on the baseline of large ones. */
function lifted(item: Item, by: number): Item {
  return (room) => {
    const block = item(room);
    return block && { ...block, height: block.height + by * room.scale };
  };
}

function struck({ unit }: Kit, item: Item, colour: Colour): Item {
  return (room) => {
    const block = item(room);
    if (!block) return null;
    const line = { x: -4 * unit, y: block.height * 0.5, width: block.width + 8 * unit, height: Math.max(2, 3 * unit) };
    return { ...block, layers: [...block.layers, bar(line, colour, 0)] };
  };
}

/** A button, or when it is, whichever the brief has. */
export function button(kit: Kit, fill: Colour = kit.palette.accent, ink?: Colour): Item | null {
  const { unit, brief, palette, fonts } = kit;
  const said = brief.button || brief.when;
  if (!said) return null;
  const text = words(unit, said, {
    font: fonts.strong,
    size: 38,
    fill: ink ?? readable(fill, [palette.onAccent]),
    lines: 1,
  });
  return onPlate(unit, text, { fill, radius: 60, padX: 40, padY: 18 });
}

export function when({ unit, brief, palette, fonts }: Kit, look: Look = {}): Item | null {
  const said = [brief.when, brief.button].filter(Boolean).join('  ');
  return said ? spare(words(unit, said, { font: fonts.body, size: 32, fill: palette.quiet, lines: 1, ...look })) : null;
}

export function offer({ unit, brief, palette, fonts }: Kit, size: number, look: Look = {}): Item | null {
  const said = brief.kicker ? brief.offer : '';
  return said ? words(unit, said, { font: fonts.strong, size, fill: palette.onGround, lines: 1, ...look }) : null;
}

type BadgeLook = { form: 'burst' | 'scallop' | 'circle'; fill?: Colour; ink?: Colour; rotation?: number };

/** A round badge: the price where there is one, with the offer, or the offer alone. */
export function badge(kit: Kit, at: Box, { form, fill = kit.palette.accent, ink, rotation = -8 }: BadgeLook): void {
  const { brief, unit, fonts, palette } = kit;
  const colour = ink ?? readable(fill, [palette.onAccent]);
  const side = Math.min(at.width, at.height);
  const box = { x: at.x + (at.width - side) / 2, y: at.y + (at.height - side) / 2, width: side, height: side };
  const said = brief.offer;
  const content = brief.price
    ? column(
        unit,
        [
          brief.offer ? words(unit, brief.offer, { font: fonts.strong, size: 30, fill: colour, lines: 1 }) : null,
          price(kit, (side / unit) * 0.34, colour),
        ],
        2,
      )
    : said
      ? words(unit, said, { font: fonts.strong, size: (side / unit) * 0.2, fill: colour, lines: 3, line_height: 1.15 })
      : null;
  if (!content) return;
  const kind =
    form === 'circle'
      ? ({ kind: 'ellipse' } as const)
      : ({ kind: 'path', path: form === 'burst' ? burst(16, 0.86) : scallop(18) } as const);
  kit.draw(box, kind, fill, { rotation, shadow: { colour: '#0000003D', x: 0, y: 8 * unit, blur: 20 * unit } });
  const inner = { x: box.x + side * 0.16, y: box.y + side * 0.2, width: side * 0.68, height: side * 0.6 };
  const from = kit.layers.length;
  kit.put(content, inner, { align: 'center', at: 'middle' });
  const tilt = (rotation * Math.PI) / 180;
  const [cx, cy] = [box.x + side / 2, box.y + side / 2];
  for (const [n, layer] of kit.layers.slice(from).entries()) {
    const [dx, dy] = [layer.x + layer.width / 2 - cx, layer.y + layer.height / 2 - cy];
    const [tx, ty] = [dx * Math.cos(tilt) - dy * Math.sin(tilt), dx * Math.sin(tilt) + dy * Math.cos(tilt)];
    kit.layers[from + n] = { ...layer, rotation, x: cx + tx - layer.width / 2, y: cy + ty - layer.height / 2 };
  }
}

/** Gold as it shines on red. */
export function gold(): ReturnType<typeof linear> {
  return linear(90, '#FFF6D8', '#FFD76A', '#FFE9A8');
}

export type { FontId };
