import { splitSentences } from '@mixreel/ai';
import { EMPTY_ROW, type ScriptRow, spokenSeconds, STORY_ROWS_MAX, type StoryBrief } from '@mixreel/contract';
import { sectionOf } from '#features/story/section-of.ts';
import type { Writing } from './tell-script.ts';
import { wordsOf } from './words.ts';
import { rowOf } from './write-script.ts';

/** A row is one thing that is seen: shorter ones are joined, longer ones cut at a comma. */
const SHORT_S = 1.8;
const LONG_S = 7;
const JOINED_S = 5;

/** （镜头慢慢推近）, 【画面：倒咖啡】: what is to be seen, not said. */
const DIRECTION =
  /[（(【[]\s*(?:(?:画面|镜头|转场|特写|景别|动作|旁白|字幕|音效)\s*)?(?:[:：]\s*)?([^\s）)】\]][^）)】\]]{1,79})[）)】\]]/gu;

type Piece = { line: string; picture: string };

/** Running text as rows of one version: not a letter of what is said is changed. */
export async function* rowsOfText(text: string, brief: StoryBrief, notices: string[]): Writing {
  const pieces = text.split(/\n+/u).flatMap(piecesOf);
  if (pieces.length > STORY_ROWS_MAX) {
    notices.push(`一个故事板最多 ${STORY_ROWS_MAX} 行，后面的 ${pieces.length - STORY_ROWS_MAX} 段没有写进来`);
  }
  yield { kind: 'version', version: 0, title: '按原文分镜' };
  let start_ms = 0;
  for (const [n, piece] of pieces.slice(0, STORY_ROWS_MAX).entries()) {
    const row = toRow(piece, brief, { start_ms, is_last: n === pieces.length - 1, n });
    start_ms += row.duration_ms ?? 0;
    yield { kind: 'row', version: 0, row };
  }
}

/** A paragraph: its sentences, none too short to be seen and none too long to be looked at. */
function piecesOf(paragraph: string): Piece[] {
  const pieces: Piece[] = [];
  for (const { text } of splitSentences(paragraph)) {
    const pictures = Array.from(text.matchAll(DIRECTION), ([, said]) => said!.trim());
    const line = text.replaceAll(DIRECTION, '').trim();
    const last = pieces.at(-1);
    const isShort = last && !last.picture && pictures.length === 0 && spokenSeconds(last.line) < SHORT_S;
    if (isShort && spokenSeconds(last.line + line) <= JOINED_S) last.line += line;
    else if (line !== '' || pictures.length > 0) {
      const [first = '', ...rest] = cutLong(line);
      pieces.push({ line: first, picture: pictures.join('；') }, ...rest.map((more) => ({ line: more, picture: '' })));
    }
  }
  return pieces.filter(({ line, picture }) => /[\p{L}\p{N}]/u.test(line) || picture !== '');
}

function cutLong(line: string): string[] {
  if (spokenSeconds(line) <= LONG_S) return [line];
  const parts: string[] = [];
  for (const clause of line.split(/(?<=[，；,;：:])/u)) {
    const last = parts.at(-1);
    if (last !== undefined && spokenSeconds(last + clause) <= JOINED_S) parts[parts.length - 1] = last + clause;
    else parts.push(clause);
  }
  return parts;
}

type At = { start_ms: number; is_last: boolean; n: number };

function toRow({ line, picture }: Piece, brief: StoryBrief, { start_ms, is_last, n }: At): ScriptRow {
  const section = sectionOf(line, { start_ms, is_last });
  const seconds = spokenSeconds(line);
  const duration_ms = Math.max(1000, Math.ceil((seconds + 0.2) * 10) * 100);
  // Without a product nobody knows what is to be seen.
  const shown = section && brief.name ? rowOf(section, line, '', { brief, words: wordsOf(brief), n }) : EMPTY_ROW;
  return { ...shown, section, line, picture: picture || (section === 'solution' ? '' : shown.picture), duration_ms };
}
