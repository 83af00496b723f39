import { AppError, AUDIO_LINE_CHARACTERS_MAX, AUDIO_LINES_MAX, type SPLIT_RULES } from '@mixreel/contract';
import type { Cue, Foreign } from '#features/foreign/foreign.ts';
import { cutBetweenSentences, onOneLine, splitText } from '#features/foreign/split-text.ts';
import { findRoleColumns, roleOf, TEXT_HEADERS } from './script-columns.ts';

type Split = (typeof SPLIT_RULES)[number];
type Line = { text: string; shot_ms: number | null; role: string | null };
/** A line as its row tells it, with the voice that stands beside it in the table. */
type Read = Line & { voice_name: string | null };
type Role = { role: string; voice_name: string | null };
type Table = Pick<Extract<Foreign, { kind: 'table' }>, 'rows' | 'merged'>;
type Script = { lines: Line[]; roles: Role[]; notices: string[] };

/** The lines of a script in a document, who says them, and what a person should know about them. */
export function linesOf(document: Foreign, split: Split): Script {
  const found = readLines(document, split).filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
  if (found.length === 0) throw new AppError('invalid', '文件里没有可以朗读的文字');
  const { lines, notices } = fit(found);
  return {
    lines: lines.map(({ text, shot_ms, role }) => ({ text, shot_ms, role })),
    roles: rolesOf(lines),
    notices: [...document.notices, ...notices],
  };
}

/** Each role once, in the order they come in, with the first voice that the table gives it. */
function rolesOf(lines: Read[]): Role[] {
  const voices = new Map<string, string | null>();
  for (const { role, voice_name } of lines) if (role) voices.set(role, voices.get(role) ?? voice_name);
  return Array.from(voices, ([role, voice_name]) => ({ role, voice_name }));
}

function readLines(document: Foreign, split: Split): Read[] {
  if (document.kind === 'text') return splitText(document.text, split).map(toLine);
  return document.kind === 'table' ? linesOfTable(document) : document.cues.map(lineOfCue);
}

function toLine(text: string): Read {
  return { text: onOneLine(text), shot_ms: null, role: null, voice_name: null };
}

const SECONDS_HEADERS = /^(时长|秒|duration|seconds)/i;

/** By the header if one is recognised, else the column with the most text. */
function linesOfTable({ rows, merged }: Table): Read[] {
  const header = rows[0] ?? [];
  const { role, voice } = findRoleColumns(rows);
  const named = header.findIndex((cell, n) => n !== role && n !== voice && TEXT_HEADERS.test(cell.trim()));
  const seconds = header.findIndex((cell) => SECONDS_HEADERS.test(cell.trim()));
  const column = named >= 0 ? named : wordiestColumn(rows, [role, voice]);
  const roles = namesIn({ rows, merged }, role);
  const voices = namesIn({ rows, merged }, voice);
  const lines = rows.map((row, n) => {
    const length = Number.parseFloat(row[seconds] ?? '');
    const shot_ms = length >= 0.1 && length <= 600 ? Math.round(length * 1000) : null;
    const voice_name = voices[n] ?? null;
    return { ...toLine(row[column] ?? ''), shot_ms, role: roles[n] ?? voice_name, voice_name };
  });
  return lines.slice([named, seconds, role].some((n) => n >= 0) ? 1 : 0);
}

/** Whom each row of a column names; a cell over several rows is meant for all of them. */
function namesIn({ rows, merged }: Table, column: number): (string | null)[] {
  const names = rows.map((row) => roleOf(row[column]));
  for (const { from_row, to_row } of merged.filter((cell) => cell.column === column)) {
    // A row that has its name ends it: cells that lie over each other cost no more than the rows there are.
    for (let n = from_row + 1; n <= to_row && names[from_row] && !names[n]; n++) names[n] = names[from_row];
  }
  return names;
}

function wordiestColumn(rows: string[][], except: number[]): number {
  const totals: number[] = [];
  for (const row of rows) {
    row.forEach((cell, n) => (totals[n] = (totals[n] ?? 0) + (except.includes(n) ? 0 : letters(cell))));
  }
  return Math.max(0, totals.indexOf(Math.max(...totals, 0)));
}

function letters(text: string): number {
  return text.match(/\p{L}/gu)?.length ?? 0;
}

function lineOfCue({ start_ms, end_ms, text }: Cue): Read {
  const shot_ms = end_ms - start_ms;
  return { ...toLine(text), shot_ms: shot_ms >= 100 && shot_ms <= 600_000 ? shot_ms : null };
}

/** Lines that are too long are cut between sentences, lines that are too many are left out, and both are said. */
function fit(lines: Read[]): { lines: Read[]; notices: string[] } {
  const notices: string[] = [];
  const short = lines.flatMap((line) => (line.text.length <= AUDIO_LINE_CHARACTERS_MAX ? [line] : cut(line)));
  if (short.length > lines.length) notices.push(`超过 ${AUDIO_LINE_CHARACTERS_MAX} 字的行已分成几行`);
  const left = short.length - AUDIO_LINES_MAX;
  if (left > 0) notices.push(`一篇最多 ${AUDIO_LINES_MAX} 行，后面的 ${left} 行没有导入`);
  return { lines: short.slice(0, AUDIO_LINES_MAX), notices };
}

function cut({ text, role, voice_name }: Read): Read[] {
  return cutBetweenSentences(text, AUDIO_LINE_CHARACTERS_MAX).map((part) => ({ ...toLine(part), role, voice_name }));
}
