/** Lying this flat, a phone has no horizon. */
const FLAT = 0.3;
/** So many degrees off still look level. */
export const LEVEL_DEG = 1.5;

/**
 * How far the picture is turned against the horizon, in degrees clockwise: `beta` and `gamma` as phones tell them, `screen`
 * the angle by which the page is turned. Null while the phone lies flat.
 */
export function tiltOf(beta: number, gamma: number, screen: number): number | null {
  const [b, g] = [(beta * Math.PI) / 180, (gamma * Math.PI) / 180];
  // Where up is, on the axes of the phone.
  const [x, y] = [-Math.cos(b) * Math.sin(g), Math.sin(b)];
  if (Math.hypot(x, y) < FLAT) return null;
  const turned = (Math.atan2(x, y) * 180) / Math.PI - screen;
  return ((((turned + 180) % 360) + 360) % 360) - 180;
}
