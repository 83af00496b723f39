import { clusterFaces, type TracedFace } from '@mixreel/ai';
import type { Box } from '@mixreel/contract';
import { newId } from '#db/id.ts';
import type { Figure, Track } from './face.tables.ts';

/** The faces of one picture of the film. */
export type FaceLook = {
  at_ms: number;
  faces: Pick<TracedFace, 'box' | 'vector' | 'yaw' | 'years' | 'sharpness' | 'presence'>[];
};
/** A track with the look that shows it best, for its picture. */
export type FreshTrack = Omit<Track, 'track_id' | 'cover_vlc_id' | 'vector'> & {
  vector: Float32Array;
  best: { at_ms: number; box: Box };
};

/** A face that jumps further than this within a shot is another one. */
const OVERLAP_LEAST = 0.15;
const ALIKE_LEAST = 0.25;
/** A face may be missed for so many looks, behind a hand or in a blur. */
const MISSED_MOST = 2;

/** Puts the faces of looks together that are one face moving, without a cut between. */
export function trackFaces(looks: FaceLook[], cuts_ms: number[], step_ms: number, end_ms: number): FreshTrack[] {
  type Open = { faces: { at_ms: number; face: FaceLook['faces'][number] }[]; shot: number };
  const done: Open[] = [];
  let open: Open[] = [];
  const shotOf = (at_ms: number) => cuts_ms.filter((cut) => cut <= at_ms).length;
  for (const { at_ms, faces } of looks) {
    const shot = shotOf(at_ms);
    const isOver = (one: Open) => one.shot !== shot || at_ms - one.faces.at(-1)!.at_ms > step_ms * (MISSED_MOST + 1.5);
    done.push(...open.filter(isOver));
    open = open.filter((one) => !isOver(one));
    const pairs = open.flatMap((one) =>
      faces.map((face) => {
        const last = one.faces.at(-1)!.face;
        return { one, face, near: overlapOf(last.box, face.box), alike: likeness(last.vector, face.vector) };
      }),
    );
    const fits = pairs.filter(({ near, alike }) => near >= OVERLAP_LEAST && alike >= ALIKE_LEAST);
    const taken = new Set<unknown>();
    for (const { one, face } of fits.toSorted((a, b) => b.near + b.alike - a.near - a.alike)) {
      if (taken.has(one) || taken.has(face)) continue;
      taken.add(one).add(face);
      one.faces.push({ at_ms, face });
    }
    for (const face of faces) if (!taken.has(face)) open.push({ faces: [{ at_ms, face }], shot });
  }
  return [...done, ...open].map(({ faces, shot }) => {
    const [start, end] = [cuts_ms[shot - 1] ?? 0, cuts_ms[shot] ?? end_ms];
    const clear = faces.toSorted((a, b) => worth(b.face) - worth(a.face));
    const best = clear[0]!;
    const sum = new Float32Array(best.face.vector.length);
    for (const { face } of clear.slice(0, 5)) for (const [n, value] of face.vector.entries()) sum[n]! += value;
    const years = faces.map(({ face }) => face.years).toSorted((a, b) => a - b);
    return {
      // Seen between two looks, too: half a step before the first, as far as the shot goes.
      start_ms: Math.round(Math.max(start, faces[0]!.at_ms - step_ms)),
      end_ms: Math.round(Math.min(end, faces.at(-1)!.at_ms + step_ms)),
      boxes: faces.map(({ at_ms, face }) => ({ at_ms, box: face.box, yaw: Math.round(face.yaw) })),
      vector: unit(sum),
      years: Math.round(years[Math.floor(years.length / 2)]!),
      best: { at_ms: best.at_ms, box: best.face.box },
    };
  });
}

/** As many as are kept, those that are seen longest, in the order of the film. */
export function longestTracks<T extends Pick<Track, 'start_ms' | 'end_ms'>>(tracks: T[], most: number): T[] {
  const lengthOf = ({ start_ms, end_ms }: T) => end_ms - start_ms;
  const kept = new Set(tracks.toSorted((a, b) => lengthOf(b) - lengthOf(a)).slice(0, most));
  return tracks.filter((track) => kept.has(track));
}

/** Persons over the whole film: tracks that look like one face, none twice at the same time. The longest seen comes first. */
export function groupTracks(tracks: (Track & { shown?: number })[]): Figure[] {
  const vectors = tracks.map(({ vector }) => Float32Array.from(vector));
  const groups: number[][] = [];
  const { of } = clusterFaces(vectors);
  for (const [n, place] of of.entries()) {
    const rivals = (at: number[]) => at.some((k) => overlaps(tracks[k]!, tracks[n]!));
    const fit = groups[place];
    if (fit && !rivals(fit)) fit.push(n);
    else if (fit) groups.push([n]);
    else groups[place] = [n];
  }
  const lengths = (group: number[]) => group.reduce((sum, n) => sum + tracks[n]!.end_ms - tracks[n]!.start_ms, 0);
  return groups
    .filter((group) => group.length > 0)
    .toSorted((a, b) => lengths(b) - lengths(a))
    .map((group, n) => ({
      figure_id: newId(),
      figure_name: `人物 ${n + 1}`,
      tracks: group.map((k) => tracks[k]!).toSorted((a, b) => a.start_ms - b.start_ms),
    }));
}

function overlaps(a: Track, b: Track): boolean {
  return a.boxes.some(({ at_ms }) => b.boxes.some((other) => other.at_ms === at_ms));
}

/** Large, clear and looking ahead. */
function worth({ box, yaw, sharpness, presence }: FaceLook['faces'][number]): number {
  return box.height * (0.3 + sharpness) * presence * Math.max(0.1, 1 - Math.abs(yaw) / 60);
}

function likeness(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, n) => sum + value * b[n]!, 0);
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.sqrt(likeness(vector, vector)) || 1;
  return vector.map((value) => value / length);
}

function overlapOf(a: Box, b: Box): number {
  const wide = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const tall = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  if (wide <= 0 || tall <= 0) return 0;
  return (wide * tall) / (a.width * a.height + b.width * b.height - wide * tall);
}
