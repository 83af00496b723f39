import { type Cue, cutText, type Foreign, Refusal } from './foreign.ts';
import { readText } from './read-text.ts';

const TIME = /(\d{1,3}):(\d\d):(\d\d)[,.](\d{1,3})\s{0,10}-->\s{0,10}(\d{1,3}):(\d\d):(\d\d)[,.](\d{1,3})/;

/** The cues of a subtitle file, without the marks for colours and places. */
export function readSrt(bytes: Uint8Array): Foreign {
  const { text, notices } = cutText(readText(bytes));
  const cues = blocksOf(text).flatMap((block): Cue[] => {
    const time = TIME.exec(block);
    if (!time) return [];
    const spoken = block.slice(time.index + time[0].length).replace(/<[^<>]{1,50}>|\{\\[^{}]{1,50}\}/g, '');
    if (spoken.trim() === '') return [];
    return [{ start_ms: toMs(time.slice(1, 5)), end_ms: toMs(time.slice(5, 9)), text: spoken.trim() }];
  });
  if (cues.length === 0) throw new Refusal('字幕文件里没有时间轴，请检查格式');
  return { kind: 'cues', cues, notices };
}

/** By empty lines; looked at line by line, since a pattern over blank ones takes their square of time. */
function blocksOf(text: string): string[] {
  const blocks: string[][] = [[]];
  for (const line of text.split('\n')) {
    if (line.trim() === '') blocks.push([]);
    else blocks.at(-1)?.push(line);
  }
  return blocks.map((lines) => lines.join('\n'));
}

function toMs([h, m, s, fraction = '']: string[]): number {
  return (Number(h) * 3600 + Number(m) * 60 + Number(s)) * 1000 + Number(fraction.padEnd(3, '0'));
}
