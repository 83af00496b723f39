import { AppError, type Fact, type SheetField, type SheetItem } from '@mixreel/contract';
import { factsIn } from '@mixreel/contract/fact';
import type { Foreign, Table } from '#features/foreign/foreign.ts';
import { giveTurns } from '#turns.ts';
import { plainly } from './write-script.ts';

const HAN = /\p{Script=Han}/u;
export const NOT_CHINESE = '资料不是中文：内置写手只写中文，请采用后把卖点写成中文；接入文案服务后可以直接用';
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** Japanese has Chinese characters, too. */
export const isChinese = (text: string): boolean => HAN.test(text) && !KANA.test(text);
const ITEMS_MAX = 120;
const TEXT_MAX = 120;
/** Whatever goes on behind so much is no sheet of a product. */
const LINES_MAX = 5000;
/** A line is looked at in pieces of so many characters: what looks for numbers takes long for rows of nothing else. */
const PIECE = /[^]{1,1000}/gu;
/** A word that may not be said; longer than this it is a sentence about something else. */
const WORD_MAX = 20;

/** What a sheet calls what it says. Of those with a sign the label is part of what is said: 净含量 50 克. */
const LABELS: [field: SheetField, isKept: boolean, names: RegExp][] = [
  [
    'name',
    false,
    /^(?:商品名称?|产品名称?|品名|名称|商品|产品|项目名称|店名|(?:店铺|门店|服务|房源|菜品|线路)名称?|(?:课程|楼盘|小区)(?:名称?)?|菜名|车型|机型|(?:product|item)(?: name)?|name)$/iu,
  ],
  ['brand', false, /^(?:品牌(?:名称?)?|牌子|brand(?: name)?)$/iu],
  [
    'forbidden',
    false,
    /^(?:(?:品牌)?(?:禁用|违禁|敏感|禁止)(?:词语?|词汇|用语|用词|宣称)?|禁语|(?:不能|不可|不得|不要|避免|禁止)(?:说|用|提|出现|使用)(?:的)?(?:词语?|话|用语)?|(?:forbidden|banned) words|do not say)$/iu,
  ],
  ['category', false, /^(?:品类|类别|类目|分类|产品类型|行业|category|type)$/iu],
  [
    'points',
    false,
    /^(?:\p{Script=Han}{0,4}(?:卖点|特点|优势|亮点|特色)|(?:核心|产品|主要|商品)?功能(?:特点)?)(?:介绍|\d+|[一二三四五六七八九])?$|^(?:key |main )?(?:features|benefits|highlights|selling points)$|^(?:特[徴長]|características|ventajas|merkmale|vorteile|avantages)$/iu,
  ],
  [
    'pains',
    false,
    /^(?:\p{Script=Han}{0,6}(?:痛点|困扰|烦恼|顾虑|担心(?:的(?:问题|事情?))?|常说|抱怨)|(?:用户|客户|常见)?问题)(?:\d+|[一二三四五六七八九])?$|^(?:pain points|problems)$/iu,
  ],
  [
    'proofs',
    false,
    /^(?:资质|认证|检测|检测报告|专利|背书|信任背书|证书|荣誉|依据|资质证明|执行标准|备案|certificat(?:es|ions?)|awards|proofs?)$/iu,
  ],
  [
    'price',
    false,
    /^(?:价格|单价|定价|收费|费用|学费|租金|年?保费|年费|\p{Script=Han}{0,5}价|(?:retail )?price|msrp|.{0,4}価格|値段|precio|preis|prix|prezzo)$/iu,
  ],
  ['promotion', false, /^(?:活动|优惠|促销|福利|赠品|活动机制|优惠活动|促销活动|权益|promotions?|offers?|deals?)$/iu],
  [
    'audience',
    false,
    /^(?:人群|目标人群|适用人群|受众|目标客户|目标用户|适合人群|适合|适用|面向|使用人群|(?:target )?(?:audience|customers))$/iu,
  ],
  [
    'points',
    true,
    /^(?:规格|净含量|容量|材质|面料|成分|配料|产地|尺寸|重量|承重|保质期|功率|型号|营业时间|地址|售后|质保|服务内容|校区|(?:上|开)课时间|表显里程|里程|保额|等待期)$/u,
  ],
];

/** Sentences that say by themselves what they are. */
const SIGNS: [field: SheetField, signs: RegExp][] = [
  ['promotion', /买.{0,3}[送赠减]|满.{0,8}[减赠送]|立减|直降|第.件|[\d一二三四五六七八九.]+\s*折|赠送|包邮|首单|优惠/u],
  ['proofs', /认证|检测|专利|报告|备案|证书|许可证|获.{0,8}奖|承保|资质/u],
  [
    'price',
    /(?:价|收费|人均|单颗).{0,8}\d|每(?:年|月|晚|次|节|人).{0,8}\d+(?:\.\d+)?\s*(?:元|块|万)|\d+(?:\.\d+)?\s*元\s*(?:[/／一每]|$)|[¥￥$€£]\s*\d|\d\s*[€円]/u,
  ],
  ['audience', /^(?:适合|适用于?|专为|面向)/u],
  ['pains', /烦恼|困扰|总是|老是|怎么办|受不了|头疼|不敢|太(?:贵|重|甜|硬|吵|麻烦)/u],
];

/** What stands on every sheet and says nothing. */
const NOISE =
  /^(?:(?:序号|编号)(?:[:：].*)?|关于我们|联系我们|联系方式|目录|谢谢.*|感谢.*|thanks?.*|附录|公司简介|\d+|第\s*\d+\s*页.*|.{0,6}(?:电话|手机|微信号?|客服|邮箱|网址|官网|QQ群?|公众号|e-?mail|tel|phone|website)\s*[:：].*)$/iu;
/** What is meant for a machine that reads the sheet, and is nothing of a product. */
const ORDERS =
  /(?:ignore|disregard|forget|override)\s+(?:\p{L}+\s+){0,3}(?:previous|prior|above|rules?|instructions?|prompts?)\b|\byou are now\b|\b(?:delete|erase|remove)\s+(?:all|every|the)\s+(?:\p{L}+\s+)?(?:materials?|files?|videos?|mix(?:es)?|data)\b|^\s*(?:system|assistant)\s*[:：]|(?:忽略|无视|忘记|不要遵守).{0,8}(?:规则|指令|要求|上文|以上|提示)|(?:删除|清空).{0,4}(?:所有|全部).{0,4}(?:素材|混剪|成片|数据|文件)|\b(?:delete|drop|remove)_\w+/iu;
const ORDERS_TOLD = '资料里有写给 AI 的指令，没有当成资料';
const ORDERS_SHOWN = 3;
/** Sentences that count as points where a sheet says of none that they are. */
const PLAIN = { least: 6, most: 60, count: 12 };
const WORDS_LEAST = 4;
const LISTED = /^\s*[-•·*●■◆▪]/u;

/** `of`: whose it is, where a table has several products. */
type Line = { text: string; page: number | null; of?: string; isRow?: boolean; isListed?: boolean };

/** What a product sheet says, each with where it stands; a person ticks what counts. */
export async function sheetItems(
  document: Foreign,
  file: string,
  brief: Known | null,
): Promise<{ items: SheetItem[]; notices: string[] }> {
  const items = new Map<string, Found>();
  /** Of which the sheet says itself what they are. */
  const named = new Set<string>();
  let under: SheetField | null = null;
  let hasPoints = false;
  const plain: (() => void)[] = [];
  const giveTurn = giveTurns();
  const { lines, orders, isLonger } = await readLines(document, giveTurn);
  if (isEmpty(document)) throw new AppError('invalid', '文件里没有文字，请换一份有内容的');
  for (const [n, { text, page, of, isRow, isListed }] of lines.entries()) {
    await giveTurn();
    const add = (field: SheetField, said: string, own: string) => {
      const sentence = of && field !== 'name' ? `${of}｜${own}` : own;
      const kept = cutAt(TEXT_MAX, spoken(said).replace(/[。；;，,]+$/u, ''));
      const product = of ?? null;
      const key = `${field} ${plainly(kept)} ${product ?? ''}`;
      if (plainly(kept) === '' || items.has(key)) return;
      // Of what, nobody says.
      if (field === 'points' && /^[\d.,\s]+$/u.test(kept)) return;
      items.set(key, { field, text: kept, sentence: cutAt(1000, sentence), page, product });
      if (labelled || under) named.add(key);
    };
    const labelled = labelOf(text);
    hasPoints ||= labelled?.field === 'points' && !labelled.isKept;
    if (labelled && labelled.said === '') under = labelled.field;
    else if (labelled) {
      under = null;
      if (labelled.field === 'forbidden') {
        for (const word of wordsIn(labelled.said)) add('forbidden', word, text);
        continue;
      }
      const parts =
        labelled.field === 'points' || labelled.field === 'pains' ? splitList(labelled.said) : [labelled.said];
      for (const part of parts) add(labelled.field, labelled.isKept ? `${labelled.label} ${part}` : part, text);
    } else if (under === 'forbidden') for (const word of wordsIn(text)) add('forbidden', word, text);
    else if (n === 0 && isTitle(text)) add('name', titled(text), text);
    else if (isTitle(text) && !isListed && !under && !hasNumbers(text) && signOf(text) !== 'audience') under = null;
    else {
      for (const sentence of text.split(/(?<=[。！？!?；;])/u)) {
        const field =
          signOf(sentence) ?? under ?? (/\d/u.test(sentence) || factsIn(sentence).length > 0 ? 'points' : null);
        const said = bare(sentence);
        // 适合上班族: for whom, and not for whom it suits.
        const whom = field === 'audience' ? said.replace(/^(?:适合|适用于?|专为|面向)\s*/u, '') : said;
        if (field) add(field, whom, text);
        else if (!isRow && (isPlain(said) || (isListed && isLong(said)))) plain.push(() => add('points', said, text));
      }
    }
  }
  if (!hasPoints) for (const take of plain.slice(0, PLAIN.count)) take();
  dropTitle(items, lines[0]?.text ?? '');
  if (items.size === 0) throw new AppError('invalid', '文件里没有找到商品资料：写上名称、卖点、价格这样的字样再试');
  const products = new Set(lines.flatMap(({ of }) => of ?? [])).size;
  const notices = [
    ...document.notices,
    ...(isLonger ? [`资料很长，只看了前 ${LINES_MAX} 行；请只留这个商品的再试`] : []),
    ...(orders.length > 0 ? [`${ORDERS_TOLD}：${orders.slice(0, ORDERS_SHOWN).map(quoted).join('')}`] : []),
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
    field === 'name' && labelOf(sentence)?.field === 'name' ? [text] : [],
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

type Read = { lines: Line[]; orders: string[]; /** There is more. */ isLonger: boolean };

/** As many lines as are looked at, in pieces, and the orders to machines in them, which are left out. */
async function readLines(document: Foreign, giveTurn: () => Promise<void>): Promise<Read> {
  const read: Read = { lines: [], orders: [], isLonger: false };
  let count = 0;
  for (const line of linesOf(document)) {
    await giveTurn();
    for (const piece of piecesOf(line)) {
      if (count === LINES_MAX) return { ...read, isLonger: true };
      count += 1;
      const said = beforeOrders(piece.text);
      if (said !== '') read.lines.push({ ...piece, text: said });
      if (said !== piece.text) read.orders.push(piece.text);
    }
  }
  return read;
}

/** What a line says before it turns to machines, and without what it says to them in brackets; nobody vouches for the rest. */
function beforeOrders(text: string): string {
  if (!ORDERS.test(text)) return text;
  const outside = text.replaceAll(/[（(【[][^（()）【】[\]]*[）)】\]]/gu, (said) => (ORDERS.test(said) ? '' : said));
  const sentences = outside.split(/(?<=[。！？!?；;])/u);
  const at = sentences.findIndex((sentence) => ORDERS.test(sentence));
  const kept = (at < 0 ? sentences : sentences.slice(0, at)).join('').trim();
  // Of a label nothing is left.
  return /[:：]$/u.test(kept) ? '' : kept;
}

function quoted(text: string): string {
  return `「${cutAt(40, text)}${text.length > 40 ? '…' : ''}」`;
}

/** Rows of tables read as `label：value`; rows under headings as one such line a cell. */
function* linesOf(document: Foreign): Generator<Line> {
  if (document.kind === 'cues') for (const { text } of document.cues) yield { text, page: null };
  else if (document.kind === 'table') yield* tableLines(document, 1);
  else if (document.pages) for (const [n, text] of document.pages.entries()) yield* textLines(text, n + 1);
  else {
    const { tables = [], outside = document.text } = document.parts ?? {};
    yield* textLines(outside, null);
    for (const table of tables) yield* tableLines(table, null);
  }
}

function piecesOf(line: Line): Line[] {
  const pieces = line.text.replaceAll(/[^\S\n]+/gu, ' ').match(PIECE) ?? [];
  return pieces.map((text) => ({ ...line, text }));
}

function* textLines(text: string, page: number | null): Generator<Line> {
  for (const line of text.split('\n')) {
    const said = bare(line);
    if (said !== '' && !NOISE.test(said)) yield { text: said, page, isListed: LISTED.test(line) };
  }
}

function tableLines({ rows }: Table, page: number | null): Line[] {
  const filled = rows.map((row) => row.map((cell) => cell.trim())).filter((row) => row.some(Boolean));
  const [head = [], ...body] = filled;
  const named = head.filter((cell) => labelOf(`${cell}：`) !== null).length;
  const isHeaded = named >= 2 && head.length > 2 && body.length > 0;
  const nameAt = head.findIndex((cell) => labelOf(`${cell}：`)?.field === 'name');
  if (isHeaded) {
    return body.flatMap((row) => {
      const of = body.length > 1 && nameAt >= 0 ? row[nameAt] : undefined;
      return row.flatMap((cell, n) =>
        cell && head[n] ? [{ text: `${head[n]}：${cell.replaceAll('\n', '；')}`, page, ...(of && { of }) }] : [],
      );
    });
  }
  if (isBare(filled, named)) {
    return filled.flatMap(([of = '', ...cells]) => [
      { text: `品名：${of}`, page, of },
      ...cells.flatMap((cell) => (cell ? [{ text: cell, page, of }] : [])),
    ]);
  }
  return filled.map((row) => {
    const [label = '', ...rest] = row.filter(Boolean);
    return {
      text: rest.length > 0 ? `${label.replace(/[:：]$/u, '')}：${rest.join('；').replaceAll('\n', '；')}` : label,
      page,
      isRow: rest.length > 0,
    };
  });
}

/** Rows of things without any headings: what each is called, and what is said of it. */
function isBare(rows: string[][], named: number): boolean {
  return named === 0 && rows.length > 0 && rows.every(isThing) && rows[0]!.some((cell) => /\d/u.test(cell));
}

function isThing([name = '', ...cells]: string[]): boolean {
  return HAN.test(name) && labelOf(`${name}：`) === null && cells.filter(Boolean).length >= 2;
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

function labelOf(line: string): { field: SheetField; isKept: boolean; label: string; said: string } | null {
  const found = /^[【[]?([^:：】\]]{1,16})[】\]]?\s*(?:[:：]\s*(.*)|)$/su.exec(line);
  if (!found) return null;
  const label = found[1]!.trim();
  const known = LABELS.find(([, , names]) => names.test(label));
  return known ? { field: known[0], isKept: known[1], label, said: (found[2] ?? '').trim() } : null;
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

function bare(line: string): string {
  return line
    .trim()
    .replace(/^(?:[-•·*●■◆▪]+|\d{1,2}[、.)）](?!\d)|[①-⑳])\s*/u, '')
    .trim();
}

/** What papers are called that say something about a product. */
const PAPERS =
  /(?:产品|商品|门店|店铺|招生|信息|基本|项目|房源|资料|登记|清单|目录|概况|概述|简介|介绍|说明书?|简章|手册|方案|表)+$/u;

/** 少儿编程暑期班招生简章 is about 少儿编程暑期班, 门店信息表 about nothing in particular. */
function titled(text: string): string {
  const name = text
    .replace(/^[一二三四五六七八九十\d]+[、.．]\s*/u, '')
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

function signOf(sentence: string): SheetField | null {
  return SIGNS.find(([, signs]) => signs.test(sentence))?.[0] ?? null;
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
