import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError, type BoxStep } from '@mixreel/contract';
import { runFfmpeg } from '@mixreel/media';
import sharp from 'sharp';
import { askModel, packProblem } from '#features/ai/refusal.ts';
import type { Output, RunTool, Work } from './box-tool.ts';
import { AUDIO, BARE, labelArgs, LIMIT_S, plainOf, standardOf, VIDEO } from './film-tools.ts';
import { opened } from './other-material.ts';

const LONGEST_SECONDS = 60;
const FPS_MOST = 30;
/** The edge is found at this size and drawn at that of the film. */
const MASK_SIDE = 512;
/** How much of the last mask is kept: edges that tremble are worse than edges that lag by a third of a frame. */
const STEADY = 0.3;
const COLOURS: Record<string, string> = { white: '0xFFFFFF', black: '0x000000', green: '0x00B140' };

type Size = { width: number; height: number };

/** Whether the picture that a step was given is seen in what comes of it. */
export function showsPicture({ tool, options }: BoxStep): boolean {
  return tool === 'person_bg' && options['ground'] === 'picture';
}

/** Somebody in front of another background, frame by frame. */
export const personBackground: RunTool<{ ground: string; picture: string }> = {
  problem: async ({ shelf }) => packProblem(() => shelf.folderOf('cut-out')),
  async run(work) {
    const { context, facts, options } = work;
    const { video } = facts;
    if (!video) throw new AppError('invalid', '这个素材没有画面，请换一个视频');
    if (facts.seconds > LONGEST_SECONDS) {
      throw new AppError('invalid', `逐帧抠图很费时间，一次最多 ${LONGEST_SECONDS} 秒，请先剪短`);
    }
    if (options.ground === 'picture' && options.picture === '') throw new AppError('invalid', '请选择背景图片');
    const fps = Number(Math.min(FPS_MOST, video.fps || 25).toFixed(3));
    const scale = Math.min(1, MASK_SIDE / Math.max(video.width, video.height));
    const size = { width: even(video.width * scale), height: even(video.height * scale) };
    const masks = await maskAll(work, fps, size);
    if (options.ground !== 'picture') return compose(work, { fps, size, masks, picture: null });
    return opened(context, options.picture, '背景', (picture) => compose(work, { fps, size, masks, picture }));
  },
};

function even(side: number): number {
  return Math.max(2, 2 * Math.round(side / 2));
}

/** What belongs to the person in every frame: one file of grey pictures. */
async function maskAll(work: Work<{ ground: string; picture: string }>, fps: number, size: Size): Promise<string> {
  const { context, path, facts, folder, onProgress } = work;
  const { ai, tools, signal } = context;
  const [raw, masks] = [join(folder, 'frames.rgb'), join(folder, 'masks.gray')];
  const look = `fps=${fps},scale=${size.width}:${size.height}:flags=area,format=rgb24`;
  await runFfmpeg(tools, [['-i', path, '-map', '0:V:0', '-vf', look, '-f', 'rawvideo', raw]], { signal });
  const out = await open(masks, 'w');
  const frameBytes = size.width * size.height * 3;
  const total = Math.max(1, Math.round(facts.seconds * fps));
  let [done, seen] = [0, false];
  let last: Uint8Array | null = null;
  try {
    let rest = Buffer.alloc(0);
    for await (const chunk of createReadStream(raw, { highWaterMark: frameBytes })) {
      rest = Buffer.concat([rest, chunk as Buffer]);
      while (rest.length >= frameBytes) {
        const data = new Uint8Array(rest.subarray(0, frameBytes));
        rest = Buffer.from(rest.subarray(frameBytes));
        const mask = (await askModel(() => ai.cutOut({ ...size, data }, { subject: 'person', signal }))).data;
        const steady: Uint8Array = last
          ? mask.map((value, n) => Math.round((1 - STEADY) * value + STEADY * last![n]!))
          : Uint8Array.from(mask);
        seen ||= steady.some((value) => value > 127);
        last = steady;
        await out.write(steady);
        done += 1;
        onProgress(Math.min(0.85, (0.85 * done) / total));
      }
    }
  } finally {
    await out.close();
  }
  if (!seen) throw new AppError('invalid', '整段里没有找到清楚的人物，请换一段人物清楚的视频');
  return masks;
}

type Ground = { fps: number; size: Size; masks: string; picture: string | null };

async function compose(
  work: Work<{ ground: string; picture: string }>,
  { fps, size, masks, picture }: Ground,
): Promise<Output[]> {
  const { context, path, facts, label, options, folder } = work;
  const video = facts.video!;
  const [width, height] = [2 * Math.floor(video.width / 2), 2 * Math.floor(video.height / 2)];
  const out = join(folder, 'out.mp4');
  const still = join(folder, 'ground.png');
  if (picture) {
    await sharp(picture, { limitInputPixels: 100e6 })
      .rotate()
      .resize(width, height, { fit: 'cover' })
      .flatten({ background: '#ffffff' })
      .png()
      .toFile(still);
  }
  const plain = [...plainOf(facts), `fps=${fps},crop=${width}:${height}:0:0`, ...standardOf(facts), 'format=yuv420p'];
  const film = `[0:V:0]${plain.join(',')}`;
  const ground = picture
    ? `${film}[own];[2:v]fps=${fps},format=yuv420p[ground]`
    : options.ground === 'blur'
      ? `${film},split[own][far];[far]gblur=sigma=${Math.round(height / 45)}[ground]`
      : `${film}[own];color=c=${COLOURS[options.ground] ?? COLOURS['white']}:s=${width}x${height}:r=${fps},format=yuv420p[ground]`;
  const graph = [
    ground,
    `[1:v]scale=${width}:${height}:flags=bicubic,format=gray[mask]`,
    '[own][mask]alphamerge[person]',
    '[ground][person]overlay=format=yuv420:shortest=1,format=yuv420p[out]',
  ].join(';');
  await runFfmpeg(
    context.tools,
    [
      ['-i', path],
      ['-f', 'rawvideo', '-pix_fmt', 'gray', '-s', `${size.width}x${size.height}`, '-framerate', fps, '-i', masks],
      picture ? ['-loop', 1, '-framerate', fps, '-i', still] : [],
      ['-filter_complex', graph, '-map', '[out]'],
      facts.audio.length > 0 ? ['-map', '0:a:0', ...AUDIO] : [],
      [...VIDEO, ...BARE],
      ...labelArgs(label),
      [out],
    ],
    { signal: context.signal, folder, timeLimitSeconds: LIMIT_S },
  );
  return [{ path: out, suffix: '-换背景.mp4' }];
}
