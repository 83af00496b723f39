import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

/** Pictures that the tests draw themselves: models see what is meant, and nobody's photograph is in the repository. */

const FONT = fileURLToPath(import.meta.resolve('@expo-google-fonts/noto-sans-sc/500Medium/NotoSansSC_500Medium.ttf'));

/** A line of writing; `angle` in degrees, `opacity` 0 to 1. */
export type DrawnLine = {
  text: string;
  x: number;
  y: number;
  size: number;
  colour?: string;
  angle?: number;
  opacity?: number;
};

/** Lines over a background that is not plain, as a JPEG of a phone's shape unless told otherwise. */
export async function drawLines(
  lines: DrawnLine[],
  { width = 1080, height = 1920, from = '#27364a', to = '#8a6f55' } = {},
): Promise<Buffer> {
  const composites = [];
  for (const { text, x, y, size, colour = '#ffffff', angle = 0, opacity = 1 } of lines) {
    const alpha = Math.round(opacity * 100);
    const drawn = await sharp({
      text: {
        text: `<span foreground="${colour}" alpha="${alpha}%">${text}</span>`,
        font: `Noto Sans SC ${size * 0.75}`,
        fontfile: FONT,
        rgba: true,
        dpi: 96,
      },
    })
      .png()
      .toBuffer();
    composites.push({ input: await sharp(drawn).rotate(angle, { background: '#0000' }).toBuffer(), left: x, top: y });
  }
  const background = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <linearGradient id="g" x2="1" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>
    <rect width="100%" height="100%" fill="url(#g)"/><circle cx="70%" cy="30%" r="20%" fill="#ffffff22"/></svg>`;
  return sharp(Buffer.from(background)).composite(composites).jpeg({ quality: 88 }).toBuffer();
}

/** Somebody from the front, in front of a wall. */
export function drawFace({ x = 320, y = 225, scale = 1 } = {}): Promise<Buffer> {
  return draw(`<rect width="640" height="480" fill="#9fb4c4"/>
    <g transform="translate(${x} ${y}) scale(${scale}) translate(-320 -225)">
    <radialGradient id="s" cx=".45" cy=".4" r=".7"><stop stop-color="#f2c9ac"/><stop offset="1" stop-color="#8a5a44"/></radialGradient>
    <ellipse cx="320" cy="470" rx="150" ry="130" fill="#334"/><rect x="285" y="300" width="70" height="80" fill="#b57f64"/>
    <ellipse cx="320" cy="210" rx="112" ry="140" fill="#2b1b12"/><ellipse cx="320" cy="225" rx="92" ry="118" fill="url(#s)"/>
    <ellipse cx="282" cy="205" rx="19" ry="10" fill="#fff"/><ellipse cx="358" cy="205" rx="19" ry="10" fill="#fff"/>
    <circle cx="282" cy="205" r="9" fill="#2a1a10"/><circle cx="358" cy="205" r="9" fill="#2a1a10"/>
    <path d="M258 184q24-14 46 0M336 184q24-14 46 0" stroke="#2a1a10" stroke-width="7" fill="none"/>
    <path d="M320 210q-14 42-16 48q16 12 32 0q-2-6-16-48" fill="#c98f74"/>
    <path d="M304 259q16 10 32 0" stroke="#7a4a38" stroke-width="4" fill="none"/>
    <path d="M282 290q38 26 76 0q-38-14-76 0" fill="#a03a3a"/></g>`);
}

/** A wall clock; `at` turns its hands, `wall` is what it hangs on. */
export function drawClock({ x = 320, y = 230, scale = 1, at = 0, wall = '#d8cfc0' } = {}): Promise<Buffer> {
  const hours = Array.from({ length: 12 }, (_, i) => {
    const turn = (i * Math.PI) / 6;
    const [left, top] = [320 + 120 * Math.sin(turn), 230 - 120 * Math.cos(turn)];
    return `<circle cx="${left}" cy="${top}" r="${i % 3 ? 5 : 9}" fill="#222"/>`;
  });
  return draw(`<rect width="640" height="480" fill="${wall}"/>
    <g transform="translate(${x} ${y}) scale(${scale}) translate(-320 -230)">
    <circle cx="320" cy="230" r="150" fill="#222"/><circle cx="320" cy="230" r="138" fill="#fdfdf8"/>${hours.join('')}
    <path d="M320 230V130M320 230L390 260" stroke="#111" stroke-width="9" stroke-linecap="round"
      transform="rotate(${at} 320 230)"/></g>`);
}

/** An orange on a table. */
export function drawOrange(): Promise<Buffer> {
  return draw(`<radialGradient id="o" cx=".38" cy=".32" r=".75"><stop stop-color="#ffc46b"/>
    <stop offset=".5" stop-color="#f58a1f"/><stop offset="1" stop-color="#b04e05"/></radialGradient>
    <rect width="640" height="480" fill="#e9e2d8"/><rect y="330" width="640" height="150" fill="#b08a63"/>
    <ellipse cx="340" cy="385" rx="120" ry="22" fill="#6d4f33" opacity=".6"/>
    <circle cx="320" cy="270" r="120" fill="url(#o)"/><ellipse cx="322" cy="160" rx="10" ry="5" fill="#4b5a1e"/>`);
}

/** A stop sign beside a meadow. */
export function drawStopSign(): Promise<Buffer> {
  return draw(`<linearGradient id="g" x2="0" y2="1"><stop stop-color="#8fc3ee"/><stop offset="1" stop-color="#dfeefa"/></linearGradient>
    <rect width="640" height="480" fill="url(#g)"/><rect y="400" width="640" height="80" fill="#5d7a3c"/>
    <rect x="312" y="200" width="16" height="260" fill="#888"/>
    <polygon points="271,60 369,60 438,129 438,227 369,296 271,296 202,227 202,129" fill="#fff"/>
    <polygon points="275,70 365,70 428,133 428,223 365,286 275,286 212,223 212,133" fill="#c1121f"/>
    <g stroke="#fff" stroke-width="14" fill="none"><path d="M262 150h-34v28h34v28h-34M276 150h44M298 150v56M334 150h32v56h-32zM382 206v-56h34v28h-34"/></g>`);
}

function draw(contents: string): Promise<Buffer> {
  return sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480">${contents}</svg>`))
    .png()
    .toBuffer();
}
