import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
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
import { linesOf, requireSaid, type Said, saidOf, type Timed } from './said.ts';
import { readCorrected } from './subtitle.queries.ts';

async function written(folder: string, cues: Timed[], suffix = ''): Promise<Output[]> {
  const out = join(folder, 'out.srt');
  await writeFile(out, srtOf(cues));
  return [{ path: out, suffix: `${suffix}.srt`, is_plain: true }];
}

/** What is said, by sentences; or line by line what a person made of it, which is taken as it is. */
async function requireSubtitles(work: Work<object>): Promise<{ said: Said[]; isCorrected: boolean }> {
  const { context, row, isSource } = work;
  // What another tool made of it has other times.
  const corrected = isSource ? await readCorrected(context.db, row) : null;
  if (corrected) return { said: saidOf(corrected, await work.words()), isCorrected: true };
  return { said: await requireSaid(work), isCorrected: false };
}

/** What is said, or what is written in the picture, as subtitles. */
export const subtitleExtract: RunTool<{ source: string; line: number }> = {
  async run(work) {
    const { context, path, facts, options, folder } = work;
    if (options.source !== 'written') {
      const { said, isCorrected } = await requireSubtitles(work);
      return written(folder, isCorrected ? said : said.flatMap((one) => linesOf(one, options.line)));
    }
    if (!facts.video || facts.isStill) throw new AppError('invalid', '这个素材没有会动的画面，请换一个视频');
    const { marks, isUnread } = await findMarks(context, { path, facts }, Infinity);
    if (isUnread) throw new AppError('preparing', '识别文字的模型还没有准备好，请稍后再试');
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
    const { said, isCorrected } = await requireSubtitles(work);
    const texts = await translated(work, said, options.language, work.onProgress);
    const cues = said.flatMap((one, n) => {
      const lines = isCorrected ? [one] : linesOf(one, options.line);
      const parts = cutAt(texts[n] ?? '', sharesOf(lines));
      return lines.map(({ start, end }, m) => ({ start, end, text: parts[m] ?? '' })).filter(({ text }) => text !== '');
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
const SIGNS_NAMED = 5;

/** What is said as captions in the picture, in the looks of the caption engine. */
export const subtitleBurn: RunTool<BurnOptions> = {
  async run(work) {
    const { facts, options, folder, context } = work;
    const { video } = facts;
    if (!video) throw new AppError('invalid', '这个素材没有画面，请换一个视频，或用「提取字幕」存成 SRT 文件');
    const { said, isCorrected } = await requireSubtitles(work);
    if (options.language !== '') {
      const problem = canTranslate(context);
      if (problem) throw new AppError('preparing', problem);
    }
    const seconds =
      options.language === ''
        ? null
        : await translated(work, said, options.language, (done) => work.onProgress(0.2 * done));
    const canvas = { width: 2 * Math.floor(video.width / 2), height: 2 * Math.floor(video.height / 2) };
    const layouts = layoutsOf({ said, isCorrected }, seconds, options, canvas);
    const { video: drawn, reads } = await captionFilter(canvas, layouts, folder);
    return filtered(work, { video: `crop=${canvas.width}:${canvas.height}:0:0,${drawn}`, suffix: '字幕', reads });
  },
};

function layoutsOf(
  { said, isCorrected }: { said: Said[]; isCorrected: boolean },
  second: string[] | null,
  { look, place, both }: BurnOptions,
  canvas: { width: number; height: number },
): CaptionLayout[] {
  const style = findPreset(look)?.style;
  if (!style) throw new AppError('invalid', '没有这个字幕样式');
  const missingOf = (texts: string[]) =>
    missingCharacters(texts.join(''), style.fontId).filter((sign) => /\p{L}/u.test(sign));
  if (missingOf(second ?? []).length > 0) {
    throw new AppError('invalid', '字幕的字体里没有这种语言的文字，请换「翻译字幕」存成 SRT 文件');
  }
  const unknown = isCorrected ? missingOf(said.map(({ text }) => text)).slice(0, SIGNS_NAMED) : [];
  if (unknown.length > 0) throw new AppError('invalid', `字幕的字体里没有「${unknown.join('')}」，请改字幕或换样式`);
  const unit = Math.min(canvas.width, canvas.height) / 1080;
  const size = style.size * unit;
  const edge = Math.max(
    style.outlines.reduce((sum, { width }) => sum + width, 0),
    style.box?.paddingX ?? 0,
  );
  const position = { kind: 'preset' as const, preset: PLACES[place] ?? 'bottom' };
  const width = safeRect(canvas, 'none').width - 2 * edge * unit;
  const measure = (text: string) => textWidth(text, style.fontId, size);
  const cues = said.flatMap((one, n) => {
    const seconds = one.end - one.start;
    const words = one.words.map(({ text, start, end }) => ({
      text,
      startSeconds: start - one.start,
      endSeconds: end - one.start,
    }));
    const lines = one.text.split('\n');
    // Two lines that somebody put together stay together.
    const isPair = lines.length > 1 && lines.every((line) => measure(line) <= width);
    const parts = isPair
      ? [{ text: one.text, startSeconds: 0, endSeconds: seconds, words }]
      : splitCues({ text: one.text, seconds, words, width, measure, maxLines: 1 });
    if (isCorrected && parts[0]) parts[0] = { ...parts[0], startSeconds: 0 };
    return inLanguage(parts, second?.[n] ?? '', both).map((cue) => movedBy(cue, one.start));
  });
  return cues.map((cue, n) => {
    const next = cues[n + 1]?.startSeconds ?? Infinity;
    const least = isCorrected ? cue.endSeconds : cue.startSeconds + SHORTEST_SECONDS;
    const endSeconds = Math.min(next, Math.max(cue.endSeconds, least));
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
