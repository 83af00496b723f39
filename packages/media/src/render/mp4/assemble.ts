import { BoxWriter } from '#render/mp4/box-writer.ts';
import { writeMoov, type Chunk, type TrackPlan } from '#render/mp4/moov.ts';
import { Mp4Error, type Track } from '#render/mp4/track.ts';
import type { Extent, VirtualMp4 } from '#render/mp4/virtual-mp4.ts';

/** What one variant is made of: encoded pieces in order, one sound track, and tags such as `AIGC`. */
export type Assembly = {
  pieces: Track[];
  sound: Track | null;
  tags?: Record<string, string>;
  /** By how much players turn the picture, clockwise. */
  rotation?: number;
};

/** Seconds of one track before the other follows: short enough that a player never seeks back and forth. */
const INTERLEAVE_SECONDS = 0.5;

/**
 * Puts pieces together without touching a byte of them: a new `moov` in front, and a list of byte ranges of the files
 * that exist. Sound beyond the end of the picture is left out.
 */
export function assemble({ pieces, sound, tags = {}, rotation = 0 }: Assembly): VirtualMp4 {
  const video = { ...planVideo(pieces), rotation };
  const audio = sound ? planSound(sound, video.duration / video.timescale) : null;
  const chunks = audio ? interleave(video, audio) : video.chunks;
  const payload = chunks.reduce((sum, chunk) => sum + chunk.size, 0);

  const head = writeHead({ video, audio, tags, chunks, payload });
  const extents: Extent[] = chunks.map(({ path, offset, size }) => ({ path, offset, size }));
  return { head, extents, size: head.length + payload, seconds: video.duration / video.timescale };
}

function planVideo(pieces: Track[]): TrackPlan {
  const first = pieces[0];
  if (!first) throw new Mp4Error('assembly', 'no pieces');
  for (const piece of pieces) {
    if (piece.timescale !== first.timescale || !piece.sampleDescription.equals(first.sampleDescription)) {
      throw new Mp4Error(piece.path, `not encoded like ${first.path}`);
    }
  }
  // Pieces with B-frames may differ in delay, short ones above all: the longest delay holds for all.
  const priming = Math.max(...pieces.map((piece) => piece.priming));
  const { timescale, sampleDescription, width, height } = first;
  return {
    kind: 'vide',
    timescale,
    sampleDescription,
    width,
    height,
    priming,
    sizes: concat(
      Uint32Array,
      pieces.map((piece) => piece.sizes),
    ),
    durations: concat(
      Uint32Array,
      pieces.map((piece) => piece.durations),
    ),
    compositions: concat(
      Int32Array,
      pieces.map((piece) => piece.shifts),
    ).map((shift) => shift + priming),
    isKeyframe: concat(
      Uint8Array,
      pieces.map((piece) => piece.isKeyframe),
    ),
    duration: pieces.reduce((sum, piece) => sum + piece.duration, 0),
    chunks: chunksOf(pieces),
  };
}

/** The sound, cut to the frames that are heard: those up to the end of the picture. */
function planSound(sound: Track, seconds: number): TrackPlan {
  const needed = seconds * sound.timescale + sound.priming;
  let [count, duration] = [0, 0];
  while (count < sound.sizes.length && duration < needed) duration += sound.durations[count++]!;
  const cut: Track = {
    ...sound,
    sizes: sound.sizes.subarray(0, count),
    offsets: sound.offsets.subarray(0, count),
    durations: sound.durations.subarray(0, count),
    isKeyframe: sound.isKeyframe.subarray(0, count),
    duration,
  };
  return { ...cut, compositions: null, chunks: chunksOf([cut]) };
}

/** Groups neighbouring samples of a file into chunks of about half a second. */
function chunksOf(tracks: Track[]): Chunk[] {
  const chunks: Chunk[] = [];
  let time = 0;
  for (const { path, kind, timescale, sizes, offsets, durations } of tracks) {
    let chunk: Chunk | undefined;
    for (let i = 0; i < sizes.length; i += 1) {
      const isFull = chunk && time - chunk.startSeconds * timescale >= INTERLEAVE_SECONDS * timescale;
      if (!chunk || isFull || offsets[i] !== chunk.offset + chunk.size) {
        chunk = { kind, path, offset: offsets[i]!, size: 0, samples: 0, startSeconds: time / timescale, position: 0 };
        chunks.push(chunk);
      }
      chunk.size += sizes[i]!;
      chunk.samples += 1;
      time += durations[i]!;
    }
  }
  return chunks;
}

function interleave(video: TrackPlan, audio: TrackPlan): Chunk[] {
  return [...video.chunks, ...audio.chunks].toSorted(
    (a, b) => a.startSeconds - b.startSeconds || Number(a.kind === 'soun') - Number(b.kind === 'soun'),
  );
}

type Head = {
  video: TrackPlan;
  audio: TrackPlan | null;
  tags: Record<string, string>;
  chunks: Chunk[];
  payload: number;
};

/** Everything before the samples. Written twice: chunk positions depend on its length, its length not on them. */
function writeHead({ video, audio, tags, chunks, payload }: Head): Buffer {
  const isLong = payload > 0xf000_0000;
  const write = (): Buffer => {
    const out = new BoxWriter(32 * 1024 + 16 * video.sizes.length + 8 * (audio?.sizes.length ?? 0));
    out.box('ftyp', () => {
      out.ascii('isom');
      out.u32(0x200);
      out.ascii('isomiso2avc1mp41');
    });
    writeMoov(out, { video, audio, tags, isLong });
    out.u32(isLong ? 1 : payload + 8);
    out.ascii('mdat');
    if (isLong) out.u64(payload + 16);
    return out.bytes();
  };
  let position = write().length;
  for (const chunk of chunks) {
    chunk.position = position;
    position += chunk.size;
  }
  return write();
}

type Numbers = Uint32Array | Int32Array | Uint8Array;

function concat<T extends Numbers>(make: new (length: number) => T, arrays: T[]): T {
  const whole = new make(arrays.reduce((sum, array) => sum + array.length, 0));
  let at = 0;
  for (const array of arrays) {
    whole.set(array, at);
    at += array.length;
  }
  return whole;
}
