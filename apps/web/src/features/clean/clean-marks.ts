import {
  type Box,
  CLEAN_KINDS,
  CLEAN_WAYS,
  CLEAN_WORDS_MAX,
  type CleanCover,
  type CleanMark,
  type CleanWay,
  DEFAULT_CAPTION_STYLE,
} from '@mixreel/contract';

const LEAST = 0.01;

/** A box that a person drew: from now to the end, all of it. */
export function drawnMark(mark_id: string, box: Box, duration_ms: number): CleanMark {
  return {
    mark_id,
    kind: 'drawn',
    text: '',
    is_on: true,
    start_ms: 0,
    end_ms: duration_ms,
    keys: [{ at_ms: 0, box }],
    way: 'auto',
    is_strokes: false,
    colour: '#000000',
    cover: null,
  };
}

/** What a box is covered with where nobody has said: its own words, for those are mostly written anew. */
export function coverOf({ cover, text }: CleanMark, way: CleanWay): CleanCover {
  if (cover) return cover;
  const under = way === 'caption' ? 'auto' : 'blur';
  return { under, material_id: null, text: text.slice(0, CLEAN_WORDS_MAX), style: DEFAULT_CAPTION_STYLE };
}

/** The mark with another way of going. */
export function withWay(mark: CleanMark, way: CleanWay): CleanMark {
  const isCovered = way === 'sticker' || way === 'caption';
  return { ...mark, way, ...(isCovered && { cover: coverOf(mark, way) }) };
}

/** Another mark dealt with like this one; words stay its own. */
export function alike(mark: CleanMark, { way, colour, cover }: CleanMark): CleanMark {
  const words = mark.cover?.text ?? mark.text.slice(0, CLEAN_WORDS_MAX);
  return { ...mark, way, colour, cover: cover && { ...cover, text: words || cover.text } };
}

/** Where a mark is at a time. */
export function boxAt({ keys }: CleanMark, at_ms: number): Box {
  const after = keys.findIndex((key) => key.at_ms > at_ms);
  const before = keys[after < 0 ? keys.length - 1 : Math.max(0, after - 1)]!;
  const next = after > 0 ? keys[after] : undefined;
  if (!next) return before.box;
  const share = (at_ms - before.at_ms) / (next.at_ms - before.at_ms);
  const between = (name: keyof Box) => before.box[name] + (next.box[name] - before.box[name]) * share;
  return { x: between('x'), y: between('y'), width: between('width'), height: between('height') };
}

export function isShown({ start_ms, end_ms }: CleanMark, at_ms: number, is_picture: boolean): boolean {
  return is_picture || (at_ms >= start_ms && at_ms < end_ms);
}

/** The mark with its box elsewhere: a moving one from this moment on, one that stands still for all its time. */
export function placed(mark: CleanMark, at_ms: number, box: Box): CleanMark {
  const here = inside(box);
  if (mark.keys.length === 1) return { ...mark, keys: [{ at_ms: mark.keys[0]!.at_ms, box: here }] };
  const at = Math.round(at_ms);
  const others = mark.keys.filter((key) => Math.abs(key.at_ms - at) > 40);
  return { ...mark, keys: [...others, { at_ms: at, box: here }].toSorted((a, b) => a.at_ms - b.at_ms) };
}

/** From now on it moves: a place at its beginning and one at this moment, to be changed. */
export function moving(mark: CleanMark, at_ms: number): CleanMark {
  const { box } = mark.keys[0]!;
  const at = Math.round(Math.max(mark.start_ms + 40, Math.min(mark.end_ms, at_ms)));
  return {
    ...mark,
    keys: [
      { at_ms: mark.start_ms, box },
      { at_ms: at, box: boxAt(mark, at_ms) },
    ],
  };
}

/** One place for all its time: the one it has now. */
export function standing(mark: CleanMark, at_ms: number): CleanMark {
  return { ...mark, keys: [{ at_ms: mark.start_ms, box: boxAt(mark, at_ms) }] };
}

export function inside({ x, y, width, height }: Box): Box {
  const [w, h] = [Math.min(1, Math.max(LEAST, width)), Math.min(1, Math.max(LEAST, height))];
  return { x: Math.min(1 - w, Math.max(0, x)), y: Math.min(1 - h, Math.max(0, y)), width: w, height: h };
}

/** The box between two corners, in whatever order. */
export function between(a: { x: number; y: number }, b: { x: number; y: number }): Box {
  const box = { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y), width: Math.abs(a.x - b.x), height: Math.abs(a.y - b.y) };
  return inside(box);
}

/** A box with one of its corners or sides dragged by so much. */
export function stretched({ x, y, width, height }: Box, handle: string, dx: number, dy: number): Box {
  const left = handle.includes('w') ? Math.min(x + dx, x + width - LEAST) : x;
  const top = handle.includes('n') ? Math.min(y + dy, y + height - LEAST) : y;
  const right = handle.includes('e') ? Math.max(x + width + dx, x + LEAST) : x + width;
  const bottom = handle.includes('s') ? Math.max(y + height + dy, y + LEAST) : y + height;
  return inside({ x: left, y: top, width: right - left, height: bottom - top });
}

export function nameOf({ text, kind }: CleanMark): string {
  return text || CLEAN_KINDS[kind];
}

export const WAY_OPTIONS = (Object.keys(CLEAN_WAYS) as CleanWay[]).map((value) => ({
  value,
  label: CLEAN_WAYS[value].name,
}));
