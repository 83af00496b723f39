import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ALL_SIDES } from '#depth/project.ts';
import { fitPath, renderDepth, type DepthScene } from '#depth/render-depth.ts';
import { probe } from '#ffmpeg/probe.ts';
import { runFfmpeg, runProgram } from '#ffmpeg/run.ts';
import { testFolder } from '#testing/folder.ts';
import { tools } from '#testing/footage.ts';

const CANVAS = { width: 160, height: 160, fps: 30 };
const FRAMES = 12;

/** A square of a colour in the middle of nothing, or of grey. */
async function draw(path: string, side: number, colour: string, ground: string): Promise<void> {
  const at = Math.round(side / 2 - 10);
  await runFfmpeg(tools, [
    ['-f', 'lavfi', '-i', `color=${colour}:s=20x20,format=rgba,pad=${side}:${side}:${at}:${at}:color=${ground}`],
    ['-frames:v', 1, '-update', 1, path],
  ]);
}

/** Where the middle of what is bright in a plane is, in each frame. */
async function middles(path: string, plane: 'u' | 'v'): Promise<number[]> {
  const raw: Buffer[] = [];
  await runProgram(
    tools.ffmpegPath,
    ['-v', 'error', '-i', path, '-vf', `extractplanes=${plane},format=gray`, '-f', 'rawvideo', 'pipe:1'],
    { stdout: (chunk: Buffer) => raw.push(chunk) },
  );
  const bytes = Buffer.concat(raw);
  const side = CANVAS.width / 2;
  return Array.from({ length: FRAMES }, (_, frame) => {
    let [sum, weight] = [0, 0];
    for (let at = 0; at < side * side; at += 1) {
      const value = Math.max(0, bytes[frame * side * side + at]! - 150);
      sum += value * (at % side);
      weight += value;
    }
    return (2 * sum) / weight;
  });
}

test('a camera that goes to the right sees what is near go to the left, further than what is behind', async () => {
  const folder = testFolder();
  const [back, near] = [join(folder, 'back.png'), join(folder, 'near.png')];
  const cut = { depth: 0.5, sides: [] };
  const move = { type: 'simple', config: { horizontal: 10 } } as const;
  const { path, zoom } = fitPath(CANVAS, [{ depth: 1, sides: ALL_SIDES }, cut], { move, ease: 'steady' });
  const side = 2 * Math.round((CANVAS.width * zoom) / 2);
  await draw(back, side, 'blue', 'gray');
  await draw(near, side, 'red', 'gray@0');
  const scene: DepthScene = {
    layers: [
      { path: back, depth: 1, sides: ALL_SIDES },
      { path: near, ...cut },
    ],
    zoom,
    canvas: CANVAS,
    frames: FRAMES,
    path,
  };
  const shift = async (name: string, plane: 'u' | 'v', one: DepthScene) => {
    const file = join(folder, name);
    await renderDepth(tools, one, file);
    expect(await probe(tools, file)).toMatchObject({ video: { width: 160, height: 160, frames: FRAMES } });
    const found = await middles(file, plane);
    // A walk, not a jump: each step is as long as the others, to half a pixel.
    const step = (found.at(-1)! - found[0]!) / (FRAMES - 1);
    for (const [n, place] of found.entries()) expect(Math.abs(place - (found[0]! + n * step))).toBeLessThan(0.5);
    return found.at(-1)! - found[0]!;
  };
  const near_shift = await shift('near.mp4', 'v', scene);
  const back_shift = await shift('back.mp4', 'u', { ...scene, layers: [scene.layers[0]] });
  expect(back_shift).toBeCloseTo(-0.12 * path.strength * CANVAS.height * zoom, 0);
  expect(near_shift / back_shift).toBeCloseTo(2, 1);
});
