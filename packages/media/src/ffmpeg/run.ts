import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import { setPriority } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { confinedCommand, readConfinement, type Reach } from '#ffmpeg/confine.ts';
import { PROGRAM_ENV } from '#ffmpeg/environment.ts';
import { classifyFailure, FfmpegError, MISSING_GLYPH, UNFINISHED, type FailureKind } from '#ffmpeg/errors.ts';
import { guardArgs } from '#ffmpeg/guard.ts';
import { librariesOf } from '#ffmpeg/libraries.ts';
import type { Tools } from '#ffmpeg/locate.ts';
import { readProgress, type Progress } from '#ffmpeg/progress.ts';

/** Limits and hooks of one run; every limit has a default, so nothing runs for ever. */
export type RunOptions = {
  signal?: AbortSignal;
  onProgress?: (progress: Progress) => void;
  /** Receives what ffmpeg writes to `pipe:4`, `pipe:5` and so on. */
  pipes?: ((chunk: Buffer) => void)[];
  /** What ffmpeg reads from `pipe:0`. */
  input?: Uint8Array;
  /** Where its output goes, an open file or a listener; without it, it is collected. */
  stdout?: number | ((chunk: Buffer) => void);
  /** The folder of this run: what filters name there is found, and anything may be written. */
  folder?: string;
  /** Further files and folders of ours that filters read, such as fonts. */
  reads?: string[];
  timeLimitSeconds?: number;
  /** The longest silence of `-progress` before the run counts as hung. */
  stallSeconds?: number;
  memoryLimitBytes?: number;
  niceness?: number;
};

/** Arguments in pairs, `['-c:v', 'libx264']`; flattened once, here. */
export type Args = (string | number)[][];

const TIME_LIMIT_SECONDS = 3600;
const STALL_SECONDS = 90;
const MEMORY_LIMIT_BYTES = 3 * 2 ** 30;
const WATCH_MS = 250;
const STDERR_TAIL = 8000;
/** What is collected is parsed in one go; a file can have any number of tags for ffprobe to print. */
const STDOUT_MOST = 4 * 2 ** 20;

/**
 * Runs ffmpeg to its end and answers the end of its complaints; throws `FfmpegError`, or the reason of the signal when
 * that ended it.
 */
export async function runFfmpeg(tools: Tools, args: Args, options: RunOptions = {}): Promise<{ stderr: string }> {
  const base: Args = [
    ['-hide_banner', '-nostats', '-y'],
    ['-v', 'warning'],
    ['-progress', 'pipe:3'],
    ['-stats_period', 0.25],
  ];
  // ffmpeg asks its terminal for keys unless told otherwise, and stops in the background when it may not.
  if (!options.input) base.push(['-nostdin']);
  const flat = [...base, ...args].flat().map(String);
  const { stderr } = await runProgram(tools.ffmpegPath, flat, {
    niceness: tools.niceness,
    ...options,
    hasProgress: true,
  });
  return { stderr };
}

/**
 * Runs ffmpeg or ffprobe to its end and answers what it printed; the same limits, errors and clean end as `runFfmpeg`.
 * The only place that starts them: inputs are held to plain media, and the process to the files that it is given.
 */
export async function runProgram(
  path: string,
  args: string[],
  options: RunOptions & { hasProgress?: boolean } = {},
): Promise<{ stdout: string; stderr: string }> {
  const guarded = guardArgs(args);
  const { reads = [], folder } = options;
  const reach: Reach = {
    reads: [...guarded.reach.reads, ...reads],
    writes: guarded.reach.writes,
    folders: [...guarded.reach.folders, ...(folder ? [folder] : [])],
  };
  const isConfined = (await readConfinement()) !== null;
  options.signal?.throwIfAborted();
  const made = isConfined ? makeOutputs(reach.writes) : [];
  try {
    const command: Command = isConfined
      ? confinedCommand(path, guarded.args, reach, librariesOf(path))
      : watchedCommand(path, guarded.args);
    return await run(command, options);
  } finally {
    removeEmpty(made);
  }
}

async function run(
  command: Command,
  options: RunOptions & { hasProgress?: boolean },
): Promise<{ stdout: string; stderr: string }> {
  const child = start(command, options);
  const group = watchGroup(child, options);

  const stdout: Buffer[] = [];
  let collected = 0;
  let stderr = '';
  let hasMissingGlyph = false;
  child.stdout?.on('data', (chunk: Buffer) => {
    if (typeof options.stdout === 'function') return options.stdout(chunk);
    collected += chunk.length;
    if (collected > STDOUT_MOST) group.end('bad-input');
    else stdout.push(chunk);
  });
  child.stderr!.on('data', (chunk: Buffer) => {
    stderr = (stderr + chunk.toString()).slice(-STDERR_TAIL);
    hasMissingGlyph ||= MISSING_GLYPH.test(stderr);
  });
  if (options.hasProgress) {
    let last: Progress = { frame: -1, seconds: -1 };
    readProgress(child.stdio[3] as Readable, (progress) => {
      // ffmpeg goes on reporting while it is stuck, so only a change counts.
      if (progress.frame !== last.frame || progress.seconds !== last.seconds) group.isMoving();
      last = progress;
      options.onProgress?.(progress);
    });
  }
  options.pipes?.forEach((onData, i) => {
    (child.stdio[4 + i] as Readable).on('data', (chunk: Buffer) => {
      // ffmpeg reports nothing until each of its outputs has begun; what it writes shows that it lives.
      group.isMoving();
      onData(chunk);
    });
  });
  if (options.input) feed(child.stdin!, options.input);

  const { code, signalName, spawnError } = await ended(child);
  group.release();
  options.signal?.throwIfAborted();
  const details = `exit ${code ?? signalName ?? spawnError?.message}\n${stderr}`;
  if (group.verdict) throw new FfmpegError(group.verdict, details);
  if (hasMissingGlyph) throw new FfmpegError('font', details);
  if (code !== 0) throw new FfmpegError(spawnError ? 'unknown' : classifyFailure(stderr), details);
  if (UNFINISHED.test(stderr)) throw new FfmpegError(classifyFailure(stderr), details);
  return { stdout: Buffer.concat(stdout).toString(), stderr };
}

type Command = [program: string, args: string[]];

const SETPRIV = ['/usr/bin/setpriv', '/bin/setpriv'].find((path) => existsSync(path));

/** ffmpeg outlives the kill -9 of its parent; with setpriv the kernel ends it too. */
function watchedCommand(path: string, args: string[]): Command {
  return SETPRIV ? [SETPRIV, ['--no-new-privs', '--pdeathsig', 'SIGKILL', '--', path, ...args]] : [path, args];
}

/** A confined program writes to these and makes no others, so they have to be there. */
function makeOutputs(paths: string[]): string[] {
  return paths.filter((path) => {
    if (existsSync(path)) return false;
    try {
      closeSync(openSync(path, 'wx'));
      return true;
    } catch {
      // No such folder, no room: ffmpeg says so in words that are understood.
      return false;
    }
  });
}

/** What a run wrote nothing to is not there, as if it had never been made. */
function removeEmpty(paths: string[]): void {
  for (const path of paths) {
    if (statSync(path, { throwIfNoEntry: false })?.size === 0) rmSync(path, { force: true });
  }
}

function start([program, args]: Command, { input, pipes = [], niceness, stdout }: RunOptions): ChildProcess {
  const child = spawn(program, args, {
    env: PROGRAM_ENV,
    // Its own process group, so that one kill reaches whatever it started.
    detached: process.platform !== 'win32',
    stdio: [
      input ? 'pipe' : 'ignore',
      typeof stdout === 'number' ? stdout : 'pipe',
      'pipe',
      'pipe',
      ...pipes.map(() => 'pipe' as const),
    ],
  });
  if (niceness && child.pid !== undefined) {
    try {
      setPriority(child.pid, niceness);
    } catch {
      // Already ended, or not allowed here: priority is a courtesy, not a condition.
    }
  }
  return child;
}

const running = new Set<ChildProcess>();
process.on('exit', () => running.forEach(killGroup));

/** Ends the process group when the signal fires or a limit is passed. */
function watchGroup(child: ChildProcess, options: RunOptions & { hasProgress?: boolean }) {
  const { signal, timeLimitSeconds = TIME_LIMIT_SECONDS, memoryLimitBytes = MEMORY_LIMIT_BYTES } = options;
  const stallSeconds = options.hasProgress ? (options.stallSeconds ?? STALL_SECONDS) : Infinity;
  const startedAt = performance.now();
  let movedAt = startedAt;
  const end = (verdict: FailureKind) => {
    state.verdict ??= verdict;
    killGroup(child);
  };
  const state = {
    verdict: undefined as FailureKind | undefined,
    end,
    isMoving: () => (movedAt = performance.now()),
    release() {
      clearInterval(timer);
      signal?.removeEventListener('abort', onAbort);
      running.delete(child);
    },
  };
  const onAbort = () => killGroup(child);
  const timer = setInterval(() => {
    const now = performance.now();
    if (now - startedAt > timeLimitSeconds * 1000 || now - movedAt > stallSeconds * 1000) end('timeout');
    else if (residentBytes(child.pid) > memoryLimitBytes) end('memory');
  }, WATCH_MS);

  running.add(child);
  signal?.addEventListener('abort', onAbort, { once: true });
  return state;
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The group ended by itself between the check and the kill.
  }
}

const PAGE_BYTES = 4096;

function residentBytes(pid: number | undefined): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * PAGE_BYTES;
  } catch {
    return 0;
  }
}

/** A program that stops reading early closes the pipe under us: its exit code tells the story, not EPIPE. */
function feed(stdin: Writable, input: Uint8Array): void {
  stdin.on('error', () => {});
  stdin.end(input);
}

type End = { code: number | null; signalName: NodeJS.Signals | null; spawnError?: Error };

function ended(child: ChildProcess): Promise<End> {
  return new Promise((resolve) => {
    child.on('error', (spawnError) => resolve({ code: null, signalName: null, spawnError }));
    child.on('close', (code, signalName) => resolve({ code, signalName }));
  });
}
