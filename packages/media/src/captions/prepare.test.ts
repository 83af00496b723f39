import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { linkFonts } from '#captions/font-folder.ts';
import { fontMetrics } from '#captions/fonts.ts';
import { layoutCaption } from '#captions/layout.ts';
import { prepareCaptions } from '#captions/prepare.ts';
import { findPreset } from '#captions/presets.ts';
import { missingCharacters } from '#captions/typeset.ts';
import { DEFAULT_AI_MARK, layoutAiMark } from '#labels/mark.ts';
import { testFolder } from '#testing/folder.ts';

const CANVAS = { width: 1080, height: 1920 };

test('captions and the AI mark go into one document with exactly the fonts they use', async () => {
  const caption = layoutCaption(
    {
      text: '买二送一',
      style: findPreset('happy')!.style,
      position: { kind: 'preset', preset: 'lower' },
      startSeconds: 0.25,
      endSeconds: 61.5,
    },
    CANVAS,
  );
  const prepared = await prepareCaptions([caption, layoutAiMark(DEFAULT_AI_MARK, CANVAS)!]);
  const fontsDir = await linkFonts(prepared!.fontIds, testFolder());
  expect(readdirSync(fontsDir).toSorted()).toEqual(['NotoSansSC_700Bold.ttf', 'ZCOOLKuaiLe_400Regular.ttf']);
  expect(prepared!.ass).toContain('Dialogue: 1,0:00:00.25,0:01:01.50,Default,,0,0,0,,{\\an5\\pos(540,');
  expect(prepared!.ass).toContain('AI生成');

  const again = await prepareCaptions([caption]);
  expect(again!.fontsHash).not.toBe(prepared!.fontsHash);
});

test('nothing to show needs no document', async () => {
  const empty = layoutCaption(
    {
      text: ' ',
      style: findPreset('classic')!.style,
      position: { kind: 'grid', cell: 5 },
      startSeconds: 0,
      endSeconds: 1,
    },
    CANVAS,
  );
  expect(await prepareCaptions([empty])).toBeNull();
  expect(await prepareCaptions([])).toBeNull();
});

test('every character of GB 2312 can be shown in every font, if need be by the fallback', () => {
  const decoder = new TextDecoder('gb18030');
  const cells = Array.from({ length: 94 * 94 }, (_, i) => Uint8Array.of(0xa1 + Math.floor(i / 94), 0xa1 + (i % 94)));
  const characters = cells
    .slice(15 * 94, 87 * 94)
    .map((bytes) => decoder.decode(bytes))
    .filter((character) => /^\p{Script=Han}$/u.test(character));
  expect(characters.length).toBeGreaterThanOrEqual(6763);
  expect(missingCharacters(characters.join(''), 'zhimang')).toEqual([]);
  expect(fontMetrics('hei').characters).toBeGreaterThan(20_000);
});
