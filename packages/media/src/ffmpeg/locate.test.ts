import { chmodSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { missingFeatures, requireFeatures } from '#ffmpeg/features.ts';
import { knownOf } from '#ffmpeg/known-programs.ts';
import { locateFfmpeg } from '#ffmpeg/locate.ts';
import { testFolder } from '#testing/folder.ts';
import { tools } from '#testing/footage.ts';

test('a configured path comes before the package', async () => {
  const ffmpegPath = fakeProgram('echo "ffmpeg version 6.1 Copyright"');
  expect(await locateFfmpeg({ ffmpegPath })).toMatchObject({ ffmpegPath, major: 6 });
});

test('a configured path that is not there is refused by name', async () => {
  await expect(locateFfmpeg({ ffmpegPath: '/nowhere/ffmpeg' })).rejects.toThrow(
    '配置的 ffmpeg 路径不存在：/nowhere/ffmpeg',
  );
});

test('an ffmpeg too old is refused', async () => {
  const ffmpegPath = fakeProgram('echo "ffmpeg version 4.4.2 Copyright"');
  await expect(locateFfmpeg({ ffmpegPath })).rejects.toThrow('ffmpeg 版本过旧（4），需要 5.1 或更新');
});

test('a program is asked for its version once, and again when it is another one', async () => {
  const folder = testFolder();
  const path = fakeProgram('echo 1');
  let asked = 0;
  const ask = async () => `version ${(asked += 1)}`;
  expect(await knownOf(path, 'version', ask, folder)).toBe('version 1');
  expect(await knownOf(path, 'version', ask, folder)).toBe('version 1');
  writeFileSync(path, '#!/bin/sh\necho another\n');
  expect(await knownOf(path, 'version', ask, folder)).toBe('version 2');
});

// Only where it is the package's own: the system's is not ours to change.
const isPackaged = tools.ffprobePath.includes('node_modules');
test.runIf(isPackaged)('the packaged program is made executable when the install left it plain', async () => {
  chmodSync(tools.ffprobePath, 0o644);
  const { ffprobePath } = await locateFfmpeg();
  expect(statSync(ffprobePath).mode & 0o100).toBe(0o100);
});

test('this ffmpeg has everything the engine asks for', async () => {
  expect(await missingFeatures(tools)).toEqual([]);
});

test('what an ffmpeg lacks is said in one sentence', async () => {
  const ffmpegPath = fakeProgram('[ "$2" = -filters ] && echo " TS xfade  VV->V  x" || echo " V....D libx264  x"');
  await expect(requireFeatures({ ...tools, ffmpegPath })).rejects.toThrow(
    /^当前的 ffmpeg 缺少：aac（AAC 编码）、.*ass（字幕烧录）.*，请换用完整版本$/,
  );
});

function fakeProgram(script: string): string {
  const path = join(testFolder(), 'ffmpeg');
  writeFileSync(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return path;
}
