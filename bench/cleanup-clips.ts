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

const LOSSLESS = ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', 0, '-pix_fmt', 'yuv420p'];
const STYLES: Record<Put['style'], string> = {
  outlined: 'fontcolor=white:borderw=3:bordercolor=black',
  yellow: 'fontcolor=0xffd400:borderw=2:bordercolor=0x402000',
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

/** Real footage; without the folder there is nothing to measure. */
export function clipsOf(media: string): Clip[] {
  const photo = (name: string) => ['-f', 'image2', '-loop', 1, '-framerate', 25, '-i', join(media, 'photos', name)];
  const film = (name: string) => ['-i', join(media, name)];
  const middle = '(w-text_w)/2';
  const put = (text: string, style: Put['style'], from: number, to: number, more: Partial<Put> = {}): Put => {
    return { name: text, text, style, x: middle, y: 0.8, from, to, ...more };
  };
  return [
    {
      name: 'pan',
      args: photo('kodak-09.jpg'),
      filters: "scale=960:640,crop=480:320:x='40+n*2.6':y='60+n*0.8'",
      frames: 60,
      fps: 25,
      puts: [put('限时优惠 买一送一', 'outlined', 0, 9), put('@小店好物', 'faint', 0, 9, { x: 'w*0.72', y: 0.06 })],
    },
    {
      name: 'pan-fast',
      args: photo('kodak-15.jpg'),
      filters: "scale=960:640,crop=480:320:x='20+n*5.5':y=120",
      frames: 60,
      fps: 25,
      puts: [put('今天下单立减三十', 'yellow', 0, 9)],
    },
    {
      name: 'walk',
      args: film('walk.mkv'),
      filters: 'setpts=PTS-STARTPTS,fps=25,scale=480:360',
      frames: 60,
      fps: 25,
      puts: [put('新品上市 欢迎选购', 'outlined', 0.6, 1.7)],
    },
    {
      name: 'cars',
      args: film('car-detection.mp4'),
      filters: 'setpts=PTS-STARTPTS,fps=12.5,scale=512:288',
      frames: 50,
      fps: 12.5,
      puts: [
        put('每一天都在路上', 'yellow', 1, 2.8),
        put('滚动的活动公告', 'outlined', 0.5, 3.5, { x: 'w-120*t', y: 0.1, isMoving: true }),
      ],
    },
    {
      name: 'bottles',
      args: film('bottle-detection.mp4'),
      filters: 'setpts=PTS-STARTPTS,fps=25,scale=512:288',
      frames: 60,
      fps: 25,
      puts: [put('清爽一夏 第二件半价', 'outlined', 0, 9)],
    },
    {
      name: 'eat',
      args: film('eat.mkv'),
      filters: 'setpts=PTS-STARTPTS,fps=25,scale=480:360',
      frames: 40,
      fps: 25,
      puts: [put('真的很好吃', 'yellow', 0, 9)],
    },
  ];
}
