import { AppError, type Subtitle, SUBTITLE_TEXT_MAX, SUBTITLES_MAX } from '@mixreel/contract';
import { readForeign } from '#features/foreign/read-foreign.ts';

/** So long stands a line whose file says that it ends before it begins. */
const STANDS_MS = 2000;
const NAMED_MOST = 5;

type Fitted = { subtitles: Subtitle[]; notices: string[] };
type Given = { file_name: string; content_base64: string; duration_ms: number | null };

/** The lines of a subtitle file, as they can stand in a film of this length; null: nobody knows how long it is. */
export async function readSubtitleFile(
  { file_name, content_base64, duration_ms }: Given,
  signal: AbortSignal,
): Promise<Fitted> {
  if (!/\.srt$/i.test(file_name)) {
    throw new AppError('invalid', '只能导入 SRT 字幕文件；别的格式请先在剪映、Arctime 里导出为 SRT');
  }
  const foreign = await readForeign(file_name, Buffer.from(content_base64, 'base64'), { signal });
  if (foreign.kind !== 'cues') throw new AppError('invalid', '文件里没有字幕，请选择 SRT 字幕文件');
  const { subtitles, notices } = fitSubtitles(foreign.cues, duration_ms);
  if (subtitles.length === 0) throw new AppError('invalid', '字幕都在素材结束以后，请检查是不是这个素材的字幕');
  if (subtitles.length > SUBTITLES_MAX) {
    throw new AppError('invalid', `有 ${subtitles.length} 句，最多 ${SUBTITLES_MAX} 句，请先把素材和字幕分成几段`);
  }
  return { subtitles, notices: [...foreign.notices, ...notices] };
}

/** Lines of a file, one behind another and none over another; what had to be changed for that is said. */
export function fitSubtitles(cues: Subtitle[], duration_ms: number | null): Fitted {
  const notices: string[] = [];
  const end = duration_ms ?? Infinity;
  if (cues.some(({ start_ms }, n) => start_ms < (cues[n - 1]?.start_ms ?? 0))) notices.push('时间是乱的，已按先后排好');
  const late = cues.filter(({ start_ms }) => start_ms >= end).length;
  if (late > 0) notices.push(`有 ${late} 句在素材结束以后，没有导入`);
  const all: Subtitle[] = [];
  for (const cue of cues.toSorted((a, b) => a.start_ms - b.start_ms)) {
    if (cue.start_ms >= end) continue;
    const last = all.at(-1);
    // Two languages are often two lines of the same moment.
    if (last?.start_ms !== cue.start_ms) all.push({ ...cue });
    else Object.assign(last, { text: `${last.text}\n${cue.text}`, end_ms: Math.max(last.end_ms, cue.end_ms) });
  }
  const [backwards, over]: [number[], number[]] = [[], []];
  const subtitles = all.map(({ start_ms, end_ms, text }, n) => {
    const room = Math.min(end, all[n + 1]?.start_ms ?? Infinity);
    if (end_ms <= start_ms) backwards.push(n + 1);
    else if (end_ms > room && room < end) over.push(n + 1);
    const until = end_ms <= start_ms ? start_ms + STANDS_MS : end_ms;
    return { start_ms, end_ms: Math.min(until, room), text: inTwoLines(text) };
  });
  if (backwards.length > 0) notices.push(`${named(backwards)}的结束时间不晚于开始时间，已改成最多 2 秒，请核对`);
  if (over.length > 0) notices.push(`${named(over)}和下一句重叠，已提前结束`);
  return { subtitles, notices };
}

function inTwoLines(text: string): string {
  const [first = '', ...rest] = text
    .slice(0, SUBTITLE_TEXT_MAX)
    .toWellFormed()
    .replaceAll(/[^\P{Cc}\n]+/gu, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return rest.length === 0 ? first : `${first}\n${rest.join(' ')}`;
}

function named(numbers: number[]): string {
  const some = numbers.slice(0, NAMED_MOST).join('、');
  return numbers.length > NAMED_MOST ? `第 ${some} 等 ${numbers.length} 句` : `第 ${some} 句`;
}
