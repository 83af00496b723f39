import { expect, test } from 'vitest';
import { checkCaption, clearPosition, readingSpeed } from '#captions/check.ts';
import { splitCues } from '#captions/cues.ts';
import { FONTS, fontMetrics } from '#captions/fonts.ts';
import { layoutCaption } from '#captions/layout.ts';
import type { Caption } from '#captions/layout.ts';
import type { GridCell } from '#captions/position.ts';
import { CAPTION_PRESETS } from '#captions/presets.ts';
import { SAFE_ZONES, safeRect } from '#captions/safe-zones.ts';
import { alignWords } from '#captions/spoken.ts';
import { textWidth } from '#captions/typeset.ts';

const CANVAS = { width: 1080, height: 1920 };
const CAPTION: Caption = {
  text: '这款保温杯只要199元，买2送1！',
  style: CAPTION_PRESETS[0]!.style,
  position: { kind: 'preset', preset: 'lower' },
  startSeconds: 0,
  endSeconds: 3,
};

test('widths are those of the font, not guesses', () => {
  expect(textWidth('国', 'hei-bold', 100)).toBeCloseTo(100);
  expect(textWidth('i', 'hei-bold', 100)).toBeLessThan(textWidth('W', 'hei-bold', 100) / 2);
  expect(textWidth('国', 'huangyou', 100)).toBeCloseTo(76.5);
});

test('every preset of every group fits the safe zone of every platform', () => {
  for (const { platform } of SAFE_ZONES) {
    const safe = safeRect(CANVAS, platform);
    for (const { key, style } of CAPTION_PRESETS) {
      const { bounds, overflows } = layoutCaption({ ...CAPTION, style }, CANVAS, platform);
      const isInside =
        bounds.x >= safe.x - 0.01 &&
        bounds.y >= safe.y - 0.01 &&
        bounds.x + bounds.width <= safe.x + safe.width + 0.01 &&
        bounds.y + bounds.height <= safe.y + safe.height + 0.01;
      expect({ key, platform, isInside, overflows }).toEqual({ key, platform, isInside: true, overflows: false });
    }
  }
});

test('there are at least twenty presets, and keys and names are unique', () => {
  expect(CAPTION_PRESETS.length).toBeGreaterThanOrEqual(20);
  expect(new Set(CAPTION_PRESETS.map(({ key }) => key)).size).toBe(CAPTION_PRESETS.length);
  expect(new Set(CAPTION_PRESETS.map(({ name }) => name)).size).toBe(CAPTION_PRESETS.length);
});

test('the nine cells of the grid touch the edges of the safe zone', () => {
  const safe = safeRect(CANVAS, 'tiktok');
  const place = (cell: GridCell) =>
    layoutCaption({ ...CAPTION, text: '你好', position: { kind: 'grid', cell } }, CANVAS, 'tiktok').bounds;
  expect(place(1).x).toBeCloseTo(safe.x);
  expect(place(1).y + place(1).height).toBeCloseTo(safe.y + safe.height);
  expect(place(9).x + place(9).width).toBeCloseTo(safe.x + safe.width);
  expect(place(9).y).toBeCloseTo(safe.y);
  expect(place(5).x + place(5).width / 2).toBeCloseTo(safe.x + safe.width / 2);
});

test('a free position is the middle of the text, as far as the safe zone allows', () => {
  const [free, pushed] = [40, 99].map((yPercent) => {
    const position = { kind: 'free', xPercent: 50, yPercent } as const;
    return layoutCaption({ ...CAPTION, text: '你好', position }, CANVAS, 'shorts').bounds;
  });
  expect(free!.y + free!.height / 2).toBeCloseTo(768);
  expect(pushed!.y + pushed!.height).toBeCloseTo(1920 - 672);
});

test('the same caption on a canvas of a third the size is a third as large in every measure', () => {
  const large = layoutCaption(CAPTION, CANVAS);
  const small = layoutCaption(CAPTION, { width: 360, height: 640 });
  expect(small.bounds.width * 3).toBeCloseTo(large.bounds.width);
  expect(small.lines.map(({ baseline }) => baseline * 3)).toEqual(
    large.lines.map(({ baseline }) => expect.closeTo(baseline)),
  );
});

test('long text is set smaller before it is given up', () => {
  const long = '这款保温杯真的太好用了'.repeat(4);
  const shrunk = layoutCaption({ ...CAPTION, text: long }, CANVAS);
  expect(shrunk).toMatchObject({ overflows: false });
  expect(shrunk.shrink).toBeLessThan(1);
  expect(shrunk.lines).toHaveLength(2);
  expect(layoutCaption({ ...CAPTION, text: long.repeat(2) }, CANVAS).overflows).toBe(true);
});

test('a line is no wider than the wanted number of characters', () => {
  const { lines } = layoutCaption({ ...CAPTION, lineCharacters: 6, maxLines: 3 }, CANVAS);
  expect(lines.map(({ text }) => text)).toEqual(['这款保温杯', '只要199元，', '买2送1！']);
});

test('the layout can travel as JSON unchanged', () => {
  const layout = layoutCaption({ ...CAPTION, words: [{ text: '保温杯', startSeconds: 0, endSeconds: 1 }] }, CANVAS);
  expect(JSON.parse(JSON.stringify(layout))).toEqual(layout);
});

test('bold takes the heavier font, or thickens one that has none', () => {
  const [hei, kuaile] = (['hei', 'kuaile'] as const).map((fontId) =>
    layoutCaption({ ...CAPTION, style: { ...CAPTION.style, fontId, isBold: true } }, CANVAS),
  );
  expect(hei!.lines[0]!.runs[0]!.weight).toBe(700);
  expect(kuaile!.outlines[0]).toMatchObject({ colour: '#FFFFFF' });
});

test('spoken words are found in the written line; what was read out differently is passed over', () => {
  const words = ['这款', '保温杯', '只要', '一百九十九', '买'].map((text, i) => ({
    text,
    startSeconds: i,
    endSeconds: i + 1,
  }));
  const text = '这款保温杯，只要199元，买';
  expect(alignWords(text, words).map(({ from, to, startSeconds }) => [text.slice(from, to), startSeconds])).toEqual([
    ['这款', 0],
    ['保温杯，', 1],
    ['只要199元，', 2],
    ['买', 4],
  ]);
});

test('a word that occurs only far ahead is not taken for the next one', () => {
  const text = '今天天气真不错我们一起出门去散步吧今天见';
  const words = ['天气', '见', '不错'].map((word, i) => ({ text: word, startSeconds: i, endSeconds: i + 1 }));
  expect(alignWords(text, words).map(({ startSeconds }) => startSeconds)).toEqual([0, 2]);
});

test('a caption that covers a face is moved just far enough, inside the safe zone', () => {
  const layout = layoutCaption(CAPTION, CANVAS, 'tiktok');
  const face = { x: 300, y: layout.bounds.y - 100, width: 400, height: 200 };
  const position = clearPosition(layout, { platform: 'tiktok', keepClear: [face] })!;
  const moved = layoutCaption({ ...CAPTION, position }, CANVAS, 'tiktok');
  expect(checkCaption(CAPTION, moved, { platform: 'tiktok', keepClear: [face] })).toEqual([]);
  expect(Math.abs(moved.bounds.y - layout.bounds.y)).toBeLessThan(layout.bounds.height + 220);

  const everywhere = { x: 0, y: 0, ...CANVAS };
  expect(clearPosition(layout, { platform: 'tiktok', keepClear: [everywhere] })).toBeUndefined();
  expect(clearPosition(layout, { platform: 'tiktok', keepClear: [] })).toEqual({
    kind: 'free',
    xPercent: expect.any(Number),
    yPercent: expect.any(Number),
  });
});

test('every font shows the common characters and says what it lacks', () => {
  for (const { id } of FONTS) {
    const { glyph } = fontMetrics(id);
    const lacking = Array.from('的一是不了在人有我他这为之大来以个中上们保温杯限时优惠元').filter(
      (c) => !glyph(c.codePointAt(0)!),
    );
    expect({ id, lacking }).toEqual({ id, lacking: [] });
  }
  expect(layoutCaption({ ...CAPTION, text: '好😀用' }, CANVAS).missing).toEqual(['😀']);
});

test('the check names what a viewer would stumble over', () => {
  const kinds = (change: Partial<Caption>, keepClear = [{ x: 0, y: 0, width: 10, height: 10 }]) => {
    const caption = { ...CAPTION, ...change };
    const layout = layoutCaption(caption, CANVAS, 'none');
    return checkCaption(caption, layout, { platform: 'none', keepClear }).map(({ kind }) => kind);
  };
  expect(kinds({})).toEqual([]);
  expect(kinds({ endSeconds: 1 })).toEqual(['too-fast']);
  expect(kinds({ endSeconds: 0.4 })).toEqual(['too-short']);
  expect(kinds({ text: '好😀' })).toEqual(['missing-glyph']);
  expect(kinds({ text: '龘', style: { ...CAPTION.style, fontId: 'kuaile' } })).toEqual(['borrowed-glyph']);
  expect(kinds({}, [{ x: 400, y: 1300, width: 300, height: 100 }])).toEqual(['covers']);
  expect(kinds({ text: '很长的文字'.repeat(8), endSeconds: 20 })).toEqual(['shrunk']);
  expect(kinds({ text: '很长的文字'.repeat(40), endSeconds: 60 })).toEqual(['overflow']);
});

test('a caption placed for one platform is unsafe on another that covers more', () => {
  const layout = layoutCaption({ ...CAPTION, position: { kind: 'preset', preset: 'bottom' } }, CANVAS, 'none');
  expect(checkCaption(CAPTION, layout, { platform: 'reels' }).map(({ kind }) => kind)).toEqual(['unsafe']);
});

test('latin letters count half when reading speed is measured', () => {
  expect(readingSpeed('保温杯 ABCD！', 2)).toBe(2.5);
});

test('a narration is cut into captions at its clauses and timed by its words', () => {
  const text = '这款保温杯只要199元，今天下单还送杯套。赶紧点击下方小黄车！';
  const words = [
    { text: '这款', startSeconds: 0.1, endSeconds: 0.5 },
    { text: '今天', startSeconds: 2, endSeconds: 2.4 },
    { text: '赶紧', startSeconds: 4, endSeconds: 4.4 },
    { text: '小黄车', startSeconds: 5, endSeconds: 5.6 },
  ];
  const cues = splitCues({
    text,
    seconds: 6,
    words,
    width: 900,
    measure: (part) => textWidth(part, 'hei-bold', 64),
    maxLines: 1,
  });
  expect(cues.map(({ text: part, startSeconds, endSeconds }) => [part, startSeconds, endSeconds])).toEqual([
    ['这款保温杯只要199元，', 0.1, 2],
    ['今天下单还送杯套。', 2, 4],
    ['赶紧点击下方小黄车！', 4, 6],
  ]);
  expect(cues.map((cue) => cue.text).join('')).toBe(text);
});

test('without word times a narration is timed by its length', () => {
  const cues = splitCues({
    text: '一二三四。五六七八。',
    seconds: 4,
    width: 900,
    measure: (part) => part.length * 64,
    maxLines: 1,
  });
  expect(cues.map(({ startSeconds, endSeconds }) => [startSeconds, endSeconds])).toEqual([
    [0, 2],
    [2, 4],
  ]);
});
