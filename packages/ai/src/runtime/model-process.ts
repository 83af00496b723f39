import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { AiError } from '#errors.ts';
import { confinedNode, modelEnv } from '#runtime/confine.ts';
import type { Order, Report, Stop, TaskName } from '#runtime/protocol.ts';
import { residentBytes } from '#runtime/resident.ts';
import type { Tasks } from '#runtime/tasks.ts';

/** Limits of a model process. */
export type ProcessOptions = { threads: number; idleMs: number; memoryMb: number };

/** How one order is followed. */
export type OrderOptions<Part> = {
  folders?: Record<string, string>;
  signal?: AbortSignal;
  onPart?: (part: Part) => void;
  /** Its process is asked to leave off, and ended only if it does not: what it has loaded took long. */
  isGentle?: boolean;
};

/** A process that is started when there is work, does it in turn, and ends when there has been none for a while. */
export type ModelProcess = {
  run<Name extends TaskName>(
    task: Name,
    input: Tasks[Name]['input'],
    options?: OrderOptions<Tasks[Name]['part']>,
  ): Promise<Tasks[Name]['result']>;
  /** The process id while one runs. */
  pid(): number | undefined;
  close(): Promise<void>;
};

type Job = {
  order: Order;
  onPart?: (part: unknown) => void;
  signal?: AbortSignal;
  isGentle: boolean;
  resolve: (result: unknown) => void;
  reject: (reason: unknown) => void;
};

const WORKER = fileURLToPath(new URL('worker.ts', import.meta.url));
const WATCH_MS = 200;
const STDERR_TAIL = 4000;
const LEAVE_OFF_MS = 5000;

const children = new Set<ChildProcess>();
process.on('exit', () => children.forEach((child) => child.kill('SIGKILL')));

function hold(busy: ChildProcess): void {
  busy.ref();
  busy.channel?.ref();
}

/** One model process; nothing is started before the first order. */
export function openModelProcess({ threads, idleMs, memoryMb }: ProcessOptions): ModelProcess {
  const queue: Job[] = [];
  let current: Job | undefined;
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let watch: NodeJS.Timeout | undefined;
  let leaving: NodeJS.Timeout | undefined;
  let isClosed = false;
  let nextId = 1;

  function start(): ChildProcess {
    const started = fork(WORKER, [], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      ...confinedNode(),
      env: modelEnv(),
    });
    children.add(started);
    let stderr = '';
    started.stderr!.on('data', (chunk: Buffer) => (stderr = (stderr + chunk.toString()).slice(-STDERR_TAIL)));
    started.on('message', (report: Report) => handle(started, report));
    started.on('error', () => undefined);
    started.once('exit', (code, signal) => {
      children.delete(started);
      if (child !== started) return;
      child = undefined;
      // What kills a process from outside without a word is the kernel short of memory.
      const isMemory = signal === 'SIGKILL' || /bad_alloc|out of memory/i.test(stderr);
      settle((job) => job.reject(new AiError(isMemory ? 'memory' : 'crashed', `exit ${code ?? signal}\n${stderr}`)));
    });
    return started;
  }

  /** Ends the process now; the job at hand is rejected by the caller first. */
  function kill(): void {
    const ended = child;
    child = undefined;
    ended?.kill('SIGKILL');
  }

  function settle(finish: (job: Job) => void): void {
    const job = current;
    current = undefined;
    clearInterval(watch);
    clearTimeout(leaving);
    if (job) {
      job.signal?.removeEventListener('abort', abortCurrent);
      finish(job);
    }
    next();
  }

  function abortCurrent(): void {
    const reason: unknown = current?.signal?.reason;
    if (current?.isGentle && child?.connected) {
      // It stays the one at hand until the process says that it is done with it.
      current.reject(reason);
      child.send({ stop: current.order.id } satisfies Stop, () => undefined);
      leaving = setTimeout(() => {
        kill();
        settle(() => undefined);
      }, LEAVE_OFF_MS);
      return;
    }
    kill();
    settle((job) => job.reject(reason));
  }

  function handle(from: ChildProcess, report: Report): void {
    if (from !== child || report.id !== current?.order.id) return;
    if ('part' in report) {
      if (!current.signal?.aborted) current.onPart?.(report.part);
    } else if ('result' in report) settle((job) => job.resolve(report.result));
    else {
      const { kind, message, details } = report.failure;
      settle((job) => job.reject(kind ? new AiError(kind, details, message) : new AiError('crashed', details)));
    }
  }

  function next(): void {
    clearTimeout(idle);
    if (current) return;
    current = queue.shift();
    if (!current) {
      if (child) rest(child);
      return;
    }
    child ??= start();
    hold(child);
    current.signal?.addEventListener('abort', abortCurrent, { once: true });
    watch = setInterval(checkMemory, WATCH_MS);
    // A process that died this very moment reports by its exit; the error of the pipe says nothing more.
    child.send(current.order, () => undefined);
  }

  function checkMemory(): void {
    const bytes = child?.pid === undefined ? 0 : residentBytes(child.pid);
    if (bytes <= memoryMb * 1e6) return;
    kill();
    settle((job) => job.reject(new AiError('memory', `${bytes} bytes resident, ${memoryMb} MB allowed`)));
  }

  /** An idle model process must not keep the program alive, and ends by itself after a while. */
  function rest(resting: ChildProcess): void {
    resting.unref();
    resting.channel?.unref();
    (resting.stderr as unknown as { unref?: () => void }).unref?.();
    idle = setTimeout(kill, idleMs);
    idle.unref();
  }

  return {
    run<Name extends TaskName>(
      task: Name,
      input: Tasks[Name]['input'],
      { folders = {}, signal, onPart, isGentle = false }: OrderOptions<Tasks[Name]['part']> = {},
    ) {
      return new Promise<Tasks[Name]['result']>((resolve, reject) => {
        signal?.throwIfAborted();
        if (isClosed) throw new AiError('closed');
        const job: Job = {
          order: { id: nextId++, task, input, folders, threads },
          // The worker pairs parts and results with the task's name; see LOADERS there.
          onPart: onPart as Job['onPart'],
          signal,
          isGentle,
          resolve: resolve as Job['resolve'],
          reject,
        };
        signal?.addEventListener('abort', () => dropQueued(job), { once: true });
        queue.push(job);
        next();
      });
    },

    pid: () => child?.pid,

    async close() {
      isClosed = true;
      const reason = new AiError('closed');
      for (const job of queue.splice(0)) job.reject(reason);
      const ended = child;
      const exit = ended && new Promise((done) => ended.once('exit', done));
      if (ended) hold(ended);
      kill();
      settle((job) => job.reject(reason));
      await exit;
    },
  };

  function dropQueued(job: Job): void {
    const place = queue.indexOf(job);
    if (place < 0) return;
    queue.splice(place, 1);
    job.reject(job.signal?.reason);
  }
}
