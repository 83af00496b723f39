import { AppError } from '@mixreel/contract';
import type { App } from '#context.ts';
import type { Asker } from './ability.ts';
import { askFor } from './ask-for.ts';
import { lockWords, missingWords, unlockWords } from './locked-words.ts';
import { problemOf } from './registry.ts';
import { LINE_MAX, PART_LINES_MAX, translation } from './translation.ability.ts';

const LINES_MAX = 2000;
const PART_CHARACTERS = 3000;
const GLOSSARY_MAX = 2000;

type Glossary = { term: string; translation: string }[];
type Asked = {
  lines: string[];
  from: string | null;
  to: string;
  glossary?: Glossary;
  /** Come out letter by letter. */
  locked?: string[];
  about?: string;
  /** Some lines are ready: by their place, as they are answered in the end. */
  onLines?: (done: (TranslatedLine & { n: number })[]) => void;
};
/** `problem` says, in Chinese, what is still wrong with it after another try. */
export type TranslatedLine = { text: string; problem: string | null };
/** A text that is to be translated once, wherever it stands. */
type Distinct = { text: string; places: number[] };
type Line = TranslatedLine & { source: Distinct };

/** Translates lines, in parts: several at once as far as the service lets us. */
export async function translate(app: App, asker: Asker, asked: Asked) {
  requireSize(asked);
  const lines: TranslatedLine[] = asked.lines.map(() => ({ text: '', problem: null }));
  const failing = new AbortController();
  const signal = AbortSignal.any([asker.signal, failing.signal]);
  let cost = 0;
  const notes = new Set<string>();
  const ask = async (part: Distinct[]): Promise<Line[]> => {
    const sources = part.map(({ text }) => lockWords(text, asked.locked ?? []));
    const glossary = (asked.glossary ?? []).filter(({ term }) => part.some(({ text }) => text.includes(term)));
    const { from, to, about = '' } = asked;
    const passage = sources.map(({ text, tokens }, n) => ({
      text,
      must: [...tokens, ...termsIn(part[n]?.text, glossary)],
    }));
    const done = await askFor(app, translation, { lines: passage, from, to, glossary, about }, { ...asker, signal });
    cost += done.cost;
    if (done.note) notes.add(done.note);
    return part.map((source, n) => {
      const text = unlockWords(done.output.lines[n] ?? '', sources[n]?.words ?? []);
      const wanted = [...(sources[n]?.words ?? []), ...termsIn(source.text, glossary)];
      const missing = missingWords(text, wanted);
      return {
        source,
        text,
        problem: missing.length > 0 ? `译文里没有${missing.map((word) => `「${word}」`).join('')}` : null,
      };
    });
  };
  const askTwice = async (part: Distinct[]) => {
    const first = await ask(part);
    const wrong = first.filter(({ problem }) => problem);
    const again = wrong.length > 0 ? await ask(wrong.map(({ source }) => source)) : [];
    const done = first.map((line) => again.find(({ source }) => source === line.source) ?? line);
    const placed = done.flatMap(({ source, text, problem }) => source.places.map((n) => ({ n, text, problem })));
    for (const { n, text, problem } of placed) lines[n] = { text, problem };
    asked.onLines?.(placed);
  };
  try {
    await Promise.all(partsOf(asked.lines).map(askTwice));
  } catch (error) {
    // The others would be paid for nothing.
    failing.abort(error);
    throw error;
  }
  return { lines, cost, note: [...notes].join('；') || null };
}

/** Why nobody can translate now, in Chinese; null when somebody can. */
export function canTranslate(app: App): string | null {
  return problemOf(app, translation);
}

function requireSize({ lines, glossary = [] }: Asked): void {
  if (lines.length > LINES_MAX) throw new AppError('invalid', `一次最多翻译 ${LINES_MAX} 行，请分几次`);
  const long = lines.findIndex((line) => line.length > LINE_MAX);
  if (long >= 0) throw new AppError('invalid', `第 ${long + 1} 行太长，每行最多 ${LINE_MAX} 字`);
  if (glossary.length > GLOSSARY_MAX) throw new AppError('invalid', `词表最多 ${GLOSSARY_MAX} 条`);
}

function termsIn(text: string | undefined, glossary: Glossary): string[] {
  return glossary.filter(({ term }) => text?.includes(term)).map((entry) => entry.translation);
}

/** Empty lines stay empty; those that are alike are translated once. */
function partsOf(lines: string[]): Distinct[][] {
  const distinct = new Map<string, Distinct>();
  lines.forEach((line, n) => {
    const text = line.trim();
    if (text === '') return;
    const known = distinct.get(text);
    if (known) known.places.push(n);
    else distinct.set(text, { text, places: [n] });
  });
  const parts: Distinct[][] = [];
  let characters = 0;
  for (const one of distinct.values()) {
    const part = parts.at(-1);
    characters += one.text.length;
    if (part && part.length < PART_LINES_MAX && characters <= PART_CHARACTERS) part.push(one);
    else {
      parts.push([one]);
      characters = one.text.length;
    }
  }
  return parts;
}
