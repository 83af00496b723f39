import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runFfmpeg, type Args, type Tools } from '@mixreel/media';
import { turnFilm } from '@mixreel/media/testing';

/** Footage as phones give it: upright and lying, four frame rates, one in HEVC, some of variable rate, some turned. */
type Take = { isUpright: boolean; fps: string; isHevc?: boolean; isVariable?: boolean; isTurned?: boolean };

const UP = { isUpright: true };
const FLAT = { isUpright: false };

/** Five shots of four clips each. */
const TAKES: Take[][] = [
  [
    { ...UP, fps: '30000/1001' },
    { ...FLAT, fps: '30' },
    { ...FLAT, fps: '24000/1001' },
    { ...UP, fps: '60' },
  ],
  [
    { ...UP, fps: '30' },
    { ...FLAT, fps: '25' },
    { ...FLAT, fps: '60' },
    { ...FLAT, fps: '24000/1001' },
  ],
  [
    { ...UP, fps: '30', isHevc: true },
    { ...UP, fps: '30', isVariable: true },
    { ...FLAT, fps: '30' },
    { ...UP, fps: '24' },
  ],
  [
    { ...UP, fps: '60', isTurned: true },
    { ...FLAT, fps: '25' },
    { ...UP, fps: '24000/1001' },
    { ...FLAT, fps: '30' },
  ],
  [
    { ...FLAT, fps: '30' },
    { ...UP, fps: '60' },
    { ...UP, fps: '30', isTurned: true },
    { ...UP, fps: '24000/1001' },
  ],
];

/** Seconds of each clip, of which three are used. */
export const CLIP_SECONDS = 7;

/** Makes the footage that does not exist yet; answers the paths by shot and clip, the narrations and the music. */
export async function benchSources(tools: Tools, folder: string) {
  mkdirSync(folder, { recursive: true });
  const clips: string[][] = [];
  for (const [s, takes] of TAKES.entries()) {
    const row: string[] = [];
    for (const [c, take] of takes.entries()) {
      const path = await made(tools, folder, 'mp4', takeArgs(take, s * 4 + c));
      // Phones store upright films lying, with a note to turn them.
      const turned = `${path}.turned.mp4`;
      if (take.isTurned && !existsSync(turned)) writeFileSync(turned, turnFilm(readFileSync(path), -90));
      row.push(take.isTurned ? turned : path);
    }
    clips.push(row);
  }
  const narrations: string[] = [];
  for (let i = 0; i < TAKES.length; i += 1) narrations.push(await made(tools, folder, 'wav', narrationArgs(i)));
  const music = await made(tools, folder, 'mp3', musicArgs());
  return { clips, narrations, music };
}

async function made(tools: Tools, folder: string, extension: string, args: Args): Promise<string> {
  const name = createHash('sha256').update(JSON.stringify(args)).digest('hex').slice(0, 16);
  const path = join(folder, `${name}.${extension}`);
  if (existsSync(path)) return path;
  const half = join(folder, `half-${name}.${extension}`);
  await runFfmpeg(tools, [...args, [half]]);
  renameSync(half, path);
  rmSync(half, { force: true });
  return path;
}

/** A detailed picture filmed by hand: drift and shake over a fractal, with the noise of a sensor. */
function takeArgs({ isUpright, fps, isHevc, isVariable, isTurned }: Take, seed: number): Args {
  const [width, height] = isUpright ? [1080, 1920] : [1920, 1080];
  const scene = `mandelbrot=size=1280x1280:rate=1:start_scale=${(2.2 / (1 + seed * 2)).toFixed(3)}:start_x=-0.7436:start_y=0.1318:maxiter=${300 + seed * 40}`;
  const large = Math.round(Math.max(width, height) * 1.3);
  const drift = (speed: number, phase: number) =>
    `(1+0.7*sin(${speed}*t+${seed + phase})+0.04*sin(5.1*t)+0.03*sin(9.7*t+${phase}))/2`;
  const filters = [
    `loop=loop=-1:size=1`,
    // The scene's own clock ticks once a second; without a finer one all its frames would share a moment.
    'settb=1/90000',
    `setpts=N/(${fps})/TB`,
    `scale=${large}:${large}:flags=bicubic`,
    `hue=h=${seed * 37}:s=0.8`,
    `crop=${width}:${height}:x='(iw-ow)*${drift(0.5, 0)}':y='(ih-oh)*${drift(0.4, 2)}'`,
    'noise=c0s=8:c0f=t+u:c1s=4:c1f=t+u:c2s=4:c2f=t+u',
    ...(isVariable ? ["select='not(eq(mod(n*7,11),3)+eq(mod(n,17),5))'"] : []),
    ...(isTurned ? ['transpose=cclock'] : []),
    'format=yuv420p',
  ];
  const rate = fps === '60' ? '22M' : '14M';
  const encoder = isHevc
    ? [
        '-c:v',
        'libx265',
        '-preset',
        'ultrafast',
        '-b:v',
        '9M',
        '-tag:v',
        'hvc1',
        '-x265-params',
        'keyint=30:log-level=error',
      ]
    : [
        '-c:v',
        'libx264',
        '-preset',
        'veryfast',
        '-b:v',
        rate,
        '-maxrate',
        rate,
        '-bufsize',
        rate,
        '-g',
        fps === '60' ? 60 : 30,
      ];
  return [
    ['-f', 'lavfi', '-i', scene],
    ['-f', 'lavfi', '-i', `anoisesrc=color=brown:sample_rate=48000:amplitude=0.05:seed=${seed}`],
    ['-vf', filters.join(',')],
    // Without a clock of its own the encoder counts in the seconds of the scene, and keeps one frame of each.
    [
      '-t',
      CLIP_SECONDS,
      ...(isVariable ? ['-fps_mode', 'vfr', '-enc_time_base', '1:90000'] : ['-fps_mode', 'cfr', '-r', fps]),
    ],
    encoder,
    ['-c:a', 'aac', '-b:a', '128k', '-ac', 2],
  ];
}

/** Two and a half seconds of something that comes and goes like words. */
function narrationArgs(i: number): Args {
  const voice = `sine=frequency=${160 + 30 * i}:sample_rate=48000:duration=2.5,tremolo=f=4:d=0.9,volume=4`;
  return [
    ['-f', 'lavfi', '-i', voice],
    ['-ac', 1],
  ];
}

function musicArgs(): Args {
  const chords = 'aevalsrc=0.2*sin(2*PI*220*t)+0.2*sin(2*PI*277*t)+0.2*sin(2*PI*330*t)*sin(PI*t):s=44100:d=40';
  return [
    ['-f', 'lavfi', '-i', chords],
    ['-ac', 2, '-c:a', 'libmp3lame', '-b:a', '192k'],
  ];
}
