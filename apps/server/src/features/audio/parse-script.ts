import { splitSentences } from '@mixreel/ai';
import { AppError, AUDIO_LINE_CHARACTERS_MAX, AUDIO_LINES_MAX, type SPLIT_RULES } from '@mixreel/contract';
import type { Cue, Document } from '#features/document/document.ts';

type Split = (typeof SPLIT_RULES)[number];
type Line = { text: string; shot_ms: number | null };

/** The lines of a script in a document, and what a person should know about them. */
export function linesOf(document: Document, split: Split): { lines: Line[]; notices: string[] } {
  const found = readLines(document, split).filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
  if (found.length === 0) throw new AppError('invalid', '文件里没有可以朗读的文字');
  const { lines, notices } = fit(found);
  return { lines, notices: [...document.notices, ...notices] };
}

function readLines(document: Document, split: Split): Line[] {
  if (document.kind === 'text') return splitText(document.text, split);
  return document.kind === 'table' ? linesOfTable(document.rows) : document.cues.map(lineOfCue);
}

function splitText(text: string, split: Split): Line[] {
  if (split === 'sentence') return splitSentences(text).map((sentence) => toLine(sentence.text));
  if (split === 'line') return text.split('\n').map(toLine);
  const paragraphs: string[][] = [[]];
  for (const line of text.split('\n')) {
    if (line.trim() === '') paragraphs.push([]);
    else paragraphs.at(-1)?.push(line);
  }
  return paragraphs.map((lines) => toLine(lines.join('\n')));
}

function toLine(text: string): Line {
  return { text: text.replace(/\s+/g, ' ').trim(), shot_ms: null };
}

const TEXT_HEADERS = /^(台词|文案|旁白|配音|口播|解说|文字|内容|脚本|narration|text|line|script|voice ?over)/i;
const SECONDS_HEADERS = /^(时长|秒|duration|seconds)/i;

/** By the header if one is recognised, else the column with the most text. */
function linesOfTable(rows: string[][]): Line[] {
  const header = rows[0] ?? [];
  const named = header.findIndex((cell) => TEXT_HEADERS.test(cell.trim()));
  const seconds = header.findIndex((cell) => SECONDS_HEADERS.test(cell.trim()));
  const column = named >= 0 ? named : wordiestColumn(rows);
  return rows.slice(named >= 0 || seconds >= 0 ? 1 : 0).map((row) => {
    const length = Number.parseFloat(row[seconds] ?? '');
    const shot_ms = length >= 0.1 && length <= 600 ? Math.round(length * 1000) : null;
    return { ...toLine(row[column] ?? ''), shot_ms };
  });
}

function wordiestColumn(rows: string[][]): number {
  const totals: number[] = [];
  for (const row of rows) row.forEach((cell, n) => (totals[n] = (totals[n] ?? 0) + letters(cell)));
  return Math.max(0, totals.indexOf(Math.max(...totals, 0)));
}

function letters(text: string): number {
  return text.match(/\p{L}/gu)?.length ?? 0;
}

function lineOfCue({ start_ms, end_ms, text }: Cue): Line {
  const shot_ms = end_ms - start_ms;
  return { ...toLine(text), shot_ms: shot_ms >= 100 && shot_ms <= 600_000 ? shot_ms : null };
}

/** Lines that are too long are cut between sentences, lines that are too many are left out, and both are said. */
function fit(lines: Line[]): { lines: Line[]; notices: string[] } {
  const notices: string[] = [];
  const short = lines.flatMap((line) => (line.text.length <= AUDIO_LINE_CHARACTERS_MAX ? [line] : cut(line)));
  if (short.length > lines.length) notices.push(`超过 ${AUDIO_LINE_CHARACTERS_MAX} 字的行已分成几行`);
  const left = short.length - AUDIO_LINES_MAX;
  if (left > 0) notices.push(`一篇最多 ${AUDIO_LINES_MAX} 行，后面的 ${left} 行没有导入`);
  return { lines: short.slice(0, AUDIO_LINES_MAX), notices };
}

function cut({ text }: Line): Line[] {
  const parts: string[] = [];
  for (const sentence of splitSentences(text)) {
    for (let at = 0; at < sentence.text.length; at += AUDIO_LINE_CHARACTERS_MAX) {
      const piece = sentence.text.slice(at, at + AUDIO_LINE_CHARACTERS_MAX).toWellFormed();
      const last = parts.at(-1);
      if (last !== undefined && last.length + piece.length <= AUDIO_LINE_CHARACTERS_MAX) {
        parts[parts.length - 1] = last + piece;
      } else parts.push(piece);
    }
  }
  return parts.map(toLine);
}
