import { execFile } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '../support/test.ts';

test('the browser of the tests plays H.264 with AAC', async ({ page }) => {
  const video = await makeVideo();
  await page.goto('/login');
  const played = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.codePointAt(0) ?? 0);
    const element = document.createElement('video');
    element.muted = true;
    element.src = URL.createObjectURL(new Blob([bytes], { type: 'video/mp4' }));
    document.body.append(element);
    await element.play();
    await new Promise((ended) => element.addEventListener('ended', ended, { once: true }));
    return {
      at: element.currentTime,
      width: element.videoWidth,
      frames: element.getVideoPlaybackQuality().totalVideoFrames,
    };
  }, video.toString('base64'));
  expect(played.width).toBe(108);
  expect(played.at).toBeCloseTo(2, 0);
  expect(played.frames).toBeGreaterThan(20);
});

async function makeVideo(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'mixreel-video-'));
  const file = join(folder, 'two-seconds.mp4');
  try {
    const args = [
      '-v error -f lavfi -i testsrc=size=108x192:rate=30:duration=2 -f lavfi -i sine=frequency=440:duration=2',
      '-c:v libx264 -pix_fmt yuv420p -c:a aac -movflags +faststart',
    ]
      .join(' ')
      .split(' ')
      .concat(file);
    await promisify(execFile)(ffmpeg(), args);
    return await readFile(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function ffmpeg(): string {
  const configured = process.env['FFMPEG_PATH'];
  if (configured) return configured;
  try {
    const name = `@backendsuraj/offline-ffmpeg-${process.platform}-${process.arch}/package.json`;
    const path = join(dirname(createRequire(import.meta.url).resolve(name)), 'bin', 'ffmpeg');
    chmodSync(path, 0o755);
    return path;
  } catch {
    return 'ffmpeg';
  }
}
