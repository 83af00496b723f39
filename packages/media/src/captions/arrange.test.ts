import { expect, test } from 'vitest';
import { arrange, type Scene } from '#captions/arrange.ts';
import { layoutCaption } from '#captions/layout.ts';
import type { CaptionPosition, GridCell } from '#captions/position.ts';
import { CAPTION_PRESETS } from '#captions/presets.ts';
import { contains, overlaps } from '#captions/rects.ts';
import { type Platform, type Rect, SAFE_ZONES, safeRect } from '#captions/safe-zones.ts';
import { DEFAULT_AI_MARK, layoutAiMark } from '#labels/mark.ts';

const PORTRAIT = { width: 1080, height: 1920 };
const CANVASES = [
  PORTRAIT,
  { width: 1920, height: 1080 },
  { width: 1080, height: 1080 },
  { width: 1080, height: 1350 },
  { width: 1080, height: 1440 },
];
const { style: STYLE } = CAPTION_PRESETS[0]!;
const TITLES = ['夏日新品', '一整个夏天都离不开的冰镇西瓜汁，今天开箱给你看', '很长很长的标题'.repeat(8).slice(0, 60)];

type Wish = {
  title?: string;
  caption?: string;
  at?: CaptionPosition;
  cell?: GridCell;
  logo?: Rect;
  platform?: Platform;
};

function sceneOf(canvas: { width: number; height: number }, wish: Wish): Scene {
  const { title, caption, cell = 7, logo, platform = 'douyin' } = wish;
  const words = (text: string, position: CaptionPosition, size: number) =>
    layoutCaption(
      { text, style: { ...STYLE, size }, position, startSeconds: 0, endSeconds: 3, maxLines: 3 },
      canvas,
      platform,
    );
  return {
    canvas,
    platform,
    pictures: logo ? [{ bounds: logo }] : [],
    title: title ? words(title, { kind: 'preset', preset: 'top' }, 84) : null,
    captions: caption ? [words(caption, wish.at ?? { kind: 'preset', preset: 'lower' }, 64)] : [],
    mark: layoutAiMark({ ...DEFAULT_AI_MARK, position: { kind: 'grid', cell }, platform }, canvas) ?? null,
  };
}

function boundsOf({ pictures, title, captions, mark }: Scene): Rect[] {
  return [...pictures, ...(title ? [title] : []), ...captions, ...(mark ? [mark] : [])].map(({ bounds }) => bounds);
}

test('title, captions, logo and notice lie apart and in sight: all ratios, platforms, corners and lengths', () => {
  const bad: unknown[] = [];
  for (const canvas of CANVASES) {
    for (const { platform } of SAFE_ZONES) {
      for (const title of TITLES) {
        for (const cell of [1, 3, 7, 9] as GridCell[]) {
          const logo = { x: 0.06 * canvas.width, y: 0.06 * canvas.height, width: 170, height: 120 };
          const at: CaptionPosition = { kind: 'preset', preset: cell > 3 ? 'top' : 'bottom' };
          const scene = arrange(
            sceneOf(canvas, { title, caption: '这款保温杯只要199元，买2送1！', at, cell, logo, platform }),
          );
          const all = boundsOf(scene);
          const isApart = all.every((one, n) => all.slice(n + 1).every((other) => !overlaps(one, other)));
          const isSeen = all.every((one) => contains(safeRect(canvas, platform), one));
          const isFine = isApart && isSeen && scene.overlaps.length === 0;
          if (!isFine) bad.push({ canvas, platform, title, cell, isApart, isSeen });
        }
      }
    }
  }
  // A wide picture is low: of three lines of title, two of captions, a logo and the notice, something has to give there.
  expect(bad.filter((one) => (one as { title: string }).title !== TITLES[2])).toEqual([]);
  expect(bad.every((one) => (one as { canvas: { width: number } }).canvas.width === 1920)).toBe(true);
});

test('what lies apart already stays where it was asked for', () => {
  const scene = sceneOf(PORTRAIT, { caption: '买2送1', logo: { x: 700, y: 600, width: 200, height: 100 } });
  const arranged = arrange(scene);
  expect(arranged.captions[0]).toBe(scene.captions[0]);
  expect(arranged.mark).toBe(scene.mark);
  expect(arranged.pictures).toEqual(scene.pictures);
});

test('the notice keeps to the corner that was asked for, just below the title', () => {
  const { title, mark } = arrange(sceneOf(PORTRAIT, { title: TITLES[1]!, caption: '买2送1' }));
  expect(mark!.bounds.x).toBe(safeRect(PORTRAIT, 'douyin').x);
  expect(mark!.bounds.y).toBeCloseTo(title!.bounds.y + title!.bounds.height + 16);
  expect(mark!.lines[0]!.ink.height).toBeGreaterThanOrEqual(0.05 * 1080);
});

test('captions of a shot move together, and only for what shows at the same time', () => {
  const scene = sceneOf(PORTRAIT, { title: TITLES[1]!, caption: '买2送1', at: { kind: 'preset', preset: 'top' } });
  const [first] = scene.captions;
  const later = { ...first!, startSeconds: 10, endSeconds: 12 };
  const both = arrange({ ...scene, captions: [first!, later] });
  expect(both.captions[0]!.bounds.y).toBe(both.captions[1]!.bounds.y);
  expect(both.captions[0]!.bounds.y).toBeGreaterThan(first!.bounds.y);
  expect(arrange({ ...scene, captions: [later] }).captions[0]).toBe(later);
});

test('a frame around the picture is nothing to keep away from', () => {
  const logo = { x: 0, y: 0, width: 1080, height: 1920 };
  const scene = sceneOf(PORTRAIT, { title: TITLES[0]!, logo });
  const arranged = arrange(scene);
  expect(arranged.pictures).toEqual(scene.pictures);
  expect(arranged.title).toBe(scene.title);
  expect(arranged.overlaps).toEqual([]);
});

test('where there is no room the notice stays, and it is said what lies on what', () => {
  const scene = sceneOf(
    { width: 480, height: 270 },
    { title: TITLES[2]!, caption: '字幕'.repeat(40), platform: 'none' },
  );
  const big = { ...scene.captions[0]!, bounds: safeRect(scene.canvas, 'none') };
  const { mark, overlaps: found } = arrange({ ...scene, captions: [big] });
  expect(mark).not.toBeNull();
  expect(found.map(({ kinds }) => kinds.join(' '))).toEqual(['title caption', 'caption ai_mark']);
});
