import { expect, test } from 'vitest';
import { paintsOf, runColour, splitColour } from './caption-paint.ts';

test('a caption is painted from back to front: its shadow, its outlines from the widest inwards, its letters', () => {
  const paints = paintsOf({
    colour: '#FFFFFF',
    outlines: [
      { colour: '#000000', width: 4 },
      { colour: '#FF0000', width: 6 },
    ],
    shadow: { colour: '#00000080', x: 2, y: 3, blur: 8 },
  });
  expect(paints.map(({ colour, reach, is_text }) => [colour, reach, is_text])).toEqual([
    ['#000000', 10, false],
    ['#FF0000', 10, false],
    ['#000000', 4, false],
    ['#FFFFFF', 0, true],
  ]);
  expect(paints[0]).toMatchObject({ dx: 2, dy: 3, blur: 4, opacity: 128 / 255 });
});

test('a word has another colour while it is spoken, and keeps it only where that is wanted', () => {
  const run = { start_seconds: 1, end_seconds: 2 };
  const passing = { colour: '#FFFFFF', highlight: { colour: '#FFD400', stays: false } };
  const staying = { colour: '#FFFFFF', highlight: { colour: '#FFD400', stays: true } };
  expect([0.9, 1, 2].map((at) => runColour(run, passing, at))).toEqual(['#FFFFFF', '#FFD400', '#FFFFFF']);
  expect([0.9, 1, 2].map((at) => runColour(run, staying, at))).toEqual(['#FFFFFF', '#FFD400', '#FFD400']);
  expect(runColour(run, passing, null)).toBe('#FFFFFF');
});

test('the last two digits of a colour are how much of it is seen', () => {
  expect(splitColour('#12345600')).toEqual({ colour: '#123456', opacity: 0 });
  expect(splitColour('#123456')).toEqual({ colour: '#123456', opacity: 1 });
});
