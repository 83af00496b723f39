import { existsSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Tools } from '#ffmpeg/locate.ts';
import { runFfmpeg, type Args } from '#ffmpeg/run.ts';

const SIZE = '540x960';
const CLIP_SECONDS = 3;
const SHOTS = [
  { name: '开场', caption: '一份脚本，十条不同的视频', colours: ['0xff6b6b', '0xfeca57', '0xff9ff3'] },
  { name: '卖点', caption: '每个镜头只编码一次', colours: ['0x54a0ff', '0x00d2d3', '0x5f27cd'] },
  { name: '细节', caption: '其余全靠拼接，几毫秒一条', colours: ['0x1dd1a1', '0x10ac84', '0xc8d6e5'] },
  { name: '结尾', caption: '改一句字幕，再运行一次试试', colours: ['0xee5253', '0x341f97', '0xff9f43'] },
];

/** Makes footage and a plan for it in `folder`, what is there already excepted; answers the path of the plan. */
export async function makeDemo(
  tools: Tools,
  folder: string,
  { signal, onFile }: { signal: AbortSignal; onFile: (done: number, all: number) => void },
): Promise<string> {
  await mkdir(folder, { recursive: true });
  const files = [
    ...SHOTS.flatMap(({ colours }, s) =>
      colours.map((colour, c) => ({ name: clipName(s, c), args: clipArgs(colour, s, s * 3 + c) })),
    ),
    { name: 'music.m4a', args: MUSIC },
  ];
  for (const [i, { name, args }] of files.entries()) {
    const path = join(folder, name);
    if (!existsSync(path)) {
      const half = join(folder, `half-${name}`);
      await runFfmpeg(tools, [...args, [half]], { signal });
      await rename(half, path);
    }
    onFile(i + 1, files.length);
  }
  const plan = join(folder, 'plan.json');
  if (!existsSync(plan)) await writeFile(plan, `${JSON.stringify(demoPlan(), null, 2)}\n`);
  return plan;
}

function demoPlan() {
  const [width, height] = SIZE.split('x').map(Number);
  return {
    count: 10,
    canvas: { width, height, fps: 30 },
    captions: { preset: 'classic', position: 'lower' },
    music: { file: 'music.m4a', volume: 0.6 },
    shots: SHOTS.map(({ name, caption, colours }, s) => ({
      name,
      caption,
      seconds: 2,
      clips: colours.map((_, c) => ({ file: clipName(s, c), start: 0.5 })),
    })),
  };
}

function clipName(shot: number, clip: number): string {
  return `shot${shot + 1}-clip${clip + 1}.mp4`;
}

/**
 * Four kinds of moving pictures in changing colours, so that one sees at a glance which clip a video took. Drawn small
 * and enlarged: at full size drawing them would take longer than everything else.
 */
function clipArgs(colour: string, kind: number, seed: number): Args {
  const smooth = `scale=${SIZE.replace('x', ':')}:flags=bicubic`;
  const scenes = [
    `gradients=s=135x240:r=30:c0=${colour}:c1=0x222f3e:c2=white:n=3:seed=${seed}:speed=0.03,${smooth}`,
    `mandelbrot=s=90x160:rate=30:start_scale=${1 / (1 + seed)}:end_scale=${0.2 / (1 + seed)},colorize=hue=${(seed * 47) % 360}:saturation=0.6:lightness=0.5,${smooth}`,
    `life=s=135x240:r=30:mold=20:ratio=0.2:seed=${seed}:death_color=0x222f3e:life_color=${colour}:mold_color=0x576574,${smooth.replace('bicubic', 'neighbor')}`,
    `gradients=s=135x240:r=30:c0=${colour}:c1=black:type=spiral:n=2:seed=${seed}:speed=0.02,${smooth}`,
  ];
  return [
    ['-f', 'lavfi', '-i', scenes[kind]!],
    ['-t', CLIP_SECONDS, '-vf', 'format=yuv420p'],
    ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', 18, '-g', 15],
  ];
}

const MUSIC: Args = [
  [
    '-f',
    'lavfi',
    '-i',
    "aevalsrc='0.15*sin(2*PI*t*(220+55*mod(floor(t*2),4)))*exp(-3*mod(t,0.5))+0.1*sin(2*PI*110*t)*exp(-2*mod(t,1))':s=48000:d=16",
  ],
  ['-c:a', 'aac', '-b:a', '128k', '-ac', 2],
];
