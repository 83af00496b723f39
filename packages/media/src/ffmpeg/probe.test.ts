import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { probe } from '#ffmpeg/probe.ts';
import { testFolder } from '#testing/folder.ts';
import { footage, testFootage, tools, turnedFootage } from '#testing/footage.ts';

test('the facts of a plain film', async () => {
  const facts = await probe(tools, await testFootage({ seconds: 2 }), { countFrames: true });
  expect(facts).toMatchObject({
    isStill: false,
    seconds: expect.closeTo(2, 1),
    video: {
      codec: 'h264',
      width: 96,
      height: 54,
      rotation: 0,
      fps: 30,
      isVariableRate: false,
      frames: 60,
      isFrameCountReal: true,
      hdr: 'none',
      bitDepth: 8,
    },
    audio: [{ codec: 'aac', sampleRate: 48_000, channels: 2 }],
  });
});

test('rotation and pixel shape count in the size that is shown', async () => {
  const plain = await testFootage();
  for (const [turn, rotation] of [
    [-90, 90],
    [90, 270],
    [180, 180],
  ] as const) {
    const turned = await turnedFootage(plain, turn);
    const [width, height] = rotation === 180 ? [96, 54] : [54, 96];
    expect((await probe(tools, turned)).video).toMatchObject({
      rotation,
      width,
      height,
      codedWidth: 96,
      codedHeight: 54,
    });
  }
  const wide = await testFootage({ filters: 'setsar=4/3' });
  expect((await probe(tools, wide)).video).toMatchObject({ width: 128, height: 54, pixelAspect: 4 / 3 });
});

test('a photo taken upright is known by its EXIF note', async () => {
  const flat = readFileSync(
    await footage('jpg', [
      ['-f', 'lavfi', '-i', 'testsrc2=size=80x60'],
      ['-frames:v', 1],
    ]),
  );
  // A minimal EXIF block: one tag, orientation 6, "turn clockwise to view".
  const exif = Buffer.from('ffe1002245786966000049492a0008000000010012010300010000000600000000000000', 'hex');
  const photo = join(testFolder(), 'photo.jpg');
  writeFileSync(photo, Buffer.concat([flat.subarray(0, 2), exif, flat.subarray(2)]));
  expect(await probe(tools, photo)).toMatchObject({
    isStill: true,
    seconds: 0,
    video: { rotation: 90, width: 60, height: 80, frames: 1 },
  });
});

test('a variable frame rate is told from a constant one', async () => {
  const variable = await testFootage({ filters: "select='not(eq(mod(n*7,11),3))'", args: [['-fps_mode', 'vfr']] });
  expect((await probe(tools, variable)).video!.isVariableRate).toBe(true);
});

test('several sound tracks are listed in order, a cover picture is no film', async () => {
  const two = await footage('mkv', [
    ['-i', await testFootage()],
    ['-f', 'lavfi', '-i', 'sine=duration=3'],
    ['-map', '0:v', '-map', '0:a', '-map', '1:a', '-metadata:s:a:1', 'language=chi', '-c:v', 'copy'],
  ]);
  expect((await probe(tools, two)).audio).toMatchObject([{ channels: 2 }, { channels: 1, language: 'chi' }]);

  const picture = await footage('png', [
    ['-f', 'lavfi', '-i', 'testsrc2=size=80x60'],
    ['-frames:v', 1],
  ]);
  const song = await footage('mp3', [
    ['-f', 'lavfi', '-i', 'sine=duration=1', '-i', picture],
    ['-map', '0', '-map', '1', '-c:v', 'copy', '-disposition:v', 'attached_pic'],
  ]);
  expect((await probe(tools, song)).video).toBeNull();
});
