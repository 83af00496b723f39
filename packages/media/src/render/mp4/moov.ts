import type { BoxWriter } from '#render/mp4/box-writer.ts';
import { writeTags } from '#render/mp4/tags.ts';

/** A run of samples that lie together in one file, and where they will lie in the new one. */
export type Chunk = {
  kind: 'vide' | 'soun';
  path: string;
  offset: number;
  size: number;
  samples: number;
  startSeconds: number;
  position: number;
};

/** One track of the new file, all its samples in decoding order. */
export type TrackPlan = {
  kind: 'vide' | 'soun';
  timescale: number;
  sampleDescription: Buffer;
  width: number;
  height: number;
  priming: number;
  sizes: Uint32Array;
  durations: Uint32Array;
  /** Composition offsets, null where decoding order is presentation order. */
  compositions: Int32Array | null;
  isKeyframe: Uint8Array;
  duration: number;
  /** By how much players turn it, clockwise. */
  rotation?: number;
  chunks: Chunk[];
};

/** What the `moov` describes; `isLong` when positions need 64 bits. */
export type Movie = { video: TrackPlan; audio: TrackPlan | null; tags: Record<string, string>; isLong: boolean };

/**
 * Writes the `moov` box. The movie's clock is the video's: lengths in milliseconds would not hit the last frame of
 * 24 or 30 fps exactly.
 */
export function writeMoov(out: BoxWriter, { video, audio, tags, isLong }: Movie): void {
  const { timescale, duration } = video;
  out.box('moov', () => {
    out.fullBox('mvhd', 0, 0, () => {
      out.u32(0, 0, timescale, duration, 0x10000, 0x01000000, 0, 0);
      out.u32(...IDENTITY);
      out.u32(0, 0, 0, 0, 0, 0, audio ? 3 : 2);
    });
    writeTrack(out, video, { id: 1, movieDuration: duration, isLong });
    if (audio) writeTrack(out, audio, { id: 2, movieDuration: duration, isLong });
    writeTags(out, tags);
  });
}

const IDENTITY = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000];
/** The matrix of a track that is shown turned clockwise by quarters; numbers below zero in 32 bits. */
function turnedBy(rotation: number): number[] {
  const [cos, sin] = [Math.cos, Math.sin].map((of) => Math.round(of((rotation * Math.PI) / 180)) * 0x10000);
  return [cos!, sin!, 0, -sin!, cos!, 0, 0, 0, 0x40000000].map((value) => value >>> 0);
}

const ENABLED_IN_MOVIE = 3;
/** "und", three letters of five bits. */
const NO_LANGUAGE = 0x55c4;

type Place = { id: number; movieDuration: number; isLong: boolean };

function writeTrack(out: BoxWriter, track: TrackPlan, { id, movieDuration, isLong }: Place): void {
  const isVideo = track.kind === 'vide';
  out.box('trak', () => {
    out.fullBox('tkhd', 0, ENABLED_IN_MOVIE, () => {
      // Tracks of one alternate group exclude each other; ours play together, so the group is 0.
      out.u32(0, 0, id, 0, movieDuration, 0, 0, 0, isVideo ? 0 : 0x01000000);
      out.u32(...turnedBy(track.rotation ?? 0));
      out.u32(track.width * 0x10000, track.height * 0x10000);
    });
    out.box('edts', () =>
      out.fullBox('elst', 0, 0, () => {
        out.u32(1, movieDuration, track.priming, 0x10000);
      }),
    );
    out.box('mdia', () => {
      out.fullBox('mdhd', 0, 0, () => {
        out.u32(0, 0, track.timescale, track.duration);
        out.u16(NO_LANGUAGE);
        out.u16(0);
      });
      out.fullBox('hdlr', 0, 0, () => {
        out.u32(0);
        out.ascii(track.kind);
        out.u32(0, 0, 0);
        out.ascii(isVideo ? 'VideoHandler\0' : 'SoundHandler\0');
      });
      out.box('minf', () => {
        if (isVideo) out.fullBox('vmhd', 0, 1, () => out.u32(0, 0));
        else out.fullBox('smhd', 0, 0, () => out.u32(0));
        out.box('dinf', () =>
          out.fullBox('dref', 0, 0, () => {
            out.u32(1);
            out.fullBox('url ', 0, 1, () => {});
          }),
        );
        writeSampleTable(out, track, isLong);
      });
    });
  });
}

function writeSampleTable(out: BoxWriter, track: TrackPlan, isLong: boolean): void {
  const { sizes, durations, compositions, isKeyframe, chunks } = track;
  out.box('stbl', () => {
    out.raw(track.sampleDescription);
    writeRuns(out, 'stts', durations);
    if (compositions?.some((offset) => offset !== 0)) writeRuns(out, 'ctts', compositions);
    if (isKeyframe.includes(0)) {
      out.fullBox('stss', 0, 0, () => {
        const numbers = [...isKeyframe.entries()].filter(([, is]) => is === 1).map(([i]) => i + 1);
        out.u32(numbers.length, ...numbers);
      });
    }
    out.fullBox('stsc', 0, 0, () => {
      const changes = [...chunks.entries()].filter(([i, { samples }]) => samples !== chunks[i - 1]?.samples);
      out.u32(changes.length);
      for (const [i, { samples }] of changes) out.u32(i + 1, samples, 1);
    });
    out.fullBox('stsz', 0, 0, () => {
      out.u32(0, sizes.length);
      for (const size of sizes) out.u32(size);
    });
    out.fullBox(isLong ? 'co64' : 'stco', 0, 0, () => {
      out.u32(chunks.length);
      for (const { position } of chunks) {
        if (isLong) out.u64(position);
        else out.u32(position);
      }
    });
  });
}

/** Writes a table of (count, value) pairs; with B-frames no offset is negative, for the priming is added to all. */
function writeRuns(out: BoxWriter, type: string, values: Uint32Array | Int32Array): void {
  const runs: [count: number, value: number][] = [];
  for (const value of values) {
    const last = runs.at(-1);
    if (last?.[1] === value) last[0] += 1;
    else runs.push([1, value]);
  }
  out.fullBox(type, 0, 0, () => {
    out.u32(runs.length);
    for (const [count, value] of runs) out.u32(count, value);
  });
}
