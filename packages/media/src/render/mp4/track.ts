import { open, type FileHandle } from 'node:fs/promises';
import { boxesOf, findBox, readHeader, type Box } from '#render/mp4/box-reader.ts';

/** The sample tables of one track of a finished MP4: where every frame lies and when it is shown. */
export type Track = {
  path: string;
  kind: 'vide' | 'soun';
  /** Ticks per second of every duration below. */
  timescale: number;
  /** The `stsd` box: codec, parameter sets, size. */
  sampleDescription: Buffer;
  width: number;
  height: number;
  sizes: Uint32Array;
  offsets: Float64Array;
  durations: Uint32Array;
  /** Presentation minus decoding time, counted from the start of the presentation: negative ahead of B-frames. */
  shifts: Int32Array;
  isKeyframe: Uint8Array;
  /** Ticks of the media before the presentation begins: AAC priming, or the reordering delay of B-frames. */
  priming: number;
  /** Sum of the durations. */
  duration: number;
  /** Whether all of it is shown, once and in order: no list of edits leaves something out. */
  isWhole: boolean;
};

/** A file that is no MP4 of ours: cut off, or something else altogether. */
export class Mp4Error extends Error {
  constructor(path: string, fault: string) {
    super(`${path}: ${fault}`);
    this.name = 'Mp4Error';
  }
}

const HANDLER = { vide: 'vide', soun: 'soun' } as const;
/** Bytes of a sample entry before its child boxes. */
const ENTRY_HEAD = { vide: 86, soun: 36 } as const;

/** Reads the first track of a kind from an unfragmented MP4. */
export async function readTrack(path: string, kind: Track['kind']): Promise<Track> {
  const file = await open(path, 'r');
  try {
    const moov = await readMoov(file, path);
    const root: Box = { type: 'moov', start: 0, content: 8, end: moov.length };
    for (const trak of boxesOf(moov, root.content, root.end)) {
      if (trak.type !== 'trak') continue;
      const handler = findBox(moov, trak, ['mdia', 'hdlr']);
      if (handler && moov.toString('latin1', handler.content + 8, handler.content + 12) === HANDLER[kind]) {
        const mvhd = findBox(moov, root, ['mvhd']);
        const clock = mvhd ? moov.readUInt32BE(mvhd.content + (moov[mvhd.content] === 1 ? 20 : 12)) : 0;
        return parseTrack(path, kind, moov, trak, clock);
      }
    }
    throw new Mp4Error(path, `no ${kind} track`);
  } finally {
    await file.close();
  }
}

async function readMoov(file: FileHandle, path: string): Promise<Buffer> {
  const { size: fileSize } = await file.stat();
  const head = Buffer.alloc(16);
  for (let at = 0; at + 8 <= fileSize;) {
    await file.read(head, 0, 16, at);
    const { type, size } = readHeader(head, 0, fileSize - at);
    if (size < 8 || at + size > fileSize) break;
    if (type === 'moov') {
      const moov = Buffer.allocUnsafe(size);
      await file.read(moov, 0, size, at);
      return moov;
    }
    at += size;
  }
  throw new Mp4Error(path, 'no complete moov box');
}

function parseTrack(path: string, kind: Track['kind'], moov: Buffer, trak: Box, clock: number): Track {
  const need = (parent: Box, ...types: string[]): Box => {
    const box = findBox(moov, parent, types);
    if (!box) throw new Mp4Error(path, `no ${types.join('/')} box`);
    return box;
  };
  const mdhd = need(trak, 'mdia', 'mdhd');
  const tkhd = need(trak, 'tkhd');
  const stbl = need(trak, 'mdia', 'minf', 'stbl');
  const table = (type: string): Box | undefined => findBox(moov, stbl, [type]);

  const sizes = readSizes(moov, need(stbl, 'stsz'));
  const count = sizes.length;
  const durations = Uint32Array.from(expandRuns(moov, need(stbl, 'stts'), count));
  const compositions = table('ctts');
  const edits = readEdits(moov, findBox(moov, trak, ['edts', 'elst']));
  const priming = edits.find(({ mediaTime }) => mediaTime >= 0)?.mediaTime ?? 0;
  const shifts = new Int32Array(count).fill(-priming);
  if (compositions) {
    const offsets = expandRuns(moov, compositions, count);
    // Version 0 is unsigned by the standard, but writers put negative values there all the same.
    for (let i = 0; i < count; i += 1) shifts[i]! += offsets[i]! | 0;
  }
  const duration = durations.reduce((sum, one) => sum + one, 0);
  const timescale = moov.readUInt32BE(mdhd.content + (moov[mdhd.content] === 1 ? 20 : 12));
  // Lengths by the movie's clock are rounded: less than a picture and a half missing is none.
  const least = duration * (1 - 1.5 / Math.max(1, count));
  const isLongEnough = edits.every(({ length }) => length === 0 || (length / clock) * timescale >= least);
  const sizeAt = tkhd.content + (moov[tkhd.content] === 1 ? 88 : 76);

  return {
    path,
    kind,
    timescale,
    sampleDescription: withoutBitrate(moov, need(stbl, 'stsd'), ENTRY_HEAD[kind]),
    width: moov.readUInt16BE(sizeAt),
    height: moov.readUInt16BE(sizeAt + 4),
    sizes,
    offsets: readOffsets(moov, { stsc: need(stbl, 'stsc'), stco: table('stco'), co64: table('co64') }, sizes),
    durations,
    shifts,
    isKeyframe: readKeyframes(moov, table('stss'), count),
    priming,
    duration,
    isWhole: edits.length <= 1 && isLongEnough,
  };
}

/** `btrt` holds the bitrate of one file; it differs between pieces and no player needs it. */
function withoutBitrate(moov: Buffer, stsd: Box, entryHead: number): Buffer {
  const entry = stsd.content + 8;
  const entryEnd = entry + moov.readUInt32BE(entry);
  const children = [...boxesOf(moov, entry + entryHead, entryEnd)].filter(({ type }) => type !== 'btrt');
  const kept = [
    moov.subarray(stsd.start, entry + entryHead),
    ...children.map((box) => moov.subarray(box.start, box.end)),
  ];
  const copy = Buffer.concat(kept);
  copy.writeUInt32BE(copy.length, 0);
  copy.writeUInt32BE(copy.length - (entry - stsd.start), entry - stsd.start);
  return copy;
}

function readSizes(moov: Buffer, stsz: Box): Uint32Array {
  const common = moov.readUInt32BE(stsz.content + 4);
  const count = moov.readUInt32BE(stsz.content + 8);
  return Uint32Array.from({ length: count }, (_, i) => common || moov.readUInt32BE(stsz.content + 12 + 4 * i));
}

/** Expands a table of (count, value) pairs to one value per sample. */
function expandRuns(moov: Buffer, box: Box, length: number): Uint32Array {
  const values = new Uint32Array(length);
  const runs = moov.readUInt32BE(box.content + 4);
  let filled = 0;
  for (let run = 0; run < runs; run += 1) {
    const count = moov.readUInt32BE(box.content + 8 + 8 * run);
    values.fill(moov.readUInt32BE(box.content + 12 + 8 * run), filled, (filled += count));
  }
  return values;
}

function readKeyframes(moov: Buffer, stss: Box | undefined, count: number): Uint8Array {
  if (!stss) return new Uint8Array(count).fill(1);
  const isKeyframe = new Uint8Array(count);
  const keyframes = moov.readUInt32BE(stss.content + 4);
  for (let i = 0; i < keyframes; i += 1) isKeyframe[moov.readUInt32BE(stss.content + 8 + 4 * i) - 1] = 1;
  return isKeyframe;
}

type ChunkTables = { stsc: Box; stco: Box | undefined; co64: Box | undefined };

function readOffsets(moov: Buffer, { stsc, stco, co64 }: ChunkTables, sizes: Uint32Array): Float64Array {
  const offsets = new Float64Array(sizes.length);
  const box = stco ?? co64;
  if (!box) return offsets;
  const chunks = moov.readUInt32BE(box.content + 4);
  const groups = moov.readUInt32BE(stsc.content + 4);
  let [sample, group] = [0, 0];
  for (let chunk = 0; chunk < chunks; chunk += 1) {
    while (group + 1 < groups && moov.readUInt32BE(stsc.content + 8 + 12 * (group + 1)) <= chunk + 1) group += 1;
    let offset = stco
      ? moov.readUInt32BE(box.content + 8 + 4 * chunk)
      : Number(moov.readBigUInt64BE(box.content + 8 + 8 * chunk));
    const inChunk = moov.readUInt32BE(stsc.content + 12 + 12 * group);
    for (const end = Math.min(sample + inChunk, sizes.length); sample < end; sample += 1) {
      offsets[sample] = offset;
      offset += sizes[sample]!;
    }
  }
  return offsets;
}

/** What of the media is shown, in order: for how long by the movie's clock, and from where. Empty edits say -1. */
function readEdits(moov: Buffer, elst: Box | undefined): { length: number; mediaTime: number }[] {
  if (!elst) return [];
  const isLong = moov[elst.content] === 1;
  return Array.from({ length: moov.readUInt32BE(elst.content + 4) }, (_, i) => {
    const at = elst.content + 8 + i * (isLong ? 20 : 12);
    return isLong
      ? { length: Number(moov.readBigUInt64BE(at)), mediaTime: Number(moov.readBigInt64BE(at + 8)) }
      : { length: moov.readUInt32BE(at), mediaTime: moov.readInt32BE(at + 4) };
  });
}
