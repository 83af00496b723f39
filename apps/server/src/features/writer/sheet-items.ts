import { AppError, type Fact, type SheetField, type SheetItem } from '@mixreel/contract';
import { factsIn } from '@mixreel/contract/fact';
import type { Foreign } from '#features/foreign/foreign.ts';
import { giveTurns } from '#turns.ts';
import {
  askedOf,
  isLabelled,
  type Labelled,
  labelOf,
  type SheetPart,
  signOf,
  stretchesOf,
  whomOf,
} from './sheet-labels.ts';
import { bare, LINES_MAX, readLines } from './sheet-lines.ts';
import { plainly } from './write-script.ts';

const HAN = /\p{Script=Han}/u;
export const NOT_CHINESE = '资料不是中文：内置写手只写中文，请采用后把卖点写成中文；接入文案服务后可以直接用';
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** Japanese has Chinese characters, too. */
export const isChinese = (text: string): boolean => HAN.test(text) && !KANA.test(text);
const ITEMS_MAX = 120;
const TEXT_MAX = 120;
/** A word that may not be said; longer than this it is a sentence about something else. */
const WORD_MAX = 20;

/** Sentences that count as points where a sheet says of none that they are. */
const PLAIN = { least: 6, most: 60, count: 12 };
const WORDS_LEAST = 4;
const ORDERS_TOLD = '资料里有写给 AI 的指令，没有当成资料';
const ASIDES_TOLD = '这些像是对视频的要求或别的说明，没有当成资料，请看一眼';
const QUOTED_MOST = 3;

/** What a product sheet says, each with where it stands; a person ticks what counts. */
export async function sheetItems(
  document: Foreign,
  file: string,
  brief: Known | null,
): Promise<{ items: SheetItem[]; notices: string[] }> {
  const items = new Map<string, Found>();
  /** Of which the sheet says itself what they are. */
  const named = new Set<string>();
  let under: SheetPart | null = null;
  /** What a line has begun to say that goes on in a list. */
  let led: SheetPart | null = null;
  let hasPoints = false;
  const plain: (() => void)[] = [];
  /** What is no word of the product, and labels that nobody knows. */
  const asides: string[] = [];
  const unread: string[] = [];
  const giveTurn = giveTurns();
  const { lines, orders, isLonger } = await readLines(document, giveTurn);
  if (isEmpty(document)) throw new AppError('invalid', '文件里没有文字，请换一份有内容的');
  for (const [n, { text, page, of, isRow, isListed, isHeading, isQuestion }] of lines.entries()) {
    await giveTurn();
    const labelled = isQuestion ? null : labelOf(text);
    const add = (field: SheetField, said: string) => {
      const sentence = of && field !== 'name' ? `${of}｜${text}` : text;
      const kept = cutAt(TEXT_MAX, spoken(field === 'name' ? unlabelled(said) : said).replace(/[。；;，,]+$/u, ''));
      const product = of ?? null;
      const key = `${field} ${plainly(kept)} ${product ?? ''}`;
      if (plainly(kept) === '' || items.has(key)) return;
      // Of what, nobody says.
      if (field === 'points' && /^[\d.,\s]+$/u.test(kept)) return;
      items.set(key, { field, text: kept, sentence: cutAt(1000, sentence), page, product });
      if (labelled || under) named.add(key);
    };
    const forbid = (said: string) => {
      const words = unwantedIn(said);
      for (const word of words.length > 0 ? words : wordsIn(said)) add('forbidden', word);
    };
    const leaveOut = (said: string, whole = text) => {
      asides.push(whole);
      for (const word of unwantedIn(said)) add('forbidden', word);
    };
    const addLabelled = ({ part, isKept, label, said }: Labelled) => {
      if (part === 'aside') leaveOut(said);
      else if (part === 'forbidden') forbid(said);
      else if (part === 'audience') add(part, whomOf(said));
      else {
        const all = part === 'points' || part === 'pains' ? splitList(said) : [said];
        for (const one of all) add(part, isKept ? `${label} ${one}` : one);
      }
    };
    const addSentences = () => {
      const sentences = text.split(/(?<=[。！？!?；;])/u);
      for (const sentence of sentences) if (unwantedIn(sentence).length > 0) leaveOut(sentence, sentence);
      const wanted = sentences.filter((sentence) => unwantedIn(sentence).length === 0);
      for (const { field: sign, said } of wanted.flatMap(stretchesOf)) {
        const own = bare(said);
        const above = under ?? (isListed ? led : null);
        const asked = above === 'aside' ? null : above;
        const field = sign ?? asked ?? (/\d/u.test(said) || factsIn(said).length > 0 ? 'points' : null);
        // 适合上班族: for whom, and not for whom it suits.
        if (field) add(field, field === 'audience' ? whomOf(own) : own);
        else {
          if (!isRow && (isPlain(own) || (isListed && isLong(own)))) plain.push(() => add('points', own));
          if (isLabelled(text)) unread.push(text);
        }
      }
    };
    if (under === 'aside' && isHeading && isTitle(text)) under = null;
    if (!isListed && !labelled) led = null;
    hasPoints ||= labelled?.part === 'points' && !labelled.isKept;
    if (isQuestion) {
      under = askedOf(text);
      hasPoints ||= under === 'points';
    } else if (labelled) {
      // Alone in its line it is of all that follows, else of what is listed behind it.
      const isAlone = labelled.said === '';
      under = isAlone ? labelled.part : null;
      led = isAlone || labelled.isKept ? null : labelled.part;
      if (!isAlone) addLabelled(labelled);
    } else if (under === 'aside' || (isListed && led === 'aside')) leaveOut(text);
    else if (under === 'forbidden') forbid(text);
    else if (n === 0 && isTitle(unlabelled(text))) add('name', titled(text));
    else if (isTitle(text) && !isListed && !under && !hasNumbers(text) && signOf(text) !== 'audience') under = null;
    else addSentences();
  }
  if (!hasPoints) for (const take of plain.slice(0, PLAIN.count)) take();
  dropTitle(items, lines[0]?.text ?? '');
  if (items.size === 0) throw new AppError('invalid', '文件里没有找到商品资料：写上名称、卖点、价格这样的字样再试');
  const products = new Set(lines.flatMap(({ of }) => of ?? [])).size;
  if (hasPoints) asides.push(...unread);
  const notices = [
    ...document.notices,
    ...(isLonger ? [`资料很长，只看了前 ${LINES_MAX} 行；请只留这个商品的再试`] : []),
    ...(orders.length > 0 ? [`${ORDERS_TOLD}：${quotedOf(orders)}`] : []),
    ...(asides.length > 0 ? [`${ASIDES_TOLD}：${quotedOf(asides)}`] : []),
    ...(products > 1 ? [`表格里有 ${products} 个商品：一次做一个，先选是哪一个`] : []),
    ...(products === 0 && namesIn(items) > 1 ? ['资料里像是有几个商品：一次做一个，对着原句只勾它的'] : []),
  ];
  if (![...items.values()].some(({ text }) => isChinese(text))) notices.push(NOT_CHINESE);
  if (items.size > ITEMS_MAX) notices.push(`找到 ${items.size} 条，只列出 ${ITEMS_MAX} 条，写明是什么的在前`);
  return { items: foremost(items, named).map((found, n) => toItem(found, { file, brief, n })), notices };
}

/** In their order; where there are too many, those that say what they are go first: a long story would hide them. */
function foremost(items: ReadonlyMap<string, Found>, named: ReadonlySet<string>): Found[] {
  if (items.size <= ITEMS_MAX) return [...items.values()];
  const [said, other] = [true, false].map((is) => [...items].filter(([key]) => named.has(key) === is));
  return [...said!, ...other!].slice(0, ITEMS_MAX).map(([, item]) => item);
}

/** The beginning of a text, without half of a character. */
function cutAt(most: number, text: string): string {
  return text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
}

/** What can be said of a text: no marks of a page, and no addresses. */
function spoken(text: string): string {
  return text
    .replaceAll(/<\/?[a-z!][^<>]{0,200}>/giu, '')
    .replaceAll(/(?:\b(?:https?|ftp|javascript):|\bwww\.)[\w\-./?%&=#:@+~!$'*,;()]*/giu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim();
}

/** Each is held against all others: among so many names there are several products in any case. */
const NAMES_MAX = 200;

/** How many products are named, where each is said to be one; 山丘冷萃 and 山丘冷萃咖啡液 are one. */
function namesIn(items: ReadonlyMap<string, Found>): number {
  const all = [...items.values()].flatMap(({ field, text, sentence }) =>
    field === 'name' && labelOf(sentence)?.part === 'name' ? [text] : [],
  );
  const names = all.slice(0, NAMES_MAX);
  return names.filter((name) => !names.some((other) => other !== name && other.includes(name))).length;
}

/** What is known before the sheet is read. */
export type Known = Partial<Record<SheetField, string | string[]>>;

type Found = Pick<SheetItem, 'field' | 'text' | 'sentence' | 'page' | 'product'>;

/** Something that was found, with the facts in it; `n` tells those of one file apart. */
export function toItem(found: Found, { file, brief, n }: { file: string; brief: Known | null; n: number }): SheetItem {
  const { field, text, page } = found;
  const is_known = [brief?.[field] ?? []].flat().some((one) => plainly(one) === plainly(text));
  return { ...found, facts: field === 'forbidden' ? [] : factsOf(found, { file, page, n }), is_known };
}

function isEmpty(document: Foreign): boolean {
  if (document.kind === 'text') return document.text.trim() === '';
  return document.kind === 'table' && document.rows.every((cells) => cells.every((cell) => cell.trim() === ''));
}

function quotedOf(texts: readonly string[]): string {
  const shown = texts.slice(0, QUOTED_MOST).map((text) => `「${cutAt(40, text)}${text.length > 40 ? '…' : ''}」`);
  return `${shown.join('')}${texts.length > QUOTED_MOST ? `等 ${texts.length} 处` : ''}`;
}

function isPlain(said: string): boolean {
  const length = Array.from(said).length;
  // A sentence of another language has more letters, and at least as many words.
  if (!HAN.test(said)) return length <= TEXT_MAX && (said.match(/\p{L}{2,}/gu)?.length ?? 0) >= WORDS_LEAST;
  return length >= PLAIN.least && length <= PLAIN.most;
}

/** What stands behind a bullet may be short, and of any language. */
function isLong(said: string): boolean {
  return said.length >= PLAIN.least && said.length <= TEXT_MAX && /\p{L}{2}/u.test(said);
}

/** 1、三秒冲好；2、不加糖: several in one cell. */
function splitList(said: string): string[] {
  const parts = said.split(/[；;\n]|(?:^|\s)\d{1,2}[、.)）](?!\d)/u).map(bare);
  return parts.filter(Boolean);
}

/** 「最好」、“第一”: words, however they are told apart. */
function wordsIn(said: string): string[] {
  // Words of Chinese stand apart by blanks, too; those of other languages belong together.
  const words = said
    .split(/[；;、，,\n/|]+|(?<=\p{Script=Han}["”」』]?)\s+|\s+(?=["“「『]?\p{Script=Han})/u)
    .map((word) => bare(word).replaceAll(/[「」『』“”"'。]/gu, ''));
  return words.filter((word) => word !== '' && Array.from(word).length <= WORD_MAX);
}

/** 不能出现“最甜”: words that are not to be said, in a sentence about other things. */
function unwantedIn(said: string): string[] {
  if (!/(?:不(?:能|得|可|要|许|准)|禁止|避免|别|勿).{0,6}(?:说|用|提|出现|写|含|有|承诺)/u.test(said)) return [];
  return Array.from(said.matchAll(/["“「『']([^"“”「」『』']{1,20})["”」』']/gu), ([, word = '']) => word);
}

/** What papers are called that say something about a product. */
const PAPERS =
  /(?:产品|商品|门店|店铺|招生|信息|基本|项目|房源|资料|登记|清单|目录|概况|概述|简介|介绍|说明书?|简章|手册|方案|需求|策划|企划|brief|表)+$/iu;

/** 【产品资料】云朵记忆枕（2026 秋季款）is called 云朵记忆枕; what stands in brackets alone is the name. */
function unlabelled(text: string): string {
  const name = text.replace(/^(?:[【[][^】\]]{1,16}[】\]]\s*)+/u, '').replace(/\s*[（(][^（()）]{1,24}[)）]$/u, '');
  return name === '' ? text.replaceAll(/[【】[\]]/gu, '') : name;
}

/** 少儿编程暑期班招生简章 is about 少儿编程暑期班, 门店信息表 about nothing in particular. */
function titled(text: string): string {
  const name = unlabelled(text)
    .replace(/^\d+[、.．]\s*/u, '')
    .replace(PAPERS, '')
    .trim();
  return Array.from(name).length > 1 ? name : '';
}

/** Where a line says what the name is, the title is none. */
function dropTitle(items: Map<string, Found>, title: string): void {
  const names = [...items].filter(([, { field }]) => field === 'name');
  const [first] = names;
  if (names.length > 1 && first?.[1].sentence === title && !labelOf(title)) items.delete(first[0]);
}

function isTitle(text: string): boolean {
  return Array.from(text).length <= 16 && !/[，。！？；,!?;]/u.test(text);
}

function hasNumbers(text: string): boolean {
  return factsIn(text).some(({ kind }) => kind !== 'claim' && kind !== 'name');
}

/** Those of the sentence that are in what was taken of it; of a translation its own. */
function factsOf(
  { sentence, text: kept }: Found,
  { file, page, n }: { file: string; page: number | null; n: number },
): Fact[] {
  const isTranslated = HAN.test(kept) && !HAN.test(sentence);
  return factsIn(isTranslated ? kept : sentence, { file: file.slice(0, 200), page })
    .filter(({ text }) => kept.includes(text))
    .map((fact, k) => ({ ...fact, id: `sheet-${n + 1}-${k + 1}` }));
}
