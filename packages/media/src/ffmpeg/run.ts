import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import { setPriority } from 'node:os';
import type { Duplex } from 'node:stream';
import { confinedStarter, rulesFor, type Reach } from '#ffmpeg/confine.ts';
import { PROGRAM_ENV } from '#ffmpeg/environment.ts';
import { classifyFailure, FfmpegError, MISSING_GLYPH, UNFINISHED, type FailureKind } from '#ffmpeg/errors.ts';
import { guardArgs } from '#ffmpeg/guard.ts';
import { librariesOf } from '#ffmpeg/libraries.ts';
import type { Tools } from '#ffmpeg/locate.ts';
import { readProgress, type Progress } from '#ffmpeg/progress.ts';
import type { End, Started } from '#ffmpeg/starter.ts';

/** Limits and hooks of one run; every limit has a default, so nothing runs for ever. */
export type RunOptions = {
  signal?: AbortSignal;
  onProgress?: (progress: Progress) => void;
  /** Receives what ffmpeg writes to `pipe:4`, `pipe:5` and so on. */
  pipes?: ((chunk: Buffer) => void)[];
  /** What ffmpeg reads from `pipe:0`. */
  input?: Uint8Array;
  /** Where its output goes, a file that it is added to or a listener; without it, it is collected. */
  stdout?: string | ((chunk: Buffer) => void);
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
  options: Options = {},
): Promise<{ stdout: string; stderr: string }> {
  const guarded = guardArgs(args);
  const { reads = [], folder } = options;
  const reach: Reach = {
    reads: [...guarded.reach.reads, ...reads],
    writes: guarded.reach.writes,
    folders: [...guarded.reach.folders, ...(folder ? [folder] : [])],
  };
  const starter = await confinedStarter();
  options.signal?.throwIfAborted();
  if (!starter) return run(spawnWatched(path, guarded.args, options), options);
  const made = makeOutputs(reach.writes);
  try {
    const { stdout, niceness } = options;
    const started = await starter.start({
      program: path,
      args: guarded.args,
      rules: rulesFor(path, reach, librariesOf(path)),
      streams: streamsOf(options),
      ...(typeof stdout === 'string' && { append: stdout }),
      ...(niceness && { niceness }),
    });
    return await run(started, options);
  } finally {
    removeEmpty(made);
  }
}

type Options = RunOptions & { hasProgress?: boolean };

/** The numbers of what comes from a program and goes to it; what is not among them leads nowhere. */
function streamsOf({ input, stdout, hasProgress, pipes = [] }: Options): number[] {
  return [
    ...(input ? [0] : []),
    ...(typeof stdout === 'string' ? [] : [1]),
    2,
    ...(hasProgress ? [3] : []),
    ...pipes.map((_, n) => 4 + n),
  ];
}

async function run(started: Started, options: Options): Promise<{ stdout: string; stderr: string }> {
  const group = watchGroup(started, options);
  const [stdin, out, errors, progress, ...outputs] = started.streams;

  const stdout: Buffer[] = [];
  let collected = 0;
  let stderr = '';
  let hasMissingGlyph = false;
  out?.on('data', (chunk: Buffer) => {
    if (typeof options.stdout === 'function') return options.stdout(chunk);
    collected += chunk.length;
    if (collected > STDOUT_MOST) group.end('bad-input');
    else stdout.push(chunk);
  });
  errors?.on('data', (chunk: Buffer) => {
    stderr = (stderr + chunk.toString()).slice(-STDERR_TAIL);
    hasMissingGlyph ||= MISSING_GLYPH.test(stderr);
  });
  if (progress) {
    let last: Progress = { frame: -1, seconds: -1 };
    readProgress(progress, (now) => {
      // ffmpeg goes on reporting while it is stuck, so only a change counts.
      if (now.frame !== last.frame || now.seconds !== last.seconds) group.isMoving();
      last = now;
      options.onProgress?.(now);
    });
  }
  options.pipes?.forEach((onData, i) => {
    outputs[i]?.on('data', (chunk: Buffer) => {
      // ffmpeg reports nothing until each of its outputs has begun; what it writes shows that it lives.
      group.isMoving();
      onData(chunk);
    });
  });
  if (options.input && stdin) feed(stdin as Duplex, options.input);
  // All of them, so that the end of each is seen.
  for (const stream of started.streams) stream?.resume();

  const { code, signalName, spawnError } = await started.ended;
  group.release();
  options.signal?.throwIfAborted();
  const details = `exit ${code ?? signalName ?? spawnError?.message}\n${stderr}`;
  if (group.verdict) throw new FfmpegError(group.verdict, details);
  if (hasMissingGlyph) throw new FfmpegError('font', details);
  if (code !== 0) throw new FfmpegError(spawnError ? 'unknown' : classifyFailure(stderr), details);
  if (UNFINISHED.test(stderr)) throw new FfmpegError(classifyFailure(stderr), details);
  return { stdout: Buffer.concat(stdout).toString(), stderr };
}

const SETPRIV = ['/usr/bin/setpriv', '/bin/setpriv'].find((path) => existsSync(path));

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

/** Where nothing confines it. It outlives the kill -9 of this process; with setpriv the kernel ends it too. */
function spawnWatched(path: string, args: string[], options: Options): Started {
  const { stdout, niceness } = options;
  const streams = streamsOf(options);
  const file = typeof stdout === 'string' ? openSync(stdout, 'a') : undefined;
  const command = SETPRIV
    ? [SETPRIV, '--no-new-privs', '--pdeathsig', 'SIGKILL', '--', path, ...args]
    : [path, ...args];
  const child = spawn(command[0]!, command.slice(1), {
    env: PROGRAM_ENV,
    // Its own process group, so that one kill reaches whatever it started.
    detached: process.platform !== 'win32',
    stdio: Array.from({ length: Math.max(...streams) + 1 }, (_, n) =>
      n === 1 && file !== undefined ? file : streams.includes(n) ? 'pipe' : 'ignore',
    ),
  });
  if (file !== undefined) closeSync(file);
  if (niceness && child.pid !== undefined) {
    try {
      setPriority(child.pid, niceness);
    } catch {
      // Already ended, or not allowed here: priority is a courtesy, not a condition.
    }
  }
  const ended = new Promise<End>((resolve) => {
    child.on('error', (spawnError) => resolve({ code: null, signalName: null, spawnError }));
    child.on('close', (code, signalName) => resolve({ code, signalName }));
  });
  return {
    pid: child.pid,
    streams: child.stdio.map((stream) => (stream ?? undefined) as Started['streams'][number]),
    ended,
  };
}

const running = new Set<Started>();
process.on('exit', () => running.forEach(killGroup));

/** Ends the process group when the signal fires or a limit is passed. */
function watchGroup(child: Started, options: Options) {
  const { signal, timeLimitSeconds = TIME_LIMIT_SECONDS, memoryLimitBytes = MEMORY_LIMIT_BYTES } = options;
  const stallSeconds = options.hasProgress ? (options.stallSeconds ?? STALL_SECONDS) : Infinity;
  let startedAt = performance.now();
  let [movedAt, watchedAt] = [startedAt, startedAt];
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
    const lost = now - watchedAt - WATCH_MS;
    watchedAt = now;
    // Who was stopped, or slept with the whole machine, has not seen a program move, and it may not have.
    if (lost > WATCH_MS) [startedAt, movedAt] = [startedAt + lost, movedAt + lost];
    if (now - startedAt > timeLimitSeconds * 1000 || now - movedAt > stallSeconds * 1000) end('timeout');
    else if (residentBytes(child.pid) > memoryLimitBytes) end('memory');
  }, WATCH_MS);

  running.add(child);
  signal?.addEventListener('abort', onAbort, { once: true });
  if (signal?.aborted) onAbort();
  return state;
}

function killGroup({ pid }: Started): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
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
function feed(stdin: Duplex, input: Uint8Array): void {
  stdin.on('error', () => {});
  stdin.end(input);
}
