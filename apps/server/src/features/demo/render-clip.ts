import { join } from 'node:path';
import { fontPath, type FontId, FONTS, runFfmpeg, type Args, type Tools } from '@mixreel/media';

/** A drawing that moves: where its middle is, as fractions of the picture, at time `t` of `d` seconds. */
export type Layer = {
  svg: string;
  x?: string;
  y?: string;
  /** 0 stays with the far, 1 moves with the camera. */ depth?: number;
};

/** Words in the picture; `from` is when they come, in seconds. */
export type Words = {
  text: string;
  size: number;
  x?: string;
  y: string;
  colour: string;
  box?: string;
  font?: FontId;
  from?: number;
};

/** One drawn shot. */
export type Scene = {
  seconds: number;
  layers: Layer[];
  words?: Words[];
  /** How far the camera goes in the whole time, in fractions of the picture, and how much nearer it comes. */
  camera?: { x?: number; y?: number; zoom?: number };
};

/** A film of drawn shots, with an expression that makes its sound. */
export type Clip = { width: number; height: number; fps: number; scenes: Scene[]; sound?: string };

type Work = { folder: string; signal: AbortSignal };

/** A layer as it was drawn: only the part that has something on it, and where that lies in the whole. */
type Drawn = Layer & { path: string; left: number; top: number };

/** Draws each layer once and lets ffmpeg move them. */
export async function renderClip(tools: Tools, clip: Clip, path: string, { folder, signal }: Work): Promise<void> {
  const inputs: Args = [];
  const chains: string[] = [];
  for (const [n, scene] of clip.scenes.entries()) {
    const drawn: Drawn[] = [];
    for (const [l, layer] of scene.layers.entries()) {
      drawn.push(await drawLayer(clip, layer, join(folder, `scene-${n}-${l}.png`)));
    }
    chains.push(sceneChain(clip, scene, { n, first: inputs.length, drawn }));
    inputs.push(...drawn.map((layer) => ['-i', layer.path]));
  }
  const seconds = clip.scenes.reduce((sum, scene) => sum + scene.seconds, 0);
  const sound = clip.sound ?? '0.02*(random(0)-0.5)';
  inputs.push(['-f', 'lavfi', '-t', seconds, '-i', `aevalsrc='${sound}|${sound}':s=48000`]);
  const joined = clip.scenes.map((_, n) => `[scene${n}]`).join('');
  await runFfmpeg(
    tools,
    [
      ...inputs,
      ['-filter_complex', `${chains.join(';')};${joined}concat=n=${clip.scenes.length}:v=1:a=0,format=yuv420p[film]`],
      ['-map', '[film]', '-map', `${inputs.length - 1}:a`],
      ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', 21, '-colorspace', 'bt709', '-color_range', 'tv'],
      ['-c:a', 'aac', '-b:a', '128k', '-movflags', '+faststart', '-t', seconds, '-f', 'mp4', path],
    ],
    { signal, reads: FONTS.map(({ id }) => fontPath(id)) },
  );
}

/** A still picture of one scene, without movement. */
export async function renderPicture(clip: Clip, path: string): Promise<void> {
  const { width, height } = clip;
  const middle = (layer: Layer) => `<g transform="translate(${width / 2} ${height / 2})">${layer.svg}</g>`;
  const { default: sharp } = await import('sharp');
  const drawn = clip.scenes[0]?.layers.map(middle).join('') ?? '';
  await sharp(svgOf(width, height, drawn))
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 90 })
    .toFile(path);
}

/** How much larger than the picture a layer is drawn, so that a moving camera never sees its edge. */
const ROOM = 1.5;

async function drawLayer({ width, height }: Clip, layer: Layer, path: string): Promise<Drawn> {
  // Loaded when something is drawn: it takes memory that a server without examples has no use for.
  const { default: sharp } = await import('sharp');
  const [w, h] = [even(width * ROOM), even(height * ROOM)];
  const whole = svgOf(w, h, `<g transform="translate(${w / 2} ${h / 2})">${layer.svg}</g>`);
  const info = await sharp(await sharp(whole).png({ compressionLevel: 0 }).toBuffer())
    .trim({ background: '#00000000', threshold: 0 })
    .png({ compressionLevel: 1 })
    .toFile(path);
  return { ...layer, path, left: -(info.trimOffsetLeft ?? 0) - w / 2, top: -(info.trimOffsetTop ?? 0) - h / 2 };
}

function svgOf(width: number, height: number, drawn: string): Buffer {
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${drawn}</svg>`);
}

function sceneChain(
  { width, height, fps }: Clip,
  { seconds, words = [], camera = {} }: Scene,
  { n, first, drawn }: { n: number; first: number; drawn: Drawn[] },
): string {
  const { x: panX = 0, y: panY = 0, zoom = 0 } = camera;
  const eased = `(0.5-0.5*cos(PI*min(1,t/${seconds})))`;
  const steps = [`color=c=white:s=${width}x${height}:r=${fps}:d=${seconds},format=yuv420p[base${n}_0]`];
  for (const [l, { x = '0', y = '0', depth = 0.5, left, top }] of drawn.entries()) {
    const place = (side: 'W' | 'H', from: number, own: string, pan: number) =>
      `'${side}/2+${from}+${side}*((${own.replace(/\bd\b/g, String(seconds))})-${pan * depth}*(${eased}-0.5))'`;
    steps.push(
      // Read and converted once, then shown again for every frame.
      `[${first + l}:v]format=yuva420p,loop=loop=-1:size=1:start=0,setpts=N/(${fps}*TB),trim=duration=${seconds}[layer${n}_${l}]`,
      `[base${n}_${l}][layer${n}_${l}]overlay=x=${place('W', left, x, panX)}:y=${place('H', top, y, panY)}:eval=frame:shortest=1[base${n}_${l + 1}]`,
    );
  }
  const nearer =
    zoom === 0
      ? ''
      : `,scale=w='2*trunc(iw*(1+${zoom}*${eased})/2)':h=-2:eval=frame:flags=fast_bilinear,crop=${width}:${height}`;
  steps.push(`[base${n}_${drawn.length}]setsar=1${nearer}${words.map(wordsFilter).join('')}[scene${n}]`);
  return steps.join(';');
}

function wordsFilter({ text, size, x = '(w-tw)/2', y, colour, box, font = 'hei-black', from = 0 }: Words): string {
  const come = `clip((t-${from})/0.35,0,1)`;
  const options = [
    `fontfile='${fontPath(font).replaceAll('\\', '/').replaceAll(':', '\\:')}'`,
    `text='${text.replace(/[:%\\]/g, '\\$&')}'`,
    `fontsize=${size}`,
    `fontcolor=${colour}`,
    `x='${x}'`,
    `y='${y}+(1-${come})*40'`,
    `alpha='${come}'`,
    ...(box ? [`box=1:boxcolor=${box}:boxborderw=${Math.round(size * 0.35)}`] : []),
  ];
  return `,drawtext=${options.join(':')}`;
}

function even(value: number): number {
  return 2 * Math.round(value / 2);
}
