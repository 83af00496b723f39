/** A stretch of time in seconds. */
export type Span = { from: number; to: number };

/** The stretches of at least `shortest` seconds where all flags are set; `rate` flags make a second. */
export function spansOf(flags: boolean[], rate: number, shortest: number): Span[] {
  const spans: Span[] = [];
  let start = -1;
  for (let i = 0; i <= flags.length; i += 1) {
    if (flags[i]) {
      if (start < 0) start = i;
    } else if (start >= 0) {
      if ((i - start) / rate >= shortest) spans.push({ from: start / rate, to: i / rate });
      start = -1;
    }
  }
  return spans;
}
