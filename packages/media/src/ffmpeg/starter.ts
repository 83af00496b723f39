import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Duplex, Readable } from 'node:stream';
import { PROGRAM_ENV } from '#ffmpeg/environment.ts';

export type End = { code: number | null; signalName: string | null; spawnError?: Error };

/** A program that runs. Its streams have their numbers; it has ended when they have, too. */
export type Started = { pid: number | undefined; streams: (Duplex | Readable | undefined)[]; ended: Promise<End> };

export type Request = {
  program: string;
  args: string[];
  /** What it may touch, in the words of `confine.pl`. */
  rules: string[];
  /** The numbers of its streams that lead here. */
  streams: number[];
  /** The file that its output is added to. */
  append?: string;
  niceness?: number;
};

/** Another process that starts programs for this one (docs/decisions/0207). */
export type Starter = {
  /** What the kernel keeps from whatever it starts. */
  held: string[];
  start(request: Request): Promise<Started>;
  /** Ends it, and whatever it started. */
  close(): void;
  /** Settled when it is gone. */
  gone: Promise<void>;
};

const ID_BYTES = 8;
const GREETING_BYTES = 2 * ID_BYTES + 2;
const WAIT_MS = 10_000;
const LOST: End = { code: null, signalName: null, spawnError: new Error('The starter of programs ended') };

/** What is known of a program that was asked for. */
type Launch = {
  pid?: number;
  streams: Socket[];
  missing: Set<number>;
  end?: End;
  open: number;
  begun: PromiseWithResolvers<Started>;
  ended: PromiseWithResolvers<End>;
};

/** Null where the script does not run. */
export async function openStarter(perl: string, script: string[]): Promise<Starter | null> {
  // Nobody else comes in: the folder is ours alone.
  const folder = mkdtempSync(join(tmpdir(), 'mixreel-'));
  const door = join(folder, 'door');
  const launches = new Map<string, Launch>();
  const server = createServer((socket) => greet(socket, launches));
  server.listen(door).unref();
  await once(server, 'listening');
  // In a session of its own: Ctrl C is meant for this process, which lets programs finish what they are at.
  const child = spawn(perl, [...script, door], {
    env: PROGRAM_ENV,
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const gone = once(child, 'exit').then(
    () => {},
    () => {},
  );
  child.stdin.on('error', () => {});
  const lines = createInterface({ input: child.stdout });
  const told = Promise.withResolvers<string[] | null>();
  lines.on('line', (line) => {
    const [word, id = '', ...rest] = line.split(' ');
    if (word === 'held') told.resolve([id, ...rest]);
    const launch = launches.get(id);
    if (!launch) return;
    if (word === 'started') launch.pid = Number(rest[0]);
    else launch.end = { code: rest[1] === '0' ? Number(rest[0]) : null, signalName: rest[1] === '0' ? null : rest[1]! };
    settle(launches, id);
  });
  void gone.then(() => {
    told.resolve(null);
    server.close();
    rmSync(folder, { recursive: true, force: true });
    for (const id of launches.keys()) lose(launches, id);
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), WAIT_MS);
  const held = await told.promise;
  clearTimeout(timer);
  if (!held) return null;
  rest(child);
  return {
    held,
    gone,
    close: () => child.stdin.end(),
    start: async (request) => {
      const id = randomBytes(ID_BYTES).toString('hex');
      const bytes = frame(id, request);
      const launch: Launch = {
        streams: [],
        missing: new Set(request.streams),
        open: 0,
        begun: Promise.withResolvers(),
        ended: Promise.withResolvers(),
      };
      launches.set(id, launch);
      wake(child);
      void launch.ended.promise.then(() => launches.size === 0 && rest(child));
      child.stdin.write(bytes);
      if (child.exitCode !== null || child.signalCode !== null) lose(launches, id);
      return launch.begun.promise;
    },
  };
}

/** A process that has nothing else to do ends, unless it waits for a program. */
function rest(child: ChildProcess): void {
  child.unref();
  for (const pipe of [child.stdin, child.stdout] as Socket[]) pipe.unref();
}

function wake(child: ChildProcess): void {
  (child.stdout as Socket).ref();
}

function frame(id: string, { program, args, rules, streams, append = '', niceness = 0 }: Request): Buffer {
  const fields = [id, streams.join(','), append, String(niceness), ...rules, '--', program, ...args];
  // It ends a field: what came behind it would be an argument, or a rule, of somebody else's choice.
  if (fields.some((field) => field.includes('\0'))) throw new Error('No program is given a zero byte');
  const body = Buffer.from(fields.join('\0'));
  const head = Buffer.alloc(4);
  // As the script reads it: in the order of this machine, which is the same for both.
  new Uint32Array(head.buffer, head.byteOffset, 1)[0] = body.length;
  return Buffer.concat([head, body]);
}

/** The first bytes say which stream of which program comes in. */
function greet(socket: Socket, launches: Map<string, Launch>): void {
  // A program that ends early leaves what it was sent unread; its exit code tells the story.
  socket.on('error', () => {});
  socket.once('data', (bytes) => {
    socket.pause();
    const id = bytes.toString('latin1', 0, 2 * ID_BYTES);
    const number = Number(bytes.toString('latin1', 2 * ID_BYTES, GREETING_BYTES));
    const launch = launches.get(id);
    if (!launch?.missing.delete(number)) {
      socket.destroy();
      return;
    }
    if (bytes.length > GREETING_BYTES) socket.unshift(bytes.subarray(GREETING_BYTES));
    launch.streams[number] = socket;
    launch.open += 1;
    socket.once('close', () => {
      launch.open -= 1;
      settle(launches, id);
    });
    settle(launches, id);
  });
}

function end(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // All of it is gone.
  }
}

/** What has not come by now never will. */
function lose(launches: Map<string, Launch>, id: string): void {
  const launch = launches.get(id)!;
  // The program went with its starter; what it had started itself holds its streams open.
  if (launch.pid !== undefined && !launch.end) end(launch.pid);
  launch.end ??= LOST;
  launch.missing.clear();
  settle(launches, id);
}

/**
 * A program that was started has all its streams, though its end may be told before they are seen here; one that was not
 * has none.
 */
function settle(launches: Map<string, Launch>, id: string): void {
  const launch = launches.get(id);
  if (!launch) return;
  const { pid, missing, end, streams, open, begun, ended } = launch;
  if (pid !== undefined && missing.size > 0) return;
  if (pid === undefined && !end) return;
  begun.resolve({ pid, streams, ended: ended.promise });
  if (!end || open > 0) return;
  launches.delete(id);
  ended.resolve(end);
}
