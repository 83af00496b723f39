import { FfmpegError } from '#ffmpeg/errors.ts';
import { runProgram } from '#ffmpeg/run.ts';
import { tools } from '#testing/footage.ts';

/** One packet of a track, in seconds. */
export type Packet = { pts: number; dts: number; seconds: number; isKeyframe: boolean };

/** The packets of a track, in the order of the file. */
export async function packets(path: string, track: 'v' | 'a'): Promise<Packet[]> {
  return (await allPackets(path))[track];
}

/** The packets of both tracks. */
export async function allPackets(path: string): Promise<{ v: Packet[]; a: Packet[] }> {
  const entries = 'packet=codec_type,pts_time,dts_time,duration_time,flags';
  const { stdout } = await runProgram(tools.ffprobePath, [
    '-v',
    'error',
    '-show_entries',
    entries,
    '-of',
    'json',
    '-i',
    path,
  ]);
  const { packets: raw = [] } = JSON.parse(stdout) as { packets?: Record<string, string>[] };
  const of = (type: string) =>
    raw
      .filter((packet) => packet['codec_type'] === type)
      .map((packet) => ({
        pts: Number(packet['pts_time']),
        dts: Number(packet['dts_time']),
        seconds: Number(packet['duration_time']),
        isKeyframe: packet['flags']!.includes('K'),
      }));
  return { v: of('video'), a: of('audio') };
}

/** Decodes everything and answers what ffmpeg complained about: '' for a sound file. */
export async function complaints(path: string): Promise<string> {
  const args = ['-v', 'warning', '-xerror', '-nostdin', '-i', path, '-f', 'null', '-'];
  return runProgram(tools.ffmpegPath, args).then(
    ({ stderr }) => stderr.trim(),
    (error: unknown) => (error instanceof FfmpegError ? error.details : String(error)),
  );
}

/** How alike two videos are, 0 to 1. */
export async function ssim(path: string, reference: string): Promise<number> {
  const graph = '[0:v]settb=1/1000,setpts=N[a];[1:v]settb=1/1000,setpts=N[b];[a][b]ssim';
  const args = ['-v', 'info', '-nostdin', '-i', path, '-i', reference, '-filter_complex', graph, '-f', 'null', '-'];
  const { stderr } = await runProgram(tools.ffmpegPath, args);
  return Number(/All:([\d.]+)/.exec(stderr)?.[1] ?? 0);
}

/** The frames of a video as RGB bytes, `width * height * 3` each. */
export async function frames(path: string, { width, height }: { width: number; height: number }): Promise<Buffer[]> {
  const chunks: Buffer[] = [];
  // The quick conversion of some processors is three values off.
  const exact = 'scale=flags=bicubic+accurate_rnd+full_chroma_int';
  const args = ['-v', 'error', '-nostdin', '-i', path, '-vf', exact, '-f', 'rawvideo', '-pix_fmt', 'rgb24', 'pipe:4'];
  await runProgram(tools.ffmpegPath, args, { pipes: [(chunk) => chunks.push(chunk)] });
  const whole = Buffer.concat(chunks);
  const size = width * height * 3;
  return Array.from({ length: whole.length / size }, (_, i) => whole.subarray(i * size, (i + 1) * size));
}

/** The colour of one pixel. */
export function pixel(frame: Buffer, width: number, x: number, y: number): [number, number, number] {
  const at = (y * width + x) * 3;
  return [frame[at]!, frame[at + 1]!, frame[at + 2]!];
}

/** The sound of a file as mono 48 kHz samples, as a player hears it: edit lists applied. */
export async function listen(path: string): Promise<Float32Array> {
  const chunks: Buffer[] = [];
  const args = [
    '-v',
    'error',
    '-nostdin',
    '-i',
    path,
    '-map',
    '0:a:0',
    '-ac',
    '1',
    '-ar',
    '48000',
    '-f',
    'f32le',
    'pipe:4',
  ];
  await runProgram(tools.ffmpegPath, args, { pipes: [(chunk) => chunks.push(chunk)] });
  const whole = Buffer.concat(chunks);
  return new Float32Array(whole.buffer.slice(whole.byteOffset, whole.byteOffset + whole.length));
}
