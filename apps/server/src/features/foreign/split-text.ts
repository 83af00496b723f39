import { splitSentences } from '@mixreel/ai';
import type { SPLIT_RULES } from '@mixreel/contract';

type Split = (typeof SPLIT_RULES)[number];

/** A running text as lines of a script: each on one line, without what is empty. */
export function splitText(text: string, split: Split): string[] {
  return piecesOf(text, split).map(onOneLine).filter(Boolean);
}

function piecesOf(text: string, split: Split): string[] {
  if (split === 'sentence') return splitSentences(text).map((sentence) => sentence.text);
  if (split === 'line') return text.split('\n');
  const paragraphs: string[][] = [[]];
  for (const line of text.split('\n')) {
    if (line.trim() === '') paragraphs.push([]);
    else paragraphs.at(-1)?.push(line);
  }
  return paragraphs.map((lines) => lines.join('\n'));
}

export function onOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Pieces of at most so many characters, cut between sentences where that is possible. */
export function cutBetweenSentences(text: string, most: number): string[] {
  if (text.length <= most) return [text];
  const parts: string[] = [];
  for (const sentence of splitSentences(text)) {
    for (let at = 0; at < sentence.text.length; at += most) {
      const piece = sentence.text.slice(at, at + most).toWellFormed();
      const last = parts.at(-1);
      if (last !== undefined && last.length + piece.length <= most) parts[parts.length - 1] = last + piece;
      else parts.push(piece);
    }
  }
  return parts;
}
