import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { writeAss } from '#captions/ass.ts';
import { linkFonts } from '#captions/font-folder.ts';
import { SAFE_ZONES, safeRect } from '#captions/safe-zones.ts';
import { filter } from '#ffmpeg/filter.ts';
import { aigcArgs, aigcLabel, aigcText, aigcXmp, inheritAigc, readAigc, readAigcXmp } from '#labels/aigc.ts';
import { DEFAULT_AI_MARK, checkAiMark, layoutAiMark } from '#labels/mark.ts';
import { testFolder } from '#testing/folder.ts';
import { tools } from '#testing/footage.ts';

const run = promisify(execFile);
const LABEL = aigcLabel({ producer: '001191000000MA0000000X10000', contentId: 'v-1' });

test.each([
  { width: 1080, height: 1920 },
  { width: 1920, height: 1080 },
  { width: 540, height: 540 },
])('on $width × $height every letter of the mark is burned at least 5 % of the shorter side high', async (canvas) => {
  const layout = layoutAiMark(DEFAULT_AI_MARK, canvas)!;
  const heights = await letterHeights({ ...layout, boxes: [] });
  expect(heights.length).toBeGreaterThanOrEqual(4);
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(0.05 * Math.min(canvas.width, canvas.height));
});

test('the mark stays clear of the interface of every platform', () => {
  const canvas = { width: 1080, height: 1920 };
  for (const { platform } of SAFE_ZONES) {
    const { bounds, overflows, shrink } = layoutAiMark({ ...DEFAULT_AI_MARK, platform }, canvas)!;
    const safe = safeRect(canvas, platform);
    expect({ platform, overflows, shrink, x: bounds.x >= safe.x - 0.01, y: bounds.y >= safe.y - 0.01 }).toEqual({
      platform,
      overflows: false,
      shrink: 1,
      x: true,
      y: true,
    });
  }
});

test('the mark runs on into the next shot when the first is too short, and not beyond', () => {
  const canvas = { width: 1080, height: 1920 };
  const times = [
    { fromSeconds: 0, seconds: 1 },
    { fromSeconds: 1, seconds: 4 },
    { fromSeconds: 5, seconds: 3 },
  ].map((stretch) => layoutAiMark(DEFAULT_AI_MARK, canvas, stretch)?.endSeconds);
  expect(times).toEqual([1, 1.5, undefined]);
});

test('a mark that says too little or is gone too soon is refused', () => {
  expect(checkAiMark({ text: '人工智能合成', seconds: 2 })).toEqual([]);
  expect(checkAiMark({ text: 'AI', seconds: 2 })).toHaveLength(1);
  expect(checkAiMark({ text: '生成', seconds: 1 })).toHaveLength(2);
  expect(() => layoutAiMark({ ...DEFAULT_AI_MARK, seconds: 1 }, { width: 90, height: 160 })).toThrow('至少 2 秒');
});

test('the label has exactly the seven fields of the standard, in order', () => {
  expect(aigcText(LABEL)).toBe(
    '{"Label":"1","ContentProducer":"001191000000MA0000000X10000","ProduceID":"v-1","ReservedCode1":"","ContentPropagator":"","PropagateID":"","ReservedCode2":""}',
  );
  expect(() => aigcLabel({ producer: ' ', contentId: 'v-1' })).toThrow('请先在设置里填写');
});

test('the label can be read back from an MP4', async () => {
  const path = join(testFolder(), 'a.mp4');
  const source = ['-f', 'lavfi', '-i', 'color=size=16x16:duration=0.1', '-c:v', 'libx264'];
  await run(tools.ffmpegPath, ['-v', 'error', ...source, ...aigcArgs(LABEL).flat(), path]);
  const { stdout } = await run(tools.ffprobePath, [
    '-v',
    'error',
    '-show_entries',
    'format_tags=AIGC',
    '-of',
    'json',
    path,
  ]);
  expect(readAigc(JSON.parse(stdout).format.tags.AIGC)).toEqual(LABEL);
});

test('the label can be read back from XMP, whatever the producer is called', () => {
  const label = aigcLabel({ producer: 'A & B <"引号">', contentId: '1' });
  expect(readAigcXmp(aigcXmp(label))).toEqual(label);
  expect(readAigcXmp('<x:xmpmeta/>')).toBeUndefined();
});

test('labels of others are read generously: wrapped, incomplete, or with a number', () => {
  expect(readAigc('{"AIGC":{"Label":2,"ContentProducer":"x"}}')).toMatchObject({
    Label: '2',
    ContentProducer: 'x',
    ProduceID: '',
  });
  expect(readAigc('{"Label":"9"}')).toMatchObject({ Label: '3' });
  expect([readAigc('not json'), readAigc('[]'), readAigc('{}'), readAigc('null')]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test('a cut from AI clips stays AI content, as surely as its surest source', () => {
  expect(inheritAigc([undefined, undefined], LABEL)).toBeUndefined();
  expect(inheritAigc([undefined, { ...LABEL, Label: '3' }, { ...LABEL, Label: '2' }], LABEL)).toEqual({
    ...LABEL,
    Label: '2',
  });
});

/** Heights in pixels of the connected columns of bright pixels: one for each letter. */
async function letterHeights(layout: NonNullable<ReturnType<typeof layoutAiMark>>): Promise<number[]> {
  const { width, height } = layout.canvas;
  const folder = testFolder();
  const { text, fontIds } = writeAss(layout.canvas, [layout]);
  writeFileSync(join(folder, 'mark.ass'), text);
  const fontsDir = await linkFonts(fontIds, folder);
  const graph = `${filter('ass', { filename: join(folder, 'mark.ass'), fontsdir: fontsDir })},format=gray`;
  const input = ['-f', 'lavfi', '-i', `color=black:s=${width}x${height}:d=0.1,format=gbrp`];
  const { stdout } = await run(
    tools.ffmpegPath,
    ['-v', 'error', ...input, '-vf', graph, '-frames:v', '1', '-f', 'rawvideo', '-'],
    { encoding: 'buffer', maxBuffer: width * height * 2 },
  );

  const heights: number[] = [];
  let [top, bottom] = [Infinity, -Infinity];
  for (let x = 0; x <= width; x++) {
    const rows = Array.from({ length: height }, (_, y) => y).filter((y) => x < width && stdout[y * width + x]! > 128);
    if (rows.length > 0) {
      top = Math.min(top, rows[0]!);
      bottom = Math.max(bottom, rows.at(-1)! + 1);
    } else if (bottom > top) {
      heights.push(bottom - top);
      [top, bottom] = [Infinity, -Infinity];
    }
  }
  return heights;
}
