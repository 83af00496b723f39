import { type AgentBrief, type AgentRow, limitsOf } from '@mixreel/contract';
import { plainly, writeScript } from '#features/writer/write-script.ts';

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
};

/** So many openings with forbidden words are passed over before it is said that there is none. */
const TRIES = 20;

/** A video about one selling point by the built-in writer; null where every opening was taken. */
export function writeRow(brief: AgentBrief, { point, version, hooks, allowed }: Wish): WrittenRow | null {
  const { product, facts, forbidden, seconds, platforms } = brief;
  const points = point === '' || product.points.includes(point) ? product.points : [point, ...product.points];
  const taken = [...hooks];
  for (let tries = 0; tries < TRIES; tries += 1) {
    const script = writeScript(
      { ...product, points, platform: platforms[0] ?? product.platform },
      { seconds, structure: null, sections: [], version, hooks: taken, lead: point, facts, allowed },
    );
    const [first, ...rest] = script?.rows ?? [];
    if (!first) return null;
    if (hasWord(first.line, forbidden)) {
      taken.push(first.line);
      continue;
    }
    const said = rest.filter(({ line }) => !hasWord(line, forbidden));
    const row = {
      point,
      hook: first.line,
      lines: said.map(({ line }) => line).join('\n'),
      clips: [first, ...said].map(({ picture }) => picture.replaceAll('\n', ' ')).join('\n'),
    };
    return {
      ...row,
      title: titleOf(brief, row),
      topics: topicsFor(brief, row)
        .map((word) => `#${word}`)
        .join(' '),
    };
  }
  return null;
}

function hasWord(text: string, words: readonly string[]): boolean {
  const said = plainly(text).toLowerCase();
  return words.some((word) => said.includes(plainly(word).toLowerCase()));
}

type Said = Pick<AgentRow, 'point' | 'hook'>;

/** The opening where the platforms take it whole, else what it is about. */
export function titleOf({ product, platforms }: AgentBrief, { hook, point }: Said, most = limitsOf(platforms).title) {
  const choices = [hook, `${product.name}｜${point}`, point, product.name].map((text) =>
    text.trim().replace(/[，。！？；：、…,.!?;:\s]+$/u, ''),
  );
  const fitting = choices.find((text) => text !== '' && Array.from(text).length <= most);
  return (
    fitting ??
    Array.from(choices[0] ?? '')
      .slice(0, most)
      .join('')
  );
}

/** What people look for who want this: the thing, what it is, whose it is, and what is said of it in a word. */
export function topicsFor(
  { product, brand, platforms }: AgentBrief,
  { point }: Said,
  most = limitsOf(platforms).topics,
) {
  const words = [product.category, product.name, brand, shortPoint(point), product.audience];
  const plain = words.map((word) => word.replaceAll(/[\s\p{P}\p{S}]/gu, '')).filter(Boolean);
  return [...new Set(plain)].filter((word) => Array.from(word).length <= 12).slice(0, most);
}

/** Numbers make no topic. */
function shortPoint(point: string): string {
  const [first = ''] = point.split(/[，,。；;：:\s]/u);
  return /\d/u.test(first) ? '' : first;
}
