import { existsSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { openStarter, type Starter } from '#ffmpeg/starter.ts';

/** What the kernel keeps from programs that read files of strangers (docs/decisions/0100). */
export type Confinement = { files: boolean; network: boolean };

/** What a program may touch: files to read, files to write, folders to work in. */
export type Reach = { reads: string[]; writes: string[]; folders: string[] };

const PERL = ['/usr/bin/perl', '/bin/perl'].find((path) => existsSync(path));
const SCRIPT = join(import.meta.dirname, 'confine.pl');
/** Numbers of `unshare`, `prctl` and `prlimit64`, which Perl knows by number only. */
const CALLS: Partial<Record<NodeJS.Architecture, string>> = { x64: '272,157,302', arm64: '97,167,261' };
/** Far above what any run of ours needs: the watch over a run ends it earlier, unless it grows within a moment. */
const MOST_MEMORY_BYTES = 8 * 2 ** 30;
const MOST_OUTPUT_BYTES = 32 * 2 ** 30;
const HEAD = [SCRIPT, CALLS[process.arch] ?? '', `${MOST_MEMORY_BYTES},${MOST_OUTPUT_BYTES}`];

/** What programs and their libraries themselves read. */
const SYSTEM = `
/usr /bin /lib /lib64 /opt /nix/store
/etc/ld.so.cache /etc/ld.so.conf /etc/ld.so.conf.d /etc/alternatives /etc/fonts /var/cache/fontconfig
/dev/urandom /dev/zero /proc/cpuinfo /proc/meminfo /sys/devices/system/cpu
`
  .trim()
  .split(/\s+/);

let asked: Promise<{ confinement: Confinement; starter: Starter } | null> | undefined;
let hasHeld = false;

/** What holds on this machine, asked once; null where nothing does. */
export async function readConfinement(): Promise<Confinement | null> {
  return (await openConfinement())?.confinement ?? null;
}

/** What starts programs so, made when the first is asked for and again when it is gone. */
export async function confinedStarter(): Promise<Starter | null> {
  return (await openConfinement())?.starter ?? null;
}

/** From now on nothing is confined. What runs already goes on as it is. */
export function giveUpConfinement(): void {
  asked = Promise.resolve(null);
}

/** What was given up holds again, for whoever comes next. */
export function takeUpConfinement(): void {
  asked = undefined;
}

function openConfinement() {
  if (asked) return asked;
  const mine = askConfinement();
  asked = mine;
  const askAgain = () => {
    if (asked === mine) asked = undefined;
  };
  mine.then((found) => found?.starter.gone.then(askAgain), askAgain);
  return mine;
}

async function askConfinement() {
  if (!PERL || process.platform !== 'linux' || !CALLS[process.arch]) return null;
  const starter = await openStarter(PERL, HEAD);
  // What held a moment ago holds: rather no program than one that is not confined.
  if (!starter && hasHeld) throw new Error('The process that confines programs does not start');
  const confinement = {
    files: starter?.held.includes('files') ?? false,
    network: starter?.held.includes('network') ?? false,
  };
  hasHeld ||= confinement.files || confinement.network;
  if (starter && hasHeld) return { confinement, starter };
  starter?.close();
  return null;
}

/** What a program may touch and the libraries that it finds first, as `confine.pl` reads it. */
export function rulesFor(program: string, { reads, writes, folders }: Reach, libraries: string[]): string[] {
  // A program that lies elsewhere has its libraries beside it.
  const own = isAbsolute(program) ? [dirname(program), join(dirname(program), '..', 'lib')] : [];
  return [
    ...[...SYSTEM, ...own].map((path) => `x:${path}`),
    ...reads.map((path) => `r:${path}`),
    ...['/dev/null', ...writes].map((path) => `w:${path}`),
    ...folders.map((path) => `d:${path}`),
    ...libraries.map((path) => `l:${path}`),
  ];
}
