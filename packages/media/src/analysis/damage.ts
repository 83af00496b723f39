import { setImmediate as breathe } from 'node:timers/promises';
import type { Span } from '#analysis/spans.ts';
import type { Tools } from '#ffmpeg/locate.ts';
import { runProgram, type RunOptions } from '#ffmpeg/run.ts';

const COMPLAINTS =
  /error while decoding|Invalid NAL unit size|corrupt decoded frame|concealing|Error submitting packet|decode_slice_header error|Invalid data found|EOI missing|overread/i;

/** Whether a decoder said that it met something broken. It does not say where. */
export function isComplaining(stderr: string): boolean {
  return COMPLAINTS.test(stderr);
}

const MERGE_SECONDS = 0.25;
/** Five hours of usual film; what a stranger's file has more of is not looked at. */
const PACKETS_MAX = 600_000;
const SLICE = 100_000;
const MICRO = 1e6;

/**
 * Where the pictures of a film are broken, in seconds from its first one: told to give up rather than to guess, the
 * decoder leaves out what it cannot read, and what is left out is missing among the packets. Another pass of decoding;
 * for films whose decoder complained. A frame that is broken spoils those that are drawn from it, so damage lasts until
 * the next one that stands alone.
 */
export async function findDamage(
  tools: Tools,
  path: string,
  { signal }: Pick<RunOptions, 'signal'> = {},
): Promise<Span[]> {
  const args = ['-v', 'quiet', '-err_detect', 'explode', '-select_streams', 'V:0', '-show_packets', '-show_frames'];
  const entries = ['-show_entries', 'packet=pts_time,dts_time,flags:frame=pts_time,pkt_dts_time', '-of', 'csv'];
  const packets: number[] = [];
  const shown = new Set<number>();
  let rest = '';
  const onLine = (line: string) => {
    const [kind, pts = '', dts = '', flags = ''] = line.trim().split(',');
    const seconds = Number(pts === 'N/A' || pts === '' ? dts : pts);
    if (!Number.isFinite(seconds)) return;
    if (kind === 'packet' && packets.length < PACKETS_MAX) packets.push(packetOf(seconds, flags.startsWith('K')));
    if (kind === 'frame' && shown.size < PACKETS_MAX) shown.add(Math.round(seconds * 1000));
  };
  await runProgram(tools.ffprobePath, [...args, ...entries, '-i', path], {
    stdout: (chunk) => {
      const lines = (rest + chunk.toString('latin1')).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) onLine(line);
    },
    ...(signal && { signal }),
  });
  onLine(rest);
  return damagedSpans(packets, shown);
}

/** When a packet is shown, in microseconds, and whether it stands alone, as one number: they are sorted by the hundred thousand. */
export function packetOf(seconds: number, isKeyframe: boolean): number {
  return Math.round(seconds * MICRO) * 2 + (isKeyframe ? 1 : 0);
}

function secondsOf(packet: number): number {
  return Math.floor(packet / 2) / MICRO;
}

/** `shown` holds milliseconds. One pass each way, whatever a film is made of, and others get their turn in between. */
export async function damagedSpans(packets: number[], shown: Set<number>): Promise<Span[]> {
  const known = Float64Array.from(packets).toSorted();
  const first = secondsOf(known[0] ?? 0);
  const step = known.length > 1 ? (secondsOf(known.at(-1) ?? 0) - first) / (known.length - 1) : 0.04;
  // For each packet when the next one begins that stands alone.
  const nextWhole = new Float64Array(known.length).fill(Infinity);
  for (let i = known.length - 2; i >= 0; i -= 1) {
    if (i % SLICE === 0) await breathe();
    const next = known[i + 1]!;
    nextWhole[i] = next % 2 === 0 ? nextWhole[i + 1]! : secondsOf(next);
  }
  const spans: Span[] = [];
  let until = -Infinity;
  for (const [i, packet] of known.entries()) {
    if (i % SLICE === 0) await breathe();
    const seconds = secondsOf(packet);
    const isMissing = !shown.has(Math.round(seconds * 1000));
    if (!isMissing && (packet % 2 !== 0 || seconds >= until)) {
      until = -Infinity;
      continue;
    }
    if (isMissing) until = nextWhole[i]!;
    const [from, to] = [seconds - first, seconds - first + step];
    const before = spans.at(-1);
    if (before && from - before.to <= MERGE_SECONDS) before.to = to;
    else spans.push({ from, to });
  }
  return spans;
}

/** The spans within a stretch, cut to it. */
export function spansWithin(spans: Span[], { from, to }: Span): Span[] {
  return spans
    .map((span) => ({ from: Math.max(span.from, from), to: Math.min(span.to, to) }))
    .filter((span) => span.to > span.from);
}

/** The stretches of a film of this length that nothing is wrong with, the longest first. */
export function soundStretches(spans: Span[], seconds: number): Span[] {
  const edges = [...spans, { from: seconds, to: seconds }];
  let from = 0;
  const free = edges.map((span) => {
    const stretch = { from, to: Math.min(span.from, seconds) };
    from = span.to;
    return stretch;
  });
  return free.filter((one) => one.to - one.from > 0.1).toSorted((a, b) => b.to - b.from - (a.to - a.from));
}
