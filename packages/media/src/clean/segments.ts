import { FARTHEST } from '#clean/borrow.ts';
import { around, grown, type Mark, type Placed, place, type Rect, type Size } from '#clean/mark.ts';
import { PAD_FRAMES } from '#clean/mend.ts';

/** A film in numbers of frames. `cuts` are the frames with which shots begin, without the first. */
export type FilmFrames = { picture: Size; fps: number; first: number; last: number; cuts: number[] };
/** Frames that are encoded together; `last` is the one behind the end. */
export type Segment = { first: number; last: number };
/** Marks that touch each other, in one shot of a segment. */
export type Group = {
  own: number[];
  from: number;
  to: number;
  /** Frames that may be looked at: none of another shot. */
  first: number;
  last: number;
  region: Rect;
  patch: Rect;
  /** Whether the shot went on from the segment before. */
  isContinued: boolean;
};

const SEGMENT_SECONDS = 8;
/** Around a hole, what may come into sight. */
const CONTEXT = 72;

/** Parts of a film that are worked on one after another: each ends with a shot where one ends near. */
export function planSegments(
  { fps, first, last, cuts }: Omit<FilmFrames, 'picture'>,
  seconds = SEGMENT_SECONDS,
): Segment[] {
  const segments: Segment[] = [];
  const most = Math.round(seconds * fps);
  for (let at = first; at < last;) {
    const cut = cuts.findLast((one) => one > at + 0.4 * most && one <= at + most);
    const end = last - at <= 1.25 * most ? last : (cut ?? at + most);
    segments.push({ first: at, last: end });
    at = end;
  }
  return segments;
}

/** Frames in which something is to be done, with those around that count as hidden, too. */
export function touchedBy(film: FilmFrames, marks: Mark[]): Segment[] {
  return marks
    .map((mark) => place(mark, film.picture, film.fps))
    .map(({ first, last }) => ({ first: first - PAD_FRAMES, last: last + PAD_FRAMES }));
}

/** What there is to mend in a segment. */
export function planGroups(film: FilmFrames, segment: Segment, marks: Mark[]): Group[] {
  const placed = marks.map((mark) => place(mark, film.picture, film.fps));
  const starts = [film.first, ...film.cuts, film.last];
  return starts.slice(0, -1).flatMap((start, n) => {
    const end = starts[n + 1]!;
    const [from, to] = [Math.max(start, segment.first), Math.min(end, segment.last)];
    if (from >= to) return [];
    const active = placed.flatMap((one, at) => {
      const [begin, stop] = [Math.max(from, one.first - PAD_FRAMES), Math.min(to, one.last + PAD_FRAMES)];
      return begin < stop ? [{ at, begin, stop, rect: swept(one, begin, stop) }] : [];
    });
    return touching(active).map((group) => {
      const [begin, stop] = [Math.min(...group.map((one) => one.begin)), Math.max(...group.map((one) => one.stop))];
      const patch = around(group.map(({ rect }) => rect));
      return {
        own: group.map(({ at }) => at),
        from: begin,
        to: stop,
        first: Math.max(start, begin - FARTHEST),
        last: Math.min(end, stop + FARTHEST),
        region: grown(patch, CONTEXT, film.picture),
        patch,
        isContinued: start < segment.first && begin === segment.first,
      };
    });
  });
}

/** All places of a mark within some frames. */
function swept({ mark, at }: Placed, first: number, last: number): Rect {
  if (mark.keys.length === 1) return at(first);
  return around(Array.from({ length: last - first }, (_, n) => at(first + n)));
}

type Active = { at: number; begin: number; stop: number; rect: Rect };

/** Patches that overlap would put back what the other took away. */
function touching(active: Active[]): Active[][] {
  let groups: Active[][] = [];
  for (const one of active) {
    const near = groups.filter((group) => overlaps(around(group.map(({ rect }) => rect)), one.rect));
    groups = [...groups.filter((group) => !near.includes(group)), [...near.flat(), one]];
  }
  return groups;
}

function overlaps(a: Rect, b: Rect): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}
