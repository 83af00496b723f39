import type { Span } from '#analysis/spans.ts';
import type { Tools } from '#ffmpeg/locate.ts';
import { runProgram, type RunOptions } from '#ffmpeg/run.ts';

const COMPLAINTS =
  /error while decoding|Invalid NAL unit size|corrupt decoded frame|concealing|Error submitting packet|decode_slice_header error|Invalid data found|EOI missing|overread/i;

/** Whether a decoder said that it met something broken. It does not say where. */
export function isComplaining(stderr: string): boolean {
  return COMPLAINTS.test(stderr);
}

type Packet = { seconds: number; isKeyframe: boolean };

const MERGE_SECONDS = 0.25;

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
  const { stdout } = await runProgram(tools.ffprobePath, [...args, ...entries, '-i', path], {
    ...(signal && { signal }),
  });
  const packets: Packet[] = [];
  const shown = new Set<string>();
  for (const line of stdout.split('\n')) {
    const [kind, pts = '', dts = '', flags = ''] = line.trim().split(',');
    const time = pts === 'N/A' || pts === '' ? dts : pts;
    if (kind === 'packet') packets.push({ seconds: Number(time), isKeyframe: flags.startsWith('K') });
    if (kind === 'frame') shown.add(Number(time).toFixed(3));
  }
  return damagedSpans(packets, shown);
}

function damagedSpans(packets: Packet[], shown: Set<string>): Span[] {
  const known = packets.filter(({ seconds }) => Number.isFinite(seconds)).toSorted((a, b) => a.seconds - b.seconds);
  const first = known[0]?.seconds ?? 0;
  const last = known.at(-1)?.seconds ?? 0;
  const step = known.length > 1 ? (last - first) / (known.length - 1) : 0.04;
  const spans: Span[] = [];
  let until = -Infinity;
  for (const [i, { seconds, isKeyframe }] of known.entries()) {
    const isMissing = !shown.has(seconds.toFixed(3));
    if (!isMissing && (isKeyframe || seconds >= until)) {
      until = -Infinity;
      continue;
    }
    if (isMissing) until = known.slice(i + 1).find((packet) => packet.isKeyframe)?.seconds ?? Infinity;
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
