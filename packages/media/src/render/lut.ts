/**
 * The text of a .cube file with every colour moved `strength` of the way from unchanged to the look. One table lookup
 * per pixel whatever the strength, where blending two pictures would cost two.
 */
export function blendCube(text: string, strength: number): string {
  if (strength >= 1) return text;
  const size = Number(/^LUT_3D_SIZE\s+(\d+)/m.exec(text)?.[1] ?? 0);
  if (size < 2) throw new Error('滤镜文件不是 3D LUT');

  let index = 0;
  const lines = text.split('\n').map((line) => {
    if (!/^\s*-?[\d.]/.test(line)) return line;
    const colour = line.trim().split(/\s+/).map(Number);
    // Red runs fastest, blue slowest.
    const unchanged = [index % size, Math.floor(index / size) % size, Math.floor(index / size ** 2)];
    index += 1;
    return colour.map((value, i) => mix(unchanged[i]! / (size - 1), value, strength).toFixed(6)).join(' ');
  });
  return lines.join('\n');
}

function mix(from: number, to: number, share: number): number {
  return from + (to - from) * Math.max(0, share);
}
