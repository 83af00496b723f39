import { accessSync, chmodSync, constants, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import { giveUpConfinement, readConfinement } from '#ffmpeg/confine.ts';
import { PROGRAM_ENV } from '#ffmpeg/environment.ts';
import { MissingFfmpegError } from '#ffmpeg/errors.ts';
import { knownOf } from '#ffmpeg/known-programs.ts';
import { learnLibraries } from '#ffmpeg/libraries.ts';
import { runProgram } from '#ffmpeg/run.ts';

/** The programs the engine starts, and how it starts them. */
export type Tools = {
  ffmpegPath: string;
  ffprobePath: string;
  /** What ffmpeg calls its version, such as "n8.0.1". */
  version: string;
  /** Its first number, 8 for "n8.0.1". */
  major: number;
  /** Priority of the started processes: 0 like ours, 19 the lowest. */
  niceness: number;
};

/** Where to look first, and how politely to run. */
export type LocateOptions = { ffmpegPath?: string; ffprobePath?: string; niceness?: number };

const OLDEST_MAJOR = 5;

/** Finds ffmpeg and ffprobe: the configured path, else the npm package, else the system's. */
export async function locateFfmpeg(options: LocateOptions = {}): Promise<Tools> {
  const ffmpegPath = locate('ffmpeg', options.ffmpegPath);
  const ffprobePath = locate('ffprobe', options.ffprobePath);
  const [words] = await Promise.all([
    versionOf('ffmpeg', ffmpegPath, !options.ffmpegPath),
    versionOf('ffprobe', ffprobePath, !options.ffprobePath),
  ]);
  const version = /^ffmpeg version (\S+)/.exec(words)?.[1] ?? 'unknown';
  // Builds from git call themselves "N-12345-g…": they are newer than any release we refuse.
  const major = Number(/^n?(\d+)\./.exec(version)?.[1] ?? 99);
  if (major < OLDEST_MAJOR) {
    throw new MissingFfmpegError(`ffmpeg 版本过旧（${major}），需要 ${OLDEST_MAJOR}.1 或更新`, ['ffmpeg']);
  }
  return { ffmpegPath, ffprobePath, version, major, niceness: options.niceness ?? 0 };
}

/** A program that somebody named may be exchanged while they try; others are asked once. */
async function versionOf(program: string, path: string, isOurs: boolean): Promise<string> {
  const run = async () => (await runProgram(path, ['-version'], { timeLimitSeconds: 30 })).stdout;
  const ask = async () => {
    const isConfined = (await readConfinement()) !== null;
    return run().catch((error: unknown) => {
      // Its libraries may lie where a confined program does not look.
      if (!isConfined) throw error;
      giveUpConfinement();
      return run();
    });
  };
  try {
    const words = await (isOurs ? knownOf(path, 'version', ask) : ask());
    if (isOurs) await learnLibraries(path);
    return words;
  } catch (cause) {
    const sentence = isAbsolute(path)
      ? `${program} 无法启动：${path}`
      : `找不到 ${program}：请运行 npm install，或安装系统 ffmpeg，或设置它的路径`;
    throw new MissingFfmpegError(sentence, [program], { cause });
  }
}

function locate(program: 'ffmpeg' | 'ffprobe', configured: string | undefined): string {
  if (!configured) return packaged(program) ?? onPath(program) ?? program;
  if (existsSync(configured)) return resolve(configured);
  throw new MissingFfmpegError(`配置的 ${program} 路径不存在：${configured}`, [program]);
}

function onPath(program: string): string | undefined {
  const folders = (PROGRAM_ENV['PATH'] ?? '').split(delimiter).filter(isAbsolute);
  return folders.map((folder) => join(folder, program)).find(isExecutable);
}

/** The binary inside the npm package, made executable: its tarball lacks the mode and we run no install scripts. */
function packaged(program: string): string | undefined {
  const name = `@backendsuraj/offline-${program}-${process.platform}-${process.arch}`;
  try {
    const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`);
    const path = join(manifest, '..', 'bin', process.platform === 'win32' ? `${program}.exe` : program);
    if (!isExecutable(path)) chmodSync(path, 0o755);
    return path;
  } catch {
    return undefined;
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
