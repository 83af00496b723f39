import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import {
  Engine,
  locateFfmpeg,
  plainShot,
  probe,
  readBytes,
  runFfmpeg,
  shotStarts,
  silentMix,
  variantFrames,
  type Quality,
  type Source,
  type Tools,
  type Variant,
  type VirtualMp4,
} from '@mixreel/media';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/test.ts';

test.use({ deviceScaleFactor: 1 });

const COLOURS = ['red', 'lime', 'blue', 'yellow', 'magenta', 'cyan'];

let folder: string;
let tools: Tools;
let sources: Source[];
let engine: Engine;

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mixreel-virtual-'));
  tools = await locateFfmpeg();
  sources = [];
  for (const colour of COLOURS) {
    const path = join(folder, `${colour}.mp4`);
    await runFfmpeg(tools, [
      ['-f', 'lavfi', '-i', `color=${colour}:size=108x192:rate=60:duration=2`],
      ['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000:duration=2'],
      ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac', path],
    ]);
    sources.push({ path, hash: colour, facts: await probe(tools, path) });
  }
  engine = new Engine({ tools, cacheDir: join(folder, 'cache'), cacheBytes: 2 ** 28, processes: 2 });
});

test.afterAll(() => {
  engine.close();
  rmSync(folder, { recursive: true, force: true });
});

type Kind = { fps: number; shots: number; frames: number; transition?: number; quality?: Quality };

const KINDS: [name: string, kind: Kind][] = [
  ['one shot', { fps: 25, shots: 1, frames: 50 }],
  ['hard cuts', { fps: 30, shots: 5, frames: 20 }],
  ['transitions', { fps: 30, shots: 5, frames: 30, transition: 8 }],
  ['B-frames at 24 fps', { fps: 24, shots: 4, frames: 21, quality: 'small' }],
  ['forty shots at 60 fps', { fps: 60, shots: 40, frames: 9 }],
];

for (const [name, kind] of KINDS) {
  test(`a video that was never written plays and seeks across its joins: ${name}`, async ({ page }) => {
    const variant = variantOf(kind);
    const { file, release } = await engine.open(variant);
    const { server, url, asked } = await serve(file);
    try {
      await page.goto(url);
      const seconds = variantFrames(variant) / kind.fps;
      const { duration, width } = await load(page);
      expect(width).toBe(108);
      expect(duration).toBeCloseTo(seconds, 1);

      const [moments, wanted] = momentsOf(variant, kind);
      expect(await coloursAt(page, moments, kind.fps)).toEqual(wanted);
      // Backwards too: what lies before has to be found again.
      expect(await coloursAt(page, moments.toReversed(), kind.fps)).toEqual(wanted.toReversed());

      const { frames, endedAt, stalls, error } = await play(page);
      expect(error).toBeNull();
      expect(endedAt).toBeCloseTo(seconds, 1);
      expect(stalls).toBe(0);
      expect(frames).toBeGreaterThan(variantFrames(variant) * 0.9);
      expect(new Set(asked)).toEqual(new Set(['bytes']));
    } finally {
      server.close();
      server.closeAllConnections();
      release();
    }
  });
}

function variantOf({ fps, shots, frames, transition = 0, quality = 'standard' }: Kind): Variant {
  const cuts = Array.from({ length: shots }, (_, i) => ({
    shot: plainShot({ source: sources[i % sources.length]!, startSeconds: 0.2, frames }),
    transition: transition > 0 ? { kind: 'fade' as const, frames: transition } : null,
  }));
  const shape = { canvas: { width: 108, height: 192, fps }, cuts };
  const starts = shotStarts(shape);
  const ambience = cuts.map(({ shot }, i) => ({
    source: shot.source,
    startSeconds: 0.2,
    speed: 1,
    fromSeconds: starts[i]!,
    toSeconds: starts[i]! + frames / fps,
    volume: 1,
  }));
  const sound = { ...silentMix(variantFrames(shape) / fps), ambience };
  return { ...shape, quality, sound, tags: {} };
}

/** The middle of the last whole frame before each join and of the first after it, with the colours planned there. */
function momentsOf(variant: Variant, { fps, frames, transition = 0 }: Kind): [moments: number[], colours: string[]] {
  const moments: number[] = [];
  const colours: string[] = [];
  for (const [i, start] of shotStarts(variant).entries()) {
    const isFirst = i === 0;
    const isLast = i === variant.cuts.length - 1;
    const first = Math.round(start * fps) + (isFirst ? 0 : transition);
    const last = Math.round(start * fps) + frames - 1 - (isLast ? 0 : transition);
    for (const frame of [first, last]) {
      moments.push((frame + 0.5) / fps);
      colours.push(COLOURS[i % COLOURS.length]!);
    }
  }
  return [moments, colours];
}

/** Serves the page and the video, the latter in ranges straight from the pieces. */
async function serve(file: VirtualMp4): Promise<{ server: Server; url: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    if (request.url !== '/video.mp4') {
      response.setHeader('content-type', 'text/html');
      response.end('<!doctype html><video muted playsinline></video><canvas width="8" height="8"></canvas>');
      return;
    }
    const [unit, from = '', to = ''] = (request.headers.range ?? '').split(/[=-]/);
    asked.push(unit ?? '');
    const [start, end] = [Number(from), to ? Number(to) + 1 : file.size];
    response.writeHead(206, {
      'content-type': 'video/mp4',
      'accept-ranges': 'bytes',
      'content-length': end - start,
      'content-range': `bytes ${start}-${end - 1}/${file.size}`,
    });
    // A player that seeks drops the answer it no longer wants.
    pipeline(readBytes(file, start, end), response).catch(() => {});
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, asked };
}

function load(page: Page): Promise<{ duration: number; width: number }> {
  return page.evaluate(async () => {
    const video = document.querySelector('video')!;
    video.src = '/video.mp4';
    // The frame on the screen is known by its time; before the first there is none.
    video.dataset['shown'] = '-1';
    const note: VideoFrameRequestCallback = (_now, { mediaTime }) => {
      video.dataset['shown'] = String(mediaTime);
      video.requestVideoFrameCallback(note);
    };
    video.requestVideoFrameCallback(note);
    await new Promise((done, fail) => {
      video.addEventListener('loadeddata', done, { once: true });
      video.addEventListener('error', () => fail(new Error(video.error?.message)), { once: true });
    });
    return { duration: video.duration, width: video.videoWidth };
  });
}

/** Seeks to each moment, the middle of a frame, and names the colour that is shown there. */
function coloursAt(page: Page, moments: number[], fps: number): Promise<string[]> {
  return page.evaluate(
    async ([times, rate]) => {
      const video = document.querySelector('video')!;
      const brush = document.querySelector('canvas')!.getContext('2d', { willReadFrequently: true })!;
      const names = ['black', 'blue', 'lime', 'cyan', 'red', 'magenta', 'yellow', 'white'];
      const seen: string[] = [];
      for (const time of times) {
        video.currentTime = time;
        await new Promise((done) => video.addEventListener('seeked', done, { once: true }));
        // A seek has ended before its frame is on the screen.
        while (Math.abs(Number(video.dataset['shown']) + 0.5 / rate - time) > 0.25 / rate) {
          await new Promise((done) => requestAnimationFrame(done));
        }
        brush.drawImage(video, 0, 0, 8, 8);
        const [r = 0, g = 0, b = 0] = brush.getImageData(4, 4, 1, 1).data;
        seen.push(names[Number(r > 127) * 4 + Number(g > 127) * 2 + Number(b > 127)] ?? '');
      }
      return seen;
    },
    [moments, fps] as const,
  );
}

/** Plays it from the front to the end. */
function play(page: Page): Promise<{ frames: number; endedAt: number; stalls: number; error: string | null }> {
  return page.evaluate(async () => {
    const video = document.querySelector('video')!;
    video.currentTime = 0;
    await new Promise((done) => video.addEventListener('seeked', done, { once: true }));
    const before = video.getVideoPlaybackQuality().totalVideoFrames;
    let stalls = 0;
    video.addEventListener('stalled', () => (stalls += 1));
    const over = new Promise((done) => {
      video.addEventListener('ended', done, { once: true });
      video.addEventListener('error', done, { once: true });
    });
    await video.play();
    await over;
    const frames = video.getVideoPlaybackQuality().totalVideoFrames - before;
    return { frames, endedAt: video.currentTime, stalls, error: video.error?.message ?? null };
  });
}
