import { splitSentences } from '@mixreel/ai';
import { AppError, AUDIO_LINE_CHARACTERS_MAX, AUDIO_LINES_MAX, type SPLIT_RULES } from '@mixreel/contract';
import { readDocx } from './read-docx.ts';
import { readText } from './read-text.ts';
import { readXlsx } from './read-xlsx.ts';

type Split = (typeof SPLIT_RULES)[number];
type Line = { text: string; shot_ms: number | null };

/** The lines of a script in a txt, docx, xlsx or srt file, and what a person should know about them. */
export function parseScript(file_name: string, bytes: Uint8Array, split: Split): { lines: Line[]; notices: string[] } {
  const extension = /\.[^.]+$/.exec(file_name.toLowerCase())?.[0];
  const read = readers[extension ?? ''];
  if (!read) throw new AppError('invalid', '只能导入 txt、docx、xlsx 或 srt 文件');
  const found = read(bytes, split).filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
  if (found.length === 0) throw new AppError('invalid', '文件里没有可以朗读的文字');
  return fit(found);
}

const readers: Record<string, (bytes: Uint8Array, split: Split) => Line[]> = {
  '.txt': (bytes, split) => splitText(readText(bytes), split),
  '.docx': (bytes, split) => splitText(readDocx(bytes), split),
  '.xlsx': (bytes) => linesOfTable(readXlsx(bytes)),
  '.srt': (bytes) => linesOfSrt(readText(bytes)),
};

function splitText(text: string, split: Split): Line[] {
  if (split === 'sentence') return splitSentences(text).map((sentence) => toLine(sentence.text));
  return text.split(split === 'line' ? '\n' : /\n\s*\n/).map(toLine);
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

const SRT_TIME = /(\d+):(\d\d):(\d\d)[,.](\d{1,3})\s*-->\s*(\d+):(\d\d):(\d\d)[,.](\d{1,3})/;

function linesOfSrt(text: string): Line[] {
  const blocks = text.split(/\n\s*\n/);
  const lines = blocks.flatMap((block) => {
    const time = SRT_TIME.exec(block);
    if (!time) return [];
    const shot_ms = toMs(time.slice(5, 9)) - toMs(time.slice(1, 5));
    const spoken = block.slice(time.index + time[0].length).replace(/<[^>]{1,50}>|\{\\[^}]{1,50}\}/g, '');
    return { ...toLine(spoken), shot_ms: shot_ms >= 100 && shot_ms <= 600_000 ? shot_ms : null };
  });
  if (lines.length === 0) throw new AppError('invalid', '字幕文件里没有时间轴，请检查格式');
  return lines;
}

function toMs([h, m, s, fraction = '']: string[]): number {
  return (Number(h) * 3600 + Number(m) * 60 + Number(s)) * 1000 + Number(fraction.padEnd(3, '0'));
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
