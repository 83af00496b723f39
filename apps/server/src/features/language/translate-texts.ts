import { detectLanguage } from '@mixreel/ai';
import type { GlossaryTerm } from '@mixreel/contract';
import { checkTranslation, type TranslationProblem } from '@mixreel/contract/translation';
import type { App } from '#context.ts';
import { translate } from '#features/ai/translate.ts';
import { baseOf, languageName } from './languages.ts';

type Asked = {
  space_id: string;
  signal: AbortSignal;
  texts: string[];
  seconds: (number | null)[];
  source: string;
  target: string;
  names: string[];
  glossary: GlossaryTerm[];
};
type Translated = { text: string; problems: TranslationProblem[] };

/** What a service may put right when it is told; names and terms it was told of twice already. */
const MENDABLE = new Set<TranslationProblem['kind']>(['missing', 'language', 'number']);
const ABOUT = '短视频的台词和字幕，口语、简短；数字、金额、日期照原文写，人民币写作 ¥';
/** Letters that tell one language of Latin letters from another. */
const TELLING = 120;

/** Texts in another language, each with what is wrong with it; what came out wrong is asked for once more. */
export async function translateTexts(app: App, asked: Asked): Promise<Translated[]> {
  const first = await askFor(app, asked, asked.texts, ABOUT);
  const checked = check(asked, first);
  const again = checked.flatMap(({ problems }, n) => (problems.some(({ kind }) => MENDABLE.has(kind)) ? [n] : []));
  if (again.length === 0) return checked;
  const complaints = [...new Set(again.flatMap((n) => checked[n]!.problems.map(({ message }) => message)))];
  const about = `${ABOUT}。上一次的译文有这些问题：${complaints.slice(0, 8).join('；')}`.slice(0, 1000);
  const second = await askFor(
    app,
    asked,
    again.map((n) => asked.texts[n]!),
    about,
    // What came the first time is kept: it is better than nothing.
  ).catch((error: unknown) => {
    asked.signal.throwIfAborted();
    app.log.warn({ err: error }, 'lines were not translated again');
    return null;
  });
  if (!second) return checked;
  const mended = check(
    asked,
    first.map((text, n) => second[again.indexOf(n)] ?? text),
  );
  return checked.map((before, n) => (weight(mended[n]!) < weight(before) ? mended[n]! : before));
}

async function askFor(app: App, asked: Asked, texts: string[], about: string): Promise<string[]> {
  const { space_id, signal, source, target, glossary, names } = asked;
  const known = new Set(glossary.map(({ term }) => term.toLowerCase()));
  const locked = names.filter((name) => !known.has(name.toLowerCase()));
  const wanted = { lines: texts, from: source, to: target, glossary, locked, about };
  const { lines } = await translate(app, { space_id, signal }, wanted);
  return lines.map(({ text }) => text.trim());
}

function check({ texts, seconds, target, names, glossary }: Asked, translated: string[]): Translated[] {
  const rules = { language: target, language_name: languageName(target), names, glossary, rate: 1 };
  const other = otherLanguage(translated, target);
  return texts.map((text, n) => {
    const line = translated[n] ?? '';
    const passage = { text, kind: 'line' as const, seconds: seconds[n] ?? null, follows: false };
    if (text.trim() === '') return { text: '', problems: [] };
    const problems = checkTranslation(passage, line, rules);
    const isKnown = problems.some(({ kind }) => kind === 'language' || kind === 'missing');
    const wrong = other && !isKnown ? [{ kind: 'language' as const, message: other }] : [];
    return { text: line, problems: [...wrong, ...problems] };
  });
}

/** By all of them together: one short line of Latin letters may be of several languages. */
function otherLanguage(translated: string[], target: string): string | null {
  const all = translated.join('\n');
  if ((all.match(/\p{Script=Latin}/gu)?.length ?? 0) < TELLING) return null;
  const found = detectLanguage(all);
  const isSame = found === baseOf(target) || (isMalay(found) && isMalay(target));
  return found === '' || isSame ? null : `看起来是${languageName(found)}，不是${languageName(target)}`;
}

/** Too like each other to be told apart. */
function isMalay(code: string): boolean {
  return code === 'id' || code === 'ms';
}

function weight({ text, problems }: Translated): number {
  return problems.length + (text === '' ? 100 : 0);
}
