import { AppError, type GlossaryTerm, type Passage } from '@mixreel/contract';
import { quantitiesIn } from '@mixreel/contract/fact';
import { termsIn } from '@mixreel/contract/translation';
import type { Foreign } from '#features/foreign/foreign.ts';
import { languageName } from '#features/language/languages.ts';
import type { Sheet } from '#features/story/paper/sheet.ts';

const HEADINGS = { source: '原文', kept: '请保持不变', key: '编码（勿改）' };
const TEXT_MAX = 1000;
const HEADING_MAX = 100;

type Written = {
  name: string;
  language: string;
  passages: readonly Passage[];
  texts: ReadonlyMap<string, string>;
  glossary: readonly GlossaryTerm[];
  names: readonly string[];
};

/** What a translator gets: one row a text, with what must stay as it is beside it. */
export function buildTable({ name, language, passages, texts, glossary, names }: Written): Sheet {
  const into = languageName(language);
  return {
    title: `${name} · ${into}译文`,
    facts: '请只填「译文」一列。秒数是这一句最多能说多久；最后一列是对照用的编码，请不要改。',
    tab: '译文',
    columns: [
      { name: '序号', kind: 'number' },
      { name: '位置', kind: 'choice' },
      { name: HEADINGS.source, kind: 'text' },
      { name: '秒数', kind: 'seconds' },
      { name: `译文（${into}）`, kind: 'text' },
      { name: HEADINGS.kept, kind: 'text' },
      { name: HEADINGS.key, kind: 'choice' },
    ],
    rows: passages.map(({ key, place, text, seconds }, n) => ({
      cells: [
        String(n + 1),
        place,
        text,
        seconds === null ? '' : String(Math.round(seconds * 10) / 10),
        texts.get(key) ?? '',
        keptIn(text, { language, glossary, names }),
        key,
      ],
      picture: null,
    })),
  };
}

function keptIn(text: string, { language, glossary, names }: Pick<Written, 'language' | 'glossary' | 'names'>): string {
  const numbers = quantitiesIn(text).filter(({ isLoose }) => !isLoose);
  const terms = termsIn(text, glossary, language);
  const known = new Set(terms.map(({ term }) => term));
  return [
    ...numbers.map(({ start, end }) => text.slice(start, end).trim()),
    ...names.filter((name) => text.includes(name) && !known.has(name)),
    ...terms.map(({ term, translation }) => `${term} → ${translation}`),
  ].join('；');
}

type ReadTable = { texts: { key: string; text: string }[]; notices: string[] };

/** A table that came back: which text belongs to which passage, and what does not. */
export function readTable(document: Foreign, passages: readonly Passage[], language: string): ReadTable {
  const rows = document.kind === 'table' ? document.rows : [];
  const head = rows.findIndex((row) => row.some(isSource) && row.some(isTarget));
  const headings = rows[head];
  if (!headings) throw new AppError('invalid', '这不是译者表格：没有找到「原文」和「译文」两列，请用从这里导出的表格');
  const [source, target] = [headings.findIndex(isSource), headings.findIndex(isTarget)];
  requireLanguage(headings[target] ?? '', language);
  const code = headings.findIndex((cell) => cell.trim() === HEADINGS.key);
  const byKey = new Map(passages.map((one) => [one.key, one]));
  const byText = Map.groupBy(passages, ({ text }) => text.trim());
  const found = new Map<string, string>();
  const notices: string[] = [];
  let [lost, long] = [0, 0];
  for (const row of rows.slice(head + 1)) {
    const [written, text] = [(row[source] ?? '').trim(), (row[target] ?? '').trim()];
    if (text === '') continue;
    const own = byKey.get((row[code] ?? '').trim());
    // Rows whose code was lost are known by what they say, the first that has none yet.
    const passage = own ?? byText.get(written)?.find(({ key }) => !found.has(key));
    if (!passage) lost += 1;
    else if (text.length > TEXT_MAX) long += 1;
    else {
      found.set(passage.key, text);
      const isOld = own && written !== '' && plain(written) !== plain(own.text);
      if (isOld) notices.push(`${own.place}的原文在导出以后改过，请核对这一句译文`);
    }
  }
  if (lost > 0) notices.unshift(`${lost} 行在现在的内容里找不到对应的原文，没有读入`);
  if (long > 0) notices.unshift(`${long} 行译文超过 ${TEXT_MAX} 字，没有读入`);
  const left = passages.length - found.size;
  if (left > 0) notices.unshift(`还有 ${left} 句没有译文`);
  if (found.size === 0) throw new AppError('invalid', '表格里还没有译文，请在「译文」一列填好再导入');
  return { texts: Array.from(found, ([key, text]) => ({ key, text })), notices };
}

function isSource(cell: string): boolean {
  return cell.trim() === HEADINGS.source;
}

function isTarget(cell: string): boolean {
  return cell.trim().startsWith('译文');
}

function requireLanguage(heading: string, language: string): void {
  // Its beginning: a cell may hold a whole file, of nothing but brackets.
  const said = /（(.+)）/u.exec(heading.slice(0, HEADING_MAX))?.[1];
  if (said && said !== languageName(language)) {
    throw new AppError('invalid', `这张表是${said}的译文，请先把语言选成${said}再导入`);
  }
}

/** Spreadsheets change line ends and the spaces around them. */
function plain(text: string): string {
  return text.replaceAll(/\s+/gu, ' ');
}
