import { MissingFfmpegError } from '#ffmpeg/errors.ts';
import type { Tools } from '#ffmpeg/locate.ts';
import { runProgram } from '#ffmpeg/run.ts';

/** What the engine asks of ffmpeg, by the list of ffmpeg that shows it. */
const NEEDED = {
  encoders: { libx264: 'H.264 编码', aac: 'AAC 编码', mjpeg: '封面图编码', png: '图片编码' },
  filters: {
    ass: '字幕烧录',
    xfade: '转场',
    zscale: 'HDR 转换',
    tonemap: 'HDR 转换',
    lut3d: '滤镜',
    gblur: '模糊背景',
    overlay: '贴图',
    zoompan: '图片运镜',
    ebur128: '响度测量',
    tpad: '补帧',
    ssim: '画质比较',
  },
} as const;

/** Throws, with one plain sentence, unless this ffmpeg can do everything the engine asks of it. */
export async function requireFeatures(tools: Tools): Promise<void> {
  const missing = await missingFeatures(tools);
  if (missing.length === 0) return;
  const words = missing.map(({ name, use }) => `${name}（${use}）`).join('、');
  throw new MissingFfmpegError(
    `当前的 ffmpeg 缺少：${words}，请换用完整版本`,
    missing.map(({ name }) => name),
  );
}

/** The needed encoders and filters that this ffmpeg lacks. */
export async function missingFeatures(tools: Tools): Promise<{ name: string; use: string }[]> {
  const lists = await Promise.all(
    Object.entries(NEEDED).map(async ([list, needed]) => {
      const { stdout } = await runProgram(tools.ffmpegPath, ['-hide_banner', `-${list}`], { timeLimitSeconds: 30 });
      const present = new Set([...stdout.matchAll(/^ ?[A-Z.]{2,6}\s+(\S+)/gm)].map((match) => match[1]));
      return Object.entries(needed).map(([name, use]) => ({ name, use, isPresent: present.has(name) }));
    }),
  );
  return lists
    .flat()
    .filter(({ isPresent }) => !isPresent)
    .map(({ name, use }) => ({ name, use }));
}
