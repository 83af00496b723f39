import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { breakIntoLines } from '@mixreel/ai';
import { AppError } from '@mixreel/contract';
import {
  captionFilter,
  type CaptionLayout,
  type Cue,
  findPreset,
  layoutCaption,
  missingCharacters,
  type PositionPreset,
  safeRect,
  splitCues,
  srtOf,
  textWidth,
} from '@mixreel/media';
import { canTranslate, translate } from '#features/ai/translate.ts';
import { cutAt, withSecond } from '#features/caption/second-language.ts';
import { findMarks } from '#features/clean/find-marks.ts';
import type { Output, RunTool, Work } from './box-tool.ts';
import { filtered } from './film-tools.ts';
import { requireSaid, type Said } from './said.ts';

type Timed = { start: number; end: number; text: string };

async function written(folder: string, cues: Timed[], suffix = ''): Promise<Output[]> {
  const out = join(folder, 'out.srt');
  await writeFile(out, srtOf(cues));
  return [{ path: out, suffix: `${suffix}.srt`, is_plain: true }];
}

/** A sentence in lines of at most so many characters. */
function linesOf({ words }: Said, max_chars: number): Timed[] {
  return breakIntoLines(words, { max_chars }).map((line) => ({
    start: line[0]?.start ?? 0,
    end: line.at(-1)?.end ?? 0,
    // A stop at the end of a line is not written in Chinese subtitles.
    text: line
      .map(({ text }) => text)
      .join('')
      .trim()
      .replace(/[，。、；：]+$/u, ''),
  }));
}

/** What is said, or what is written in the picture, as subtitles. */
export const subtitleExtract: RunTool<{ source: string; line: number }> = {
  async run(work) {
    const { context, path, facts, options, folder } = work;
    if (options.source !== 'written') {
      return written(
        folder,
        (await requireSaid(work)).flatMap((one) => linesOf(one, options.line)),
      );
    }
    if (!facts.video || facts.isStill) throw new AppError('invalid', '这个素材没有会动的画面，请换一个视频');
    const { marks, note } = await findMarks(context, { path, facts });
    if (note) throw new AppError('preparing', '识别文字的模型还没有准备好，请稍后再试');
    const cues = marks
      .filter(({ text }) => text.trim() !== '')
      .map(({ start_ms, end_ms, text }) => ({ start: start_ms / 1000, end: end_ms / 1000, text: text.trim() }))
      .toSorted((a, b) => a.start - b.start);
    if (cues.length === 0) throw new AppError('invalid', '画面上没有找到文字；要的是说出来的话，请改为提取「说的话」');
    return written(folder, cues);
  },
};

/** So few lines go into a request of a translator that a long recording takes several. */
const LINES_AT_ONCE = 1000;

async function translated(
  { context }: Pick<Work, 'context'>,
  said: Said[],
  to: string,
  onProgress: (done: number) => void,
): Promise<string[]> {
  const { task, signal } = context;
  const texts: string[] = [];
  for (let from = 0; from < said.length; from += LINES_AT_ONCE) {
    const lines = said.slice(from, from + LINES_AT_ONCE).map(({ text }) => text);
    const { lines: done } = await translate(context, { space_id: task.space_id, signal }, { lines, from: null, to });
    texts.push(...done.map(({ text }) => text));
    onProgress(texts.length / said.length);
  }
  return texts;
}

export const subtitleTranslate: RunTool<{ language: string; line: number }> = {
  problem: async (app) => canTranslate(app),
  async run(work) {
    const { options, folder } = work;
    const said = await requireSaid(work);
    const texts = await translated(work, said, options.language, work.onProgress);
    const cues = said.flatMap((one, n) => {
      const lines = linesOf(one, options.line);
      const parts = cutAt(texts[n] ?? '', sharesOf(lines));
      return lines.map((line, m) => ({ ...line, text: parts[m] ?? '' })).filter(({ text }) => text !== '');
    });
    return written(folder, cues, `-${options.language}`);
  },
};

/** Where lines end, as shares of all they say. */
function sharesOf(lines: Timed[]): number[] {
  const total = lines.reduce((sum, { text }) => sum + text.length, 0);
  let read = 0;
  return lines.map(({ text }) => (read += text.length) / Math.max(1, total));
}

type BurnOptions = { look: string; place: string; language: string; both: string };
const PLACES: Record<string, PositionPreset> = { bottom: 'bottom', middle: 'centre', top: 'top' };
/** A caption that is said in a moment is shown a little longer, as long as the next one lets it. */
const SHORTEST_SECONDS = 0.8;

/** What is said as captions in the picture, in the looks of the caption engine. */
export const subtitleBurn: RunTool<BurnOptions> = {
  async run(work) {
    const { facts, options, folder, context } = work;
    const { video } = facts;
    if (!video) throw new AppError('invalid', '这个素材没有画面，请换一个视频，或用「提取字幕」存成 SRT 文件');
    const said = await requireSaid(work);
    if (options.language !== '') {
      const problem = canTranslate(context);
      if (problem) throw new AppError('preparing', problem);
    }
    const seconds =
      options.language === ''
        ? null
        : await translated(work, said, options.language, (done) => work.onProgress(0.2 * done));
    const canvas = { width: 2 * Math.floor(video.width / 2), height: 2 * Math.floor(video.height / 2) };
    const layouts = layoutsOf(said, seconds, options, canvas);
    const { video: drawn, reads } = await captionFilter(canvas, layouts, folder);
    return filtered(work, { video: `crop=${canvas.width}:${canvas.height}:0:0,${drawn}`, suffix: '字幕', reads });
  },
};

function layoutsOf(
  said: Said[],
  second: string[] | null,
  { look, place, both }: BurnOptions,
  canvas: { width: number; height: number },
): CaptionLayout[] {
  const style = findPreset(look)?.style;
  if (!style) throw new AppError('invalid', '没有这个字幕样式');
  const missing = missingCharacters(second?.join('') ?? '', style.fontId).filter((sign) => /\p{L}/u.test(sign));
  if (missing.length > 0) {
    throw new AppError('invalid', '字幕的字体里没有这种语言的文字，请换「翻译字幕」存成 SRT 文件');
  }
  const unit = Math.min(canvas.width, canvas.height) / 1080;
  const size = style.size * unit;
  const edge = Math.max(
    style.outlines.reduce((sum, { width }) => sum + width, 0),
    style.box?.paddingX ?? 0,
  );
  const position = { kind: 'preset' as const, preset: PLACES[place] ?? 'bottom' };
  const cues = said.flatMap((one, n) => {
    const parts = splitCues({
      text: one.text,
      seconds: one.end - one.start,
      words: one.words.map(({ text, start, end }) => ({
        text,
        startSeconds: start - one.start,
        endSeconds: end - one.start,
      })),
      width: safeRect(canvas, 'none').width - 2 * edge * unit,
      measure: (text) => textWidth(text, style.fontId, size),
      maxLines: 1,
    });
    return inLanguage(parts, second?.[n] ?? '', both).map((cue) => movedBy(cue, one.start));
  });
  return cues.map((cue, n) => {
    const next = cues[n + 1]?.startSeconds ?? Infinity;
    const endSeconds = Math.min(next, Math.max(cue.endSeconds, cue.startSeconds + SHORTEST_SECONDS));
    return layoutCaption({ ...cue, endSeconds, style, position, maxLines: cue.text.includes('\n') ? 4 : 2 }, canvas);
  });
}

function inLanguage(cues: Cue[], second: string, both: string): Cue[] {
  if (second === '') return cues;
  const two = withSecond(cues, second);
  if (both !== 'only') return two;
  // Words of the first language say nothing of when those of the second are said.
  return two.map((cue) => ({ ...cue, text: cue.text.split('\n').at(-1) ?? '', words: [] }));
}

function movedBy({ text, startSeconds, endSeconds, words }: Cue, by: number): Cue {
  return {
    text: text.trim(),
    startSeconds: startSeconds + by,
    endSeconds: endSeconds + by,
    words: words.map((word) => ({
      ...word,
      startSeconds: word.startSeconds + by,
      endSeconds: word.endSeconds + by,
    })),
  };
}
