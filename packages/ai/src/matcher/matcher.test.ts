import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createAi } from '#ai.ts';
import { findMatcher } from '#matcher/find-matcher.ts';
import { loadMatcher } from '#matcher/load-matcher.ts';
import { matchLikelihood } from '#matcher/match.ts';
import { openShelf } from '#packs/shelf.ts';
import { writeTinyMatcher } from '#testing/tiny-matcher.ts';
import { likeness } from '#vision/pixels.ts';
import type { RawPicture } from '#vision/sight.ts';

async function folderOf(change: (folder: string) => Promise<unknown> = async () => undefined): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mixreel-clip-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeTinyMatcher(folder);
  await change(folder);
  return folder;
}

function aiWith(clipFolder: string) {
  const ai = createAi({ shelf: openShelf({ dir: clipFolder, registry: '' }), threads: 1, clipFolder });
  onTestFinished(() => ai.close());
  return ai;
}

function plain(red: number, green: number, blue: number): RawPicture {
  const data = Uint8Array.from({ length: 64 * 36 * 3 }, (_, n) => [red, green, blue][n % 3]!);
  return { data, width: 64, height: 36 };
}

test("an administrator's own model tells which sentence a picture shows, and that it shows no other", async () => {
  const ai = aiWith(await folderOf());
  const [red, blue] = await ai.matchPictures([plain(255, 0, 0), plain(0, 0, 255)]);
  const [asked] = await ai.matchTexts(['红色的汽车']);
  const likely = (picture: typeof red) =>
    matchLikelihood(likeness(asked!.vector, picture!.vector), { scale: asked!.scale, ground: picture!.ground });
  expect(likely(red)).toBeGreaterThan(0.9);
  expect(likely(blue)).toBeLessThan(0.01);
});

test('what is no such model is refused with what is wrong, and never asked again', async () => {
  const wrongs: [RegExp, (folder: string) => Promise<unknown>][] = [
    [/缺少 vision_model\.onnx/, (folder) => rm(join(folder, 'vision_model.onnx'))],
    [/text_model\.onnx 打不开/, (folder) => writeFile(join(folder, 'text_model.onnx'), 'no network')],
    [/tokenizer\.json 不是 JSON/, (folder) => writeFile(join(folder, 'tokenizer.json'), '<html>')],
    [/scale 应当在/, (folder) => writeFile(join(folder, 'clip.json'), '{"scale":"100"}')],
    [/vision_model\.onnx 算不出来/, (folder) => writeFile(join(folder, 'clip.json'), '{"side":64}')],
  ];
  for (const [message, change] of wrongs) {
    const folder = await folderOf(change);
    await expect(loadMatcher(folder, 1)).rejects.toMatchObject({ kind: 'bad-model', message });
  }
  const ai = aiWith(await folderOf(wrongs[0]![1]));
  expect(ai.matcher()).not.toBeNull();
  await expect(ai.matchTexts(['红'])).rejects.toMatchObject({ kind: 'bad-model', message: wrongs[0]![0] });
  expect(ai.matcher()).toBeNull();
});

test('another model has another name, the same one the same on every machine', async () => {
  const [one, same] = [await folderOf(), await folderOf()];
  const other = await folderOf((folder) => writeFile(join(folder, 'clip.json'), '{"scale":30}'));
  expect(findMatcher(one)).toBe(findMatcher(same));
  expect(findMatcher(other)).not.toBe(findMatcher(one));
  expect(findMatcher(join(one, 'nothing'))).toBeNull();
});
