import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const UNSHARE = ['/usr/bin/unshare', '/bin/unshare'].find((path) => existsSync(path));
const SETPRIV = ['/usr/bin/setpriv', '/bin/setpriv'].find((path) => existsSync(path));

let known: string[] | undefined;

/**
 * The words before a command that take the network from it, where the kernel grants that to everybody: models need none,
 * and what they read comes from strangers. Asked once.
 */
function confiningWords(): string[] {
  return (known ??= works(networkless()) ? networkless() : []);
}

function networkless(): string[] {
  if (!UNSHARE || !SETPRIV) return [];
  // Without a map of users nobody is root in there; file rights stay what they are.
  return [UNSHARE, '--user', '--net', '--', SETPRIV, '--no-new-privs', '--pdeathsig', 'SIGKILL', '--'];
}

function works([program, ...args]: string[]): boolean {
  return (
    program !== undefined &&
    spawnSync(program, [...args, process.execPath, '--version'], { timeout: 10_000 }).status === 0
  );
}

/** How `fork` starts this Node confined. */
export function confinedNode(): { execPath: string; execArgv: string[] } {
  const [program, ...args] = [...confiningWords(), process.execPath, ...process.execArgv];
  return { execPath: program!, execArgv: args };
}

/** Of glibc: large blocks go back to the system when they are free, instead of being kept for blocks that fit. */
const GIVES_BACK = { MALLOC_MMAP_THRESHOLD_: String(4 * 2 ** 20), MALLOC_ARENA_MAX: '1' };

/** Keys and passwords of the server are in its environment, and none of a model's business. */
export function modelEnv(): NodeJS.ProcessEnv {
  const names = [
    'PATH',
    'HOME',
    'TMPDIR',
    'LANG',
    'LC_ALL',
    'TZ',
    'LD_LIBRARY_PATH',
    'NODE_OPTIONS',
    // What was compiled is kept between starts: a third of what such a process takes before it has done anything.
    'NODE_COMPILE_CACHE',
    'SYSTEMROOT',
    'TEMP',
  ];
  const kept = names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]] as const]));
  // The runtime would report its use to its maker; nothing of this product is told to anybody.
  return { ...Object.fromEntries(kept), ORT_DISABLE_TELEMETRY: '1', ...GIVES_BACK };
}
