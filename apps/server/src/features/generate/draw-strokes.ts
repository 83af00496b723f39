import sharp from 'sharp';

type Stroke = { width: number; points: number[] };

/** What was painted over a picture, white on black, in its size. Points and widths are fractions of it. */
export function drawStrokes({ width, height }: { width: number; height: number }, strokes: Stroke[]): Promise<Buffer> {
  const lines = strokes.map(({ width: wide, points }) => {
    const places = points.map((value, n) => (value * (n % 2 === 0 ? width : height)).toFixed(1));
    const d = `M${places.slice(0, 2).join(' ')}${places.length > 2 ? `L${places.slice(2).join(' ')}` : 'h0.1'}`;
    return `<path d="${d}" stroke-width="${(wide * Math.min(width, height)).toFixed(1)}"/>`;
  });
  const style = 'fill="none" stroke="#fff" stroke-linecap="round" stroke-linejoin="round"';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%"/><g ${style}>${lines.join('')}</g></svg>`;
  return sharp(Buffer.from(svg)).png({ compressionLevel: 1 }).toBuffer();
}
