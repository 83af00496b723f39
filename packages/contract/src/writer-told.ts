import type { ScriptNews, ScriptRow, ScriptVersion } from './writer.ts';

/** The versions of a script with what was just told of it; its first one stands at this place. */
export function withNews(versions: ScriptVersion[], news: ScriptNews, first = 0): ScriptVersion[] {
  if (news.kind === 'end') return versions;
  const version = news.version + first;
  if (news.kind === 'version') {
    // Begun anew where it is there already: lines of it were put right.
    const others = versions.filter((one) => one.version !== version);
    return [...others, { version, title: news.title, rows: [] }];
  }
  return versions.map((one) => (one.version === version ? { ...one, rows: [...one.rows, news.row] } : one));
}

type Asked = { hooks?: string[] | undefined; versions?: number | undefined };
type Rest = { whole: ScriptVersion[]; hooks: string[]; versions: number; begun: ScriptRow[] };

/** What is left to be asked for when a writer was cut off: the last version that was told may be half. */
export function restOfScript({ hooks = [], versions = 1 }: Asked, told: ScriptVersion[]): Rest {
  const whole = told.slice(0, -1);
  return {
    whole,
    hooks: [...hooks, ...whole.flatMap(({ rows }) => rows[0]?.line ?? [])].slice(-60),
    versions: Math.max(1, versions - whole.length),
    begun: told.at(-1)?.rows ?? [],
  };
}
