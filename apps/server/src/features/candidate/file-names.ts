/** Names by a pattern: `{mix}`, `{date}`, `{time}`, `{n}`, `{seconds}`. Two videos of an export never get the same. */
export function fileNames(rule: string, videos: { number: number; duration: number }[], mix: string): string[] {
  const now = new Date();
  const digits = Math.max(2, String(Math.max(...videos.map(({ number }) => number))).length);
  const taken = new Set<string>();
  return videos.map(({ number, duration }) => {
    const words: Record<string, string> = {
      mix,
      date: `${now.getFullYear()}${pad(now.getMonth() + 1)}${pad(now.getDate())}`,
      time: `${pad(now.getHours())}${pad(now.getMinutes())}`,
      n: String(number).padStart(digits, '0'),
      seconds: String(Math.round(duration)),
    };
    const plain = rule.replace(/\{(\w+)\}/g, (whole, word: string) => words[word] ?? whole);
    // What file systems refuse; a name of only that is no name.
    const clean =
      plain
        .replace(/[\\/:*?"<>|\p{Cc}]+/gu, '_')
        .trim()
        .slice(0, 120) || words['n']!;
    const name = taken.has(clean) ? `${clean}_${words['n']}` : clean;
    taken.add(name);
    return name;
  });
}

function pad(value: number): string {
  return String(value).padStart(2, '0');
}
