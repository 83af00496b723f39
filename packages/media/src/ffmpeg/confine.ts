import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';

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

let asked: Promise<Confinement | null> | undefined;

/** What holds on this machine, asked once; null where nothing does. */
export function readConfinement(): Promise<Confinement | null> {
  return (asked ??= askConfinement());
}

/** From now on nothing is confined; false when nothing was. */
export async function giveUpConfinement(): Promise<boolean> {
  const was = await readConfinement();
  asked = Promise.resolve(null);
  return was !== null;
}

async function askConfinement(): Promise<Confinement | null> {
  if (!PERL || process.platform !== 'linux' || !CALLS[process.arch]) return null;
  const told = await new Promise<string>((resolve) => {
    execFile(PERL, [...HEAD, 'tell', '--'], { timeout: 10_000 }, (error, stdout) => resolve(error ? '' : stdout));
  });
  const words = told.split(/\s/);
  const held = { files: words.includes('files'), network: words.includes('network') };
  return held.files || held.network ? held : null;
}

/**
 * The command that starts `program` within its reach and with these libraries first; only where `readConfinement` found
 * something.
 */
export function confinedCommand(
  program: string,
  args: string[],
  { reads, writes, folders }: Reach,
  libraries: string[],
): [string, string[]] {
  // A program that lies elsewhere has its libraries beside it.
  const own = isAbsolute(program) ? [dirname(program), join(dirname(program), '..', 'lib')] : [];
  const rules = [
    ...[...SYSTEM, ...own].map((path) => `x:${path}`),
    ...reads.map((path) => `r:${path}`),
    ...['/dev/null', ...writes].map((path) => `w:${path}`),
    ...folders.map((path) => `d:${path}`),
    ...libraries.map((path) => `l:${path}`),
  ];
  return [PERL!, [...HEAD, ...rules, '--', program, ...args]];
}
