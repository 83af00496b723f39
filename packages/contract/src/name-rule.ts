import { shorten } from './file-name.ts';

/** Of the name of a finished video, and of the rule for it. */
export const VIDEO_NAME_MAX = 100;

type Named = {
  /** `{n}`. */
  number: number;
  seconds: number;
  /** `{date}` and `{time}`; now unless given. */
  at?: Date;
  /** What else the rule may name: `{mix}`, `{name}`, `{dir}`. */
  words: Record<string, string>;
};

type Setting = {
  /** Names that are there already. */
  taken?: Iterable<string>;
  /** Whose days and hours: those of this machine, unless given. */
  time_zone?: string | undefined;
  /** The largest number of all, where these are only the first: every number is written with as many digits. */
  most?: number;
};

/**
 * Names by a rule, as the server gives them and as pages foretell them. Two never get the same one, nor one that is
 * taken, not even where letters count the same in both cases.
 */
export function namesByRule(
  rule: string,
  things: Named[],
  { taken = [], time_zone, most = 0 }: Setting = {},
): string[] {
  const digits = Math.max(2, String(Math.max(most, ...things.map(({ number }) => number))).length);
  const known = new Set(Array.from(taken, (name) => name.toLowerCase()));
  return things.map(({ number, seconds, at = new Date(), words }) => {
    const n = String(number).padStart(digits, '0');
    const clock = clockIn(at, time_zone);
    const all: Record<string, string> = {
      ...words,
      date: clock.slice(0, 8),
      time: clock.slice(8),
      n,
      seconds: String(Math.round(seconds)),
    };
    const filled = rule.replaceAll(/\{(\w+)\}/g, (whole, word: string) => all[word] ?? whole);
    const clean = cut(filled.replaceAll(/[\\/:*?"<>|\p{Cc}]+/gu, '_'), VIDEO_NAME_MAX) || n;
    let name = clean;
    for (let again = 0; known.has(name.toLowerCase()); again += 1) {
      const ending = again === 0 ? `_${n}` : `_${n}_${again + 1}`;
      name = cut(clean, VIDEO_NAME_MAX - ending.length) + ending;
    }
    known.add(name.toLowerCase());
    return name;
  });
}

function cut(text: string, length: number): string {
  return shorten(text.trim(), length);
}

/** YYYYMMDDHHmm. */
function clockIn(at: Date, timeZone?: string): string {
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone });
  return format.format(at).replaceAll(/\D/g, '');
}
