/** Paths in a square of 1,000 that is stretched over a layer. `ratio` is the layer's width by its height, where it matters. */

const point = (x: number, y: number) => `${x.toFixed(1)} ${y.toFixed(1)}`;

/** Rays from one point, out beyond the edges. */
export function rays(cx: number, cy: number, count: number, ratio: number): string {
  const reach = 2000;
  const step = (2 * Math.PI) / count;
  return Array.from({ length: count }, (_, n) => {
    const at = (angle: number) => point(cx + reach * Math.cos(angle), cy + reach * ratio * Math.sin(angle));
    return `M${point(cx, cy)}L${at(n * step)}L${at((n + 0.5) * step)}Z`;
  }).join('');
}

/** A star with round or sharp teeth: a price burst. */
export function burst(teeth: number, inner: number): string {
  const corners = Array.from({ length: teeth * 2 }, (_, n) => {
    const radius = n % 2 === 0 ? 500 : 500 * inner;
    const angle = (n * Math.PI) / teeth - Math.PI / 2;
    return point(500 + radius * Math.cos(angle), 500 + radius * Math.sin(angle));
  });
  return `M${corners.join('L')}Z`;
}

/** A scalloped round badge. */
export function scallop(bows: number): string {
  const at = (n: number) => {
    const angle = (n * 2 * Math.PI) / bows - Math.PI / 2;
    return point(500 + 460 * Math.cos(angle), 500 + 460 * Math.sin(angle));
  };
  const reach = (460 * Math.PI) / bows;
  const bowsOf = Array.from({ length: bows }, (_, n) => `A${reach} ${reach} 0 0 1 ${at(n + 1)}`);
  return `M${at(0)}${bowsOf.join('')}Z`;
}

/** Dots in rows that are moved against each other, over the whole layer; they get smaller towards one side. */
export function dots(across: number, ratio: number, size: number, fadesTo: 'none' | 'bottom' | 'right'): string {
  const step = 1000 / across;
  const down = Math.ceil(across / ratio) + 1;
  let path = '';
  for (let row = 0; row < down; row += 1) {
    for (let column = 0; column <= across; column += 1) {
      const x = (column + (row % 2) / 2) * step;
      const y = row * step * ratio;
      const far = fadesTo === 'bottom' ? y / 1000 : fadesTo === 'right' ? x / 1000 : 0;
      const radius = (step * size * (1 - Math.min(1, far))) / 2;
      if (radius < 0.4) continue;
      const ry = radius * ratio;
      path += `M${point(x - radius, y)}a${point(radius, ry)} 0 1 0 ${point(2 * radius, 0)}a${point(radius, ry)} 0 1 0 ${point(-2 * radius, 0)}Z`;
    }
  }
  return path;
}

/** Everything below a wave. */
export function wave(height: number, swing: number, bows: number): string {
  const step = 1000 / bows;
  let path = `M0 ${height}`;
  for (let n = 0; n < bows; n += 1) {
    const side = n % 2 === 0 ? -1 : 1;
    path += `C${point((n + 0.35) * step, height + side * swing)} ${point((n + 0.65) * step, height + side * swing)} ${point((n + 1) * step, height)}`;
  }
  return `${path}L1000 1000L0 1000Z`;
}

/** A soft round thing, another one for each seed. */
export function blob(seed: number): string {
  const corners = 7;
  const at = Array.from({ length: corners }, (_, n) => {
    const radius = 380 + 110 * Math.sin(seed * 1.7 + n * 2.4) * Math.cos(seed + n);
    const angle = (n * 2 * Math.PI) / corners;
    return { x: 500 + radius * Math.cos(angle), y: 500 + radius * Math.sin(angle) };
  });
  const middle = (n: number) => {
    const [a, b] = [at[n % corners]!, at[(n + 1) % corners]!];
    return point((a.x + b.x) / 2, (a.y + b.y) / 2);
  };
  return `M${middle(0)}${at.map((_, n) => `Q${point(at[(n + 1) % corners]!.x, at[(n + 1) % corners]!.y)} ${middle(n + 1)}`).join('')}Z`;
}

/** A window with a round top. */
export function arch(ratio: number): string {
  const bend = Math.min(1000, 500 * ratio);
  return `M0 1000L0 ${bend}A500 ${bend} 0 0 1 1000 ${bend}L1000 1000Z`;
}

/** A coupon: a notch at each side. */
export function ticket(ratio: number, at = 500, notch = 40): string {
  const ry = notch * ratio;
  return `M0 0L${at - notch} 0A${notch} ${ry} 0 0 0 ${at + notch} 0L1000 0L1000 1000L${at + notch} 1000A${notch} ${ry} 0 0 0 ${at - notch} 1000L0 1000Z`;
}

/** A ribbon with cut ends. */
export const RIBBON = 'M0 0L1000 0L955 500L1000 1000L0 1000L45 500Z';
export const CHECK = 'M180 520L400 740L820 280';
export const ARROW = 'M100 500L860 500M560 220L860 500L560 780';

/** A floor of lines that run together far away. */
export function floorGrid(): string {
  const down = Array.from(
    { length: 21 },
    (_, n) => `M${point(500 + (n - 10) * 22, 0)}L${point(500 + (n - 10) * 260, 1000)}`,
  );
  const across = Array.from({ length: 9 }, (_, n) => {
    const y = 1000 * ((n + 1) / 9) ** 2.2;
    return `M-400 ${y.toFixed(1)}L1400 ${y.toFixed(1)}`;
  });
  return [...down, ...across].join('');
}

/** A cloud of the old Chinese kind: bows on a flat foot. */
export const CLOUD =
  'M40 820A150 190 0 0 1 120 480A190 240 0 0 1 400 300A210 270 0 0 1 740 380A170 220 0 0 1 900 560A130 150 0 0 1 960 820Z';

/** Squares and stripes of paper that fall, spread evenly and not in rows. */
export function confetti(count: number, seed: number, ratio: number): string {
  let path = '';
  for (let n = 0; n < count; n += 1) {
    const x = (1000 * (0.5 + seed * 0.37 + n * 0.7548776662)) % 1000;
    const y = (1000 * (0.5 + seed * 0.11 + n * 0.5698402909)) % 1000;
    const angle = (seed + n) * 2.1;
    const [a, b] = [7 + ((n * 7) % 5) * 2, 3 + ((n * 3) % 4)];
    const corner = (dx: number, dy: number) =>
      point(x + dx * Math.cos(angle) - dy * Math.sin(angle), y + (dx * Math.sin(angle) + dy * Math.cos(angle)) * ratio);
    path += `M${corner(-a, -b)}L${corner(a, -b)}L${corner(a, b)}L${corner(-a, b)}Z`;
  }
  return path;
}
