/** The colours of the example brand. */
export const INK = '#2b2a33';
export const CREAM = '#fff3df';
export const ORANGE = '#ff8a3d';
export const COFFEE = '#5b3423';
export const TEAL = '#1f9e97';
export const NAVY = '#22345b';
export const PINK = '#ffb3a0';
export const GREEN = '#63b36c';
export const SKY = '#bfe7f6';
export const WHITE = '#ffffff';

type At = { x: number; y: number; scale?: number; turn?: number };

/** Puts a drawing somewhere: shapes are drawn around their own middle. */
export function at({ x, y, scale = 1, turn = 0 }: At, ...shapes: string[]): string {
  return `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${scale})">${shapes.join('')}</g>`;
}

export function rect(x: number, y: number, width: number, height: number, fill: string, radius = 0): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}"/>`;
}

export function disc(x: number, y: number, r: number, fill: string, opacity = 1): string {
  return `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" opacity="${opacity}"/>`;
}

export function path(d: string, fill: string, stroke = 'none', width = 0): string {
  return `<path d="${d}" fill="${fill}" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
}

/** From top to bottom, over the whole picture. */
export function sky(top: string, bottom: string): string {
  const id = `sky${top}${bottom}`.replaceAll('#', '');
  return `<defs><linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient></defs><rect x="-50%" y="-50%" width="200%" height="200%" fill="url(#${id})"/>`;
}

/** The product: a bottle of cold brew with a hill on its label. */
export function bottle(): string {
  return [
    rect(-34, -250, 68, 40, ORANGE, 10),
    rect(-26, -216, 52, 60, '#3a2017'),
    path(
      'M-26 -160 C-30 -130 -80 -120 -80 -70 V190 Q-80 220 -50 220 H50 Q80 220 80 190 V-70 C80 -120 30 -130 26 -160 Z',
      '#3a2017',
    ),
    path('M-62 -60 V180', 'none', 'rgba(255,255,255,.35)', 12),
    rect(-80, -30, 160, 150, CREAM),
    path('M-80 120 V80 Q-40 10 0 60 Q35 0 80 70 V120 Z', ORANGE),
    disc(38, 2, 18, '#ffd166'),
    rect(-52, -14, 60, 12, COFFEE, 6),
  ].join('');
}

export function mug(colour: string): string {
  return [
    path('M70 -40 C140 -50 140 60 60 55', 'none', colour, 22),
    path('M-90 -80 H90 L76 70 Q72 90 50 90 H-50 Q-72 90 -76 70 Z', colour),
    `<ellipse cx="0" cy="-80" rx="90" ry="20" fill="${COFFEE}"/>`,
    path('M-58 -50 L-50 50', 'none', 'rgba(255,255,255,.45)', 12),
  ].join('');
}

/** `level` of what is inside, 0 to 1. */
export function glass(level: number, drink: string): string {
  const top = 150 - 300 * level;
  return [
    path('M-100 -170 H100 L80 160 Q78 172 66 172 H-66 Q-78 172 -80 160 Z', 'rgba(255,255,255,.35)'),
    path(
      `M${-100 + (top + 170) * 0.06} ${top} H${100 - (top + 170) * 0.06} L78 156 Q76 166 64 166 H-64 Q-76 166 -78 156 Z`,
      drink,
    ),
    path('M-74 -140 L-62 120', 'none', 'rgba(255,255,255,.7)', 10),
    path('M-100 -170 H100 L80 160 Q78 172 66 172 H-66 Q-78 172 -80 160 Z', 'none', 'rgba(255,255,255,.9)', 8),
  ].join('');
}

export function ice(): string {
  return [rect(-34, -34, 68, 68, 'rgba(225,246,255,.85)', 12), path('M-18 -16 L10 -22', 'none', WHITE, 7)].join('');
}

/** Somebody from the waist up. */
export function person(
  { hair, shirt, skin = '#f6c7a4' }: { hair: string; shirt: string; skin?: string },
  mouth: string,
): string {
  return [
    path('M-120 260 C-120 120 -70 90 0 90 C70 90 120 120 120 260 Z', shirt),
    rect(-26, 40, 52, 70, skin, 20),
    disc(0, -20, 86, skin),
    path(
      'M-92 -10 C-100 -120 -40 -136 10 -130 C80 -124 104 -70 90 -8 C76 -56 40 -66 -10 -64 C-50 -62 -78 -50 -92 -10 Z',
      hair,
    ),
    disc(-32, -18, 9, INK),
    disc(34, -18, 9, INK),
    disc(-50, 14, 14, '#ff9a86', 0.5),
    disc(52, 14, 14, '#ff9a86', 0.5),
    mouth,
  ].join('');
}

export const SMILE = path('M-22 22 Q2 46 26 22', 'none', INK, 8);
export const YAWN = `<ellipse cx="2" cy="34" rx="22" ry="28" fill="#8c3b33"/>`;

export function laptop(): string {
  return [
    rect(-150, -110, 300, 190, NAVY, 16),
    rect(-132, -94, 264, 150, '#6fa8dc', 8),
    rect(-190, 78, 380, 26, '#8b93a7', 13),
  ].join('');
}

export function phone(): string {
  return [rect(-150, -300, 300, 600, INK, 44), rect(-132, -280, 264, 560, WHITE, 30)].join('');
}

export function plant(): string {
  return [
    path('M0 0 C-90 -60 -100 -150 -60 -210 C-20 -150 -10 -80 0 0 Z', GREEN),
    path('M0 0 C90 -50 110 -120 90 -180 C40 -140 10 -80 0 0 Z', '#4f9a5b'),
    path('M0 0 C-10 -120 10 -190 20 -240 C50 -180 30 -90 0 0 Z', '#7cc784'),
    path('M-60 0 H60 L44 110 H-44 Z', '#d9764a'),
  ].join('');
}

export function cloud(): string {
  return [
    disc(-60, 10, 44, WHITE),
    disc(0, -14, 60, WHITE),
    disc(66, 12, 40, WHITE),
    rect(-100, 6, 206, 46, WHITE, 23),
  ].join('');
}

export function tree(): string {
  return [
    rect(-16, 0, 32, 150, '#8a5a3b', 10),
    disc(0, -50, 100, GREEN),
    disc(-60, 0, 66, '#57a663'),
    disc(64, -6, 60, '#74c27d'),
  ].join('');
}

export function dog(): string {
  return [
    rect(-110, -20, 190, 96, '#c98a4b', 46),
    rect(-96, 50, 30, 70, '#c98a4b', 14),
    rect(36, 50, 30, 70, '#c98a4b', 14),
    path('M-110 0 C-150 -20 -160 -70 -140 -90', 'none', '#c98a4b', 24),
    disc(96, -44, 58, '#d79a5c'),
    path('M60 -84 C40 -60 44 -20 56 -6 C74 -30 76 -60 60 -84 Z', '#8a5a3b'),
    disc(112, -54, 8, INK),
    disc(150, -36, 12, INK),
    path('M118 -14 Q136 2 148 -14', 'none', INK, 6),
  ].join('');
}

export function clock(): string {
  return [
    disc(-80, -110, 44, ORANGE),
    disc(80, -110, 44, ORANGE),
    disc(0, 0, 140, '#e2574c'),
    disc(0, 0, 112, CREAM),
    path('M0 0 V-76 M0 0 L54 28', 'none', INK, 14),
    disc(0, 0, 12, INK),
    path('M-90 110 L-120 150 M90 110 L120 150', 'none', '#e2574c', 22),
  ].join('');
}

/** A row of houses, as wide as asked. */
export function skyline(width: number, colour: string, window: string): string {
  const houses: string[] = [];
  for (let x = 0, n = 0; x < width - 60; n += 1) {
    const w = Math.min(90 + ((n * 37) % 70), width - x);
    const h = 180 + ((n * 97) % 260);
    houses.push(rect(x, -h, w - 10, h, colour, 6));
    for (let y = 30; y < h - 40; y += 56) {
      houses.push(rect(x + 16, -h + y, 20, 28, window, 3), rect(x + w - 46, -h + y, 20, 28, window, 3));
    }
    x += w;
  }
  return houses.join('');
}

export function steam(): string {
  return ['M-40 0 C-70 -40 -10 -70 -40 -120', 'M0 -10 C-30 -50 30 -80 0 -140', 'M40 0 C10 -40 70 -70 40 -120']
    .map((d) => path(d, 'none', 'rgba(255,255,255,.75)', 12))
    .join('');
}

/** Light that spreads from the middle. */
export function rays(colour: string, reach: number): string {
  return Array.from({ length: 12 }, (_, n) =>
    at({ x: 0, y: 0, turn: n * 30 }, path(`M0 0 L${-reach * 0.12} ${-reach} H${reach * 0.12} Z`, colour)),
  ).join('');
}

export function bubble(width: number, colour: string): string {
  return [
    rect(-width / 2, -44, width, 88, colour, 34),
    path(`M${-width / 2 + 40} 38 L${-width / 2 + 20} 74 L${-width / 2 + 84} 40 Z`, colour),
  ].join('');
}
