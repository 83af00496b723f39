import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fontPath, type MediaFacts, probe, runFfmpeg, type Tools } from '@mixreel/media';

/** Text that is put on real footage: where, when, how. */
export type Put = {
  name: string;
  text: string;
  style: 'outlined' | 'yellow' | 'faint';
  /** Its middle in fractions of the picture, as words of ffmpeg with the time `t`. */
  x: string;
  y: number;
  from: number;
  to: number;
  isMoving?: boolean;
};
export type Clip = {
  name: string;
  ground: Ground;
  args: (string | number)[];
  filters: string;
  frames: number;
  fps: number;
  puts: Put[];
};
export type MadeClip = {
  clip: Clip;
  size: { width: number; height: number };
  letters: number;
  path: string;
  facts: MediaFacts;
  plain: Buffer;
  texted: Buffer;
};

type Cut = { fps: number; frames: number; height: number; from: string; still: Partial<Put> };

const LINES: Record<Put['style'], string> = {
  outlined: '限时优惠 买一送一',
  yellow: '今天下单立减三十',
  faint: '@小店好物 欢迎选购',
};
const ROLLING = '滚动的活动公告';
/** Pixels a second. */
export const ROLLING_SPEED = 170;
const LOSSLESS = ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', 0, '-pix_fmt', 'yuv420p'];
const STYLES: Record<Put['style'], string> = {
  outlined: 'fontcolor=white:borderw=2:bordercolor=black',
  yellow: 'fontcolor=0xffd400:borderw=1:bordercolor=0x402000',
  faint: 'fontcolor=white@0.7:borderw=0',
};

/** The clip without and with its text, as frames and as a file. */
export async function makeClip(tools: Tools, clip: Clip, folder: string): Promise<MadeClip> {
  const [bare, path] = [join(folder, `${clip.name}.mp4`), join(folder, `${clip.name}-text.mp4`)];
  const cut = ['-frames:v', clip.frames, '-an', '-r', clip.fps];
  await runFfmpeg(tools, [[...clip.args, '-vf', clip.filters, ...cut, ...LOSSLESS, bare]]);
  const { video } = await probe(tools, bare);
  const size = { width: video!.width, height: video!.height };
  const letters = Math.round(size.height / 13);
  const font = fontPath('hei-bold');
  const drawn = clip.puts.map(
    ({ text, style, x, y, from, to }) =>
      `drawtext=fontfile=${font}:text='${text}':fontsize=${letters}:${STYLES[style]}:x='${x}':y=h*${y}:enable='between(t,${from},${to})'`,
  );
  await runFfmpeg(tools, [['-i', bare, '-vf', drawn.join(','), ...LOSSLESS, path]], { reads: [font] });
  const [plain, texted] = [await frames(tools, bare), await frames(tools, path)];
  return { clip, size, letters, path, facts: await probe(tools, path), plain, texted };
}

export async function frames(tools: Tools, path: string): Promise<Buffer> {
  const raw = `${path}.yuv`;
  await runFfmpeg(tools, [['-i', path, '-f', 'rawvideo', '-pix_fmt', 'yuv420p', raw]]);
  return readFileSync(raw);
}

type Ground = 'plain' | 'textured' | 'moving';

/**
 * Real footage; without the folder there is nothing to measure. Each style of text is put on a plain ground, a textured one and
 * one that moves, a line that stays and above it one that rolls by.
 */
export function clipsOf(media: string): Clip[] {
  const photo = (name: string) => ['-f', 'image2', '-loop', 1, '-framerate', 12.5, '-i', join(media, 'photos', name)];
  const film = (name: string) => ['-i', join(media, name)];
  const clip = (
    name: string,
    ground: Ground,
    args: Clip['args'],
    style: Put['style'],
    more: Partial<Cut> = {},
  ): Clip => {
    const {
      fps = 12.5,
      frames: count = 28,
      from = `setpts=PTS-STARTPTS,fps=${fps},scale=384:${more.height ?? 216}`,
    } = more;
    const still = {
      name: 'still',
      text: LINES[style],
      style,
      x: '(w-text_w)/2',
      y: 0.78,
      from: 0,
      to: 9,
      ...more.still,
    };
    const rolling = {
      name: 'rolling',
      text: ROLLING,
      style,
      x: `w-${ROLLING_SPEED}*t`,
      y: 0.1,
      from: 0,
      to: count / fps,
    };
    const puts = [still, { ...rolling, isMoving: true }];
    return { name: `${ground} ${name}`, ground, args, filters: from, frames: count, fps, puts };
  };
  return [
    clip('table', 'plain', film('bottle-detection.mp4'), 'outlined'),
    clip('wall', 'plain', film('head-pose-face-detection-female.mp4'), 'yellow', { fps: 12, frames: 22 }),
    clip('belt', 'plain', film('fruit-and-vegetable-detection.mp4'), 'faint'),
    clip('street', 'textured', film('person-bicycle-car-detection.mp4'), 'outlined', { fps: 12 }),
    clip('shirt', 'textured', film('eat.mkv'), 'yellow', { fps: 15, frames: 22, height: 288 }),
    clip('room', 'textured', film('classroom.mp4'), 'faint', { fps: 15 }),
    clip('walk', 'moving', film('walk.mkv'), 'outlined', { height: 288, still: { from: 0.6, to: 1.7 } }),
    clip('cars', 'moving', film('car-detection.mp4'), 'yellow', { still: { from: 0.5, to: 1.8 } }),
    clip('pan', 'moving', photo('kodak-09.jpg'), 'faint', {
      from: "scale=768:512,crop=384:256:x='20+n*5':y='60+n*1.5'",
    }),
  ];
}
