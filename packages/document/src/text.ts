/**
 * A change of a text: numbers above zero keep so many UTF-16 units, numbers below zero take them out, strings are put in.
 * What is behind the last entry is kept.
 */
export type TextEdit = (number | string)[];

export function applyText(text: string, edit: TextEdit): string {
  let at = 0;
  let next = '';
  for (const part of edit) {
    if (typeof part === 'string') next += part;
    else if (part > 0) next += text.slice(at, (at += part));
    else at -= part;
  }
  return next + text.slice(at);
}

/** Whether an edit was made for a text of this length. */
export function fitsText(text: string, edit: TextEdit): boolean {
  const read = edit.reduce<number>((sum, part) => sum + (typeof part === 'string' ? 0 : Math.abs(part)), 0);
  return read <= text.length;
}

/** What takes the edit of this text back. */
export function invertText(text: string, edit: TextEdit): TextEdit {
  const back: TextEdit = [];
  let at = 0;
  for (const part of edit) {
    if (typeof part === 'string') push(back, -part.length);
    else if (part > 0) {
      push(back, part);
      at += part;
    } else {
      push(back, text.slice(at, at - part));
      at -= part;
    }
  }
  return trim(back);
}

/**
 * `edit` as it is to be made on a text where `earlier`, made on the same text, has already happened. Letters that
 * `earlier` put in are never taken out. Where both put letters in at one place, those of `earlier` stand first, unless
 * `edit` is said to.
 */
export function mergeText(edit: TextEdit, earlier: TextEdit, { isFirst = false } = {}): TextEdit {
  const merged: TextEdit = [];
  const [mine, theirs] = [reader(edit), reader(earlier)];
  while (!mine.isDone()) {
    const [my, their] = [mine.peek(), theirs.peek()];
    if (typeof my === 'string' && (isFirst || typeof their !== 'string')) {
      push(merged, mine.take(my.length));
    } else if (typeof their === 'string') {
      push(merged, String(theirs.take(their.length)).length);
    } else {
      const length = Math.min(Math.abs(my as number), Math.abs(their));
      const [a, b] = [mine.take(length) as number, theirs.take(length) as number];
      if (b > 0) push(merged, a);
    }
  }
  return trim(merged);
}

/** One edit that does what `first` and then `then` do. */
export function joinText(first: TextEdit, then: TextEdit): TextEdit {
  const joined: TextEdit = [];
  const [a, b] = [reader(first), reader(then)];
  while (!a.isDone() || !b.isDone()) {
    const [one, two] = [a.peek(), b.peek()];
    if (typeof two === 'string') push(joined, b.take(two.length));
    else if (typeof one === 'number' && one < 0) push(joined, a.take(-one));
    else {
      const length = Math.min(typeof one === 'string' ? one.length : one, Math.abs(two));
      const [kept, asked] = [a.take(length), b.take(length) as number];
      if (asked > 0) push(joined, kept);
      else if (typeof kept === 'number') push(joined, asked);
    }
  }
  return trim(joined);
}

/** The smallest single change between two texts; where letters repeat, the one that ends at the caret. */
export function diffText(before: string, after: string, caret = after.length): TextEdit {
  const most = Math.min(before.length, after.length);
  let tail = 0;
  // Behind the caret nothing was typed.
  const behind = Math.min(most, after.length - caret);
  while (tail < behind && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  let head = 0;
  while (head < most - tail && before[head] === after[head]) head += 1;
  while (tail < most - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  // Half of an emoji is not a letter.
  if (isHigh(before, head - 1) || isHigh(after, head - 1)) head -= 1;
  if (isLow(before, before.length - tail) || isLow(after, after.length - tail)) tail -= 1;
  const edit: TextEdit = [];
  push(edit, head);
  push(edit, after.slice(head, after.length - tail));
  push(edit, -(before.length - head - tail));
  return trim(edit);
}

/** Where a caret stands after an edit; letters put in right at it go before it when they are one's own. */
export function movePosition(position: number, edit: TextEdit, { isOwn = false } = {}): number {
  let [from, to] = [0, 0];
  for (const part of edit) {
    if (typeof part === 'string') {
      if (from === position && !isOwn) return to;
      to += part.length;
    } else if (part > 0) {
      if (position < from + part) return to + position - from;
      from += part;
      to += part;
    } else {
      if (position < from - part) return to;
      from -= part;
    }
  }
  return to + Math.max(0, position - from);
}

function push(edit: TextEdit, part: number | string): void {
  if (part === 0 || part === '') return;
  const last = edit.at(-1);
  if (typeof part === 'string' && typeof last === 'string') edit[edit.length - 1] = last + part;
  else if (typeof part === 'number' && typeof last === 'number' && part > 0 === last > 0) {
    edit[edit.length - 1] = last + part;
  } else if (typeof part === 'string' && typeof last === 'number' && last < 0) {
    // One form for one change: letters are put in before others are taken out.
    const before = edit.at(-2);
    if (typeof before === 'string') edit[edit.length - 2] = before + part;
    else edit.splice(-1, 0, part);
  } else edit.push(part);
}

function trim(edit: TextEdit): TextEdit {
  const last = edit.at(-1);
  if (typeof last === 'number' && last > 0) edit.pop();
  return edit;
}

function reader(edit: TextEdit) {
  let [index, offset] = [0, 0];
  return {
    isDone: () => index >= edit.length,
    /** What is left of the current part; behind the end everything is kept. */
    peek(): number | string {
      const part = edit[index];
      if (part === undefined) return Infinity;
      if (typeof part === 'string') return part.slice(offset);
      return part > 0 ? part - offset : part + offset;
    },
    take(length: number): number | string {
      const part = edit[index];
      if (part === undefined) return length;
      const taken = typeof part === 'string' ? part.slice(offset, offset + length) : part > 0 ? length : -length;
      offset += length;
      if (offset >= (typeof part === 'string' ? part.length : Math.abs(part))) [index, offset] = [index + 1, 0];
      return taken;
    },
  };
}

function isHigh(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0xd800 && code < 0xdc00;
}

function isLow(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code < 0xe000;
}
