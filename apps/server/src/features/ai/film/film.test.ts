import { expect, test } from 'vitest';
import { findFaults } from './mend-mask.ts';
import { readMove } from './read-move.ts';
import { chooseWindow } from './window.ts';

function maskOf(width: number, height: number, isInside: (x: number, y: number) => boolean) {
  const data = Uint8Array.from({ length: width * height }, (_, n) =>
    isInside(n % width, Math.floor(n / width)) ? 255 : 0,
  );
  return { data, width, height };
}

test('a gap in the middle of a subject is closed and a crumb beside it dropped; a bay at its rim stays', () => {
  const { data, width, height } = maskOf(100, 100, (x, y) => {
    const isBody = x >= 20 && x < 60 && y >= 20 && y < 90;
    const isGap = x >= 36 && x < 42 && y >= 50 && y < 56;
    const isBay = x < 26 && y >= 60 && y < 66;
    return (isBody && !isGap && !isBay) || (x >= 80 && x < 84 && y >= 10 && y < 14);
  });
  const { dropped, filled } = findFaults(data, { width, height });
  expect([filled?.[52 * 100 + 38], filled?.[62 * 100 + 22]]).toEqual([255, 0]);
  expect([dropped?.[12 * 100 + 82], dropped?.[50 * 100 + 50]]).toEqual([255, 0]);
});

test('an upright film of a wide picture shows its subject, wherever that stands', () => {
  const film = { width: 1080, height: 1920 };
  for (const at of [10, 150, 270]) {
    const mask = maskOf(320, 180, (x, y) => Math.abs(x - at) < 10 && y > 60);
    const { left, width } = chooseWindow(mask, film, mask);
    expect([left <= (at - 9) / 320, left + width >= (at + 9) / 320]).toEqual([true, true]);
    expect(left).toBeGreaterThanOrEqual(0);
    expect(left + width).toBeLessThanOrEqual(1.001);
  }
});

test('words for moves become moves', () => {
  const told = ['镜头缓缓推近', '拉远', '向左平移', '环绕商品', '慢慢上升', ''].map((text) => readMove(text));
  expect(told).toEqual([
    { type: 'simple', config: { zoom: 6 } },
    { type: 'simple', config: { zoom: -6 } },
    { type: 'simple', config: { horizontal: -7 } },
    { type: 'left_turn_forward' },
    { type: 'simple', config: { vertical: 6 } },
    { type: 'simple', config: { zoom: 5 } },
  ]);
});
