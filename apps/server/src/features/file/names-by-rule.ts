const LENGTH_MAX = 100;

type Named = {
  /** `{n}`. */
  number: number;
  seconds: number;
  /** `{date}` and `{time}`; now unless given. */
  at?: Date;
  /** What else the pattern may name: `{mix}`, `{name}`, `{dir}`. */
  words: Record<string, string>;
};

/**
 * Names by a pattern; days and hours are those of `time_zone`, or of this machine. Two never get the same one, nor one
 * that is `taken`, not even where letters count the same in both cases.
 */
export function namesByRule(rule: string, things: Named[], taken: Iterable<string> = [], time_zone?: string): string[] {
  const digits = Math.max(2, String(Math.max(...things.map(({ number }) => number))).length);
  const known = new Set([...taken].map((name) => name.toLowerCase()));
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
    const clean = cleanName(rule.replace(/\{(\w+)\}/g, (whole, word: string) => all[word] ?? whole)) || n;
    let name = clean;
    for (let again = 0; known.has(name.toLowerCase()); again += 1) {
      const ending = again === 0 ? `_${n}` : `_${n}_${again + 1}`;
      name = shorten(clean, LENGTH_MAX - ending.length) + ending;
    }
    known.add(name.toLowerCase());
    return name;
  });
}

/** Without what file systems refuse. */
function cleanName(name: string): string {
  return shorten(name.replace(/[\\/:*?"<>|\p{Cc}]+/gu, '_'), LENGTH_MAX);
}

/** Whole characters only: half an emoji is no name. */
function shorten(text: string, length: number): string {
  return text
    .trim()
    .slice(0, length)
    .replace(/[\uD800-\uDBFF]$/u, '')
    .trim();
}

/** YYYYMMDDHHmm. */
function clockIn(at: Date, timeZone?: string): string {
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone });
  return format.format(at).replaceAll(/\D/g, '');
}
