import { RATIOS } from '@mixreel/contract';
import { afterAll, beforeAll } from 'vitest';

/** Even, whatever the ratio. */
const TIMES = 5;

/**
 * For the tests of a file: videos of a fifth of the width and height, for facts that have nothing to do with pixels. All that
 * is drawn is measured by the shorter side; drawing and encoding the whole is most of what an export costs.
 */
export function drawSmall(): void {
  const sizes: { width: number; height: number }[] = Object.values(RATIOS);
  const whole = sizes.map((size) => ({ ...size }));
  beforeAll(() => {
    for (const size of sizes) Object.assign(size, { width: size.width / TIMES, height: size.height / TIMES });
  });
  // The next file of the same process has them as they are.
  afterAll(() => {
    for (const [n, size] of sizes.entries()) Object.assign(size, whole[n]);
  });
}
