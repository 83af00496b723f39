import {
  type AgentBrief,
  type AgentRow,
  limitsOf,
  type Platform,
  PLATFORM_LIMITS,
  type ScriptRow,
  topicsOf,
} from '@mixreel/contract';
import { isWhereOrWhen } from '#features/writer/points.ts';
import { type Judge, judgeOf, plainly, writeScript } from '#features/writer/write-script.ts';

/** What is written of a row; the rest is chosen. */
export type WrittenRow = Pick<AgentRow, 'point' | 'hook' | 'lines' | 'clips' | 'title' | 'topics'>;

type Wish = {
  point: string;
  /** Which of its kind: structures and ways of speaking turn with it. */
  version: number;
  /** First lines that are there already. */
  hooks: readonly string[];
  /** Words that the space allows although rules forbid them. */
  allowed: string[];
  /** Where many rows of one brief are written: lines are read once for all of them. */
  judge?: Judge;
};

/** What has a word that the brief forbids is said otherwise, as what the law forbids is. */
export function judgeFor({ product, facts, forbidden }: AgentBrief, allowed: string[]): Judge {
  const judge = judgeOf(product, { facts, allowed });
  return (text) => {
    const said = judge(text);
    return said !== null && hasWord(said, forbidden) ? null : said;
  };
}

/** So many openings with forbidden words are passed over before it is said that there is none. */
const TRIES = 20;

/** A video about one selling point by the built-in writer; null where every opening was taken. */
export function writeRow(brief: AgentBrief, { point, version, hooks, allowed, judge }: Wish): WrittenRow | null {
  const { product, seconds, platforms } = brief;
  const points = point === '' || product.points.includes(point) ? product.points : [point, ...product.points];
  // A point that the brief does not have is read with it.
  const isOfBrief = points === product.points;
  const own = (isOfBrief && judge) || judgeFor({ ...brief, product: { ...product, points } }, allowed);
  const taken = [...hooks];
  for (let tries = 0; tries < TRIES; tries += 1) {
    const script = writeScript(
      { ...product, points, platform: platforms[0] ?? product.platform },
      {
        seconds,
        structure: null,
        sections: [],
        version,
        hooks: taken,
        lead: point,
        judge: own,
      },
    );
    const [first] = script?.rows ?? [];
    if (!first) return null;
    const row = rowOfScript(brief, point, script?.rows ?? []);
    if (row) return row;
    taken.push(first.line);
  }
  return null;
}

/** A script as a row; null where its opening has a word that is not to be said. Further lines with one are left out. */
export function rowOfScript(brief: AgentBrief, point: string, rows: readonly ScriptRow[]): WrittenRow | null {
  const [first, ...rest] = rows;
  if (!first || hasWord(first.line, brief.forbidden)) return null;
  const said = rest.filter(({ line }) => !hasWord(line, brief.forbidden));
  const row = {
    point,
    hook: onOneLine(first.line),
    lines: said.map(({ line }) => onOneLine(line)).join('\n'),
    clips: [first, ...said].map(({ picture }) => onOneLine(picture)).join('\n'),
  };
  const topics = topicsFor(brief, row).map((word) => `#${word}`);
  return { ...row, title: titleOf(brief, row), topics: topics.join(' ') };
}

function onOneLine(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, ' ').trim();
}

function hasWord(text: string, words: readonly string[]): boolean {
  const said = plainly(text).toLowerCase();
  return words.some((word) => said.includes(plainly(word).toLowerCase()));
}

type Said = Pick<AgentRow, 'point' | 'hook'>;

/** The opening where the platforms take it whole, else what it is about. */
export function titleOf(brief: AgentBrief, said: Said, most?: number): string {
  return titlesOf(brief, said, most)[0]!;
}

/** What may stand above it, the best first. */
function titlesOf({ product, platforms }: AgentBrief, { hook, point }: Said, most = limitsOf(platforms).title) {
  const choices = [hook, point && `${product.name}｜${point}`, point, product.name].map((text) =>
    text.trim().replace(/[，。！？；：、…,.!?;:\s]+$/u, ''),
  );
  const fitting = choices.filter((text) => text !== '' && Array.from(text).length <= most);
  const cut = Array.from(choices[0] ?? '').slice(0, most);
  return fitting.length > 0 ? [...new Set(fitting)] : [cut.join('')];
}

/** The title behind the one that it has, and the topics of what it is about now. */
export function retitled(brief: AgentBrief, row: AgentRow): Pick<AgentRow, 'title' | 'topics'> {
  const titles = titlesOf(brief, row).filter((title) => !hasWord(title, brief.forbidden));
  const next = titles[(titles.indexOf(row.title) + 1) % titles.length] ?? row.title;
  const topics = topicsFor(brief, row).map((word) => `#${word}`);
  return { title: next, topics: topics.join(' ') };
}

/** What people look for who want this: the thing, what it is, whose it is, and what is said of it in a word. */
function topicsFor({ product, brand, platforms }: AgentBrief, { point }: Said, most = limitsOf(platforms).topics) {
  const whom = product.audience.split(/[，,。；;、和及与\s]/u);
  const words = [product.category, product.name, brand, shortPoint(point), ...whom];
  const plain = words.map((word) => word.replaceAll(/[\s\p{P}\p{S}]/gu, '')).filter(Boolean);
  return [...new Set(plain)].filter((word) => Array.from(word).length <= 12).slice(0, most);
}

/** What a platform takes of a row: its own title and topics where they fit, else shorter ones; `liked` comes last. */
export function postOf(
  brief: AgentBrief,
  row: AgentRow,
  platform: Platform,
  liked: readonly string[] = [],
): { title: string; topics: string[] } {
  const { title, topics } = PLATFORM_LIMITS[platform];
  const own = row.title.trim();
  const words = [...topicsOf(row.topics), ...topicsFor(brief, row, topics), ...liked];
  const fits = own !== '' && Array.from(own).length <= title;
  return { title: fits ? own : titleOf(brief, row, title), topics: [...new Set(words)].slice(0, topics) };
}

const TOPIC_MOST = 8;

/** What nobody would look for makes no topic: numbers, places, half a sentence. */
function shortPoint(point: string): string {
  const [first = ''] = point.split(/[，,。；;：:]/u);
  const isWord = !/\d/u.test(first) && Array.from(first).length <= TOPIC_MOST;
  return isWord && !isWhereOrWhen(point) && !/^(?:我们?|你|您|用的|都)/u.test(first) ? first : '';
}
