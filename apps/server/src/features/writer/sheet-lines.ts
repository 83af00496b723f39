import type { Foreign, Table } from '#features/foreign/foreign.ts';
import { labelOf } from './sheet-labels.ts';

/** Whatever goes on behind so much is no sheet of a product. */
export const LINES_MAX = 5000;
/** A line is looked at in pieces of so many characters: what looks for numbers takes long for rows of nothing else. */
const PIECE = /[^]{1,1000}/gu;
const HAN = /\p{Script=Han}/u;

/** What stands on every sheet and says nothing. */
const NOISE =
  /^(?:(?:序号|编号)(?:[:：].*)?|关于我们|联系我们|联系方式|目录|谢谢.*|感谢.*|thanks?.*|附录|公司简介|\d+|第\s*\d+\s*页.*|.{0,6}(?:电话|手机|微信号?|客服|邮箱|网址|官网|QQ群?|公众号|e-?mail|tel|phone|website)\s*[:：].*)$/iu;
/** What is meant for a machine that reads the sheet, and is nothing of a product. */
const ORDERS =
  /(?:ignore|disregard|forget|override)\s+(?:\p{L}+\s+){0,3}(?:previous|prior|above|rules?|instructions?|prompts?)\b|\byou are now\b|\b(?:delete|erase|remove)\s+(?:all|every|the)\s+(?:\p{L}+\s+)?(?:materials?|files?|videos?|mix(?:es)?|data)\b|^\s*(?:system|assistant)\s*[:：]|(?:忽略|无视|忘记|不要遵守).{0,8}(?:规则|指令|要求|上文|以上|提示)|(?:删除|清空).{0,4}(?:所有|全部).{0,4}(?:素材|混剪|成片|数据|文件)|\b(?:delete|drop|remove)_\w+/iu;

/** Marks of lists, whatever stands behind them; a number is a mark where it is none of what follows. */
const MARK = /^(?:[-–—•·*●■◆▪✅✔]+|\d{1,2}[、.)）](?!\d)|[（(]\d{1,2}[)）]|[①-⑳])\s*/u;
/** Chapters are counted in words. */
const CHAPTER = /^(?:[（(][一二三四五六七八九十]{1,3}[)）]|[一二三四五六七八九十]{1,3}[、.．])\s*/u;
const LISTED = /^\s*(?:[-–—•·*●■◆▪✅✔]|\d{1,2}[、.)）]|[（(]\d{1,2}[)）]|[①-⑳])/u;
const QUESTION = /^(?:q|问|提问)\s?\d{0,3}\s?[:：.、]\s*/iu;
const ANSWER = /^(?:a|答|回答)\s?\d{0,3}\s?[:：.、]\s*/iu;

/** `of`: whose it is, where a table has several products. */
export type Line = {
  text: string;
  page: number | null;
  of?: string;
  isRow?: boolean;
  isListed?: boolean;
  /** Says what the lines behind it are about. */
  isHeading?: boolean;
  /** Is asked, and answered by what follows. */
  isQuestion?: boolean;
};

export type Read = { lines: Line[]; orders: string[]; /** There is more. */ isLonger: boolean };

/** As many lines as are looked at, in pieces, and the orders to machines in them, which are left out. */
export async function readLines(document: Foreign, giveTurn: () => Promise<void>): Promise<Read> {
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
  let rows: string[][] = [];
  let counted = 0;
  for (const raw of text.split('\n')) {
    const line = unmarked(raw);
    if (line.includes('\t')) {
      rows.push(line.split('\t'));
      continue;
    }
    yield* tableLines({ rows, merged: [] }, page);
    rows = [];
    // 4、30 晚试睡 behind a third one is a fourth; alone it might be 4 or 30.
    const [, number = '', behind = ''] = /^(\d{1,2})、(.+)$/su.exec(line) ?? [];
    const isNext = number !== '' && Number(number) === counted + 1;
    counted = Number(/^\d{1,2}(?=[、.)）])/u.exec(line)?.[0] ?? 0);
    const said = bare(isNext ? behind : line);
    if (said === '' || NOISE.test(said)) continue;
    const isListed = LISTED.test(line);
    if (QUESTION.test(said)) yield { text: said.replace(QUESTION, ''), page, isQuestion: true };
    else if (ANSWER.test(said)) yield { text: said.replace(ANSWER, ''), page, isListed: true };
    else yield { text: said, page, isListed, isHeading: !isListed && (line !== raw.trim() || CHAPTER.test(line)) };
  }
  yield* tableLines({ rows, merged: [] }, page);
}

/** Without what marks headings, quotes and bold words in plain text. */
function unmarked(line: string): string {
  return line
    .trim()
    .replace(/^(?:#{1,6}|>)\s+/u, '')
    .replaceAll(/\*\*|`/gu, '');
}

function tableLines({ rows }: Table, page: number | null): Line[] {
  const filled = rows.map((row) => row.map((cell) => cell.trim())).filter((row) => row.some(Boolean));
  const [head = [], ...body] = filled;
  const named = head.filter((cell) => labelOf(`${cell}：`) !== null).length;
  const isHeaded = named >= 2 && head.length > 2 && body.length > 0;
  const nameAt = head.findIndex((cell) => labelOf(`${cell}：`)?.part === 'name');
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

export function bare(line: string): string {
  return line.trim().replace(CHAPTER, '').replace(MARK, '').trim();
}
