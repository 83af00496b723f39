import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PackMissing, type SeenText } from '@mixreel/ai';
import { CLEAN_MARKS_MAX, type CleanMark } from '@mixreel/contract';
import { findTimes, inFolder, type MediaFacts, runFfmpeg } from '@mixreel/media';
import sharp from 'sharp';
import { newId } from '#db/id.ts';
import { type JobContext, NotYet } from '#queue/job.ts';
import { type Look, toMark } from './track-lines.ts';
import { trackInThread } from './track-thread.ts';

/** Whatever is shown for half a second is in one of the pictures at least. */
const STEP_SECONDS = 0.45;
const PICTURES_MOST = 1500;
const AT_ONCE = 20;
const SIDE = 1920;
const WAIT_S = 5;
/** A picture that differs by less than this in every part of it says the same as the one before. */
const SAME = 5;
const GRID = { width: 120, height: 120, part: 12 };

/** Hours of film on a slow machine. */
const LIMIT_S = 12 * 3600;

type Source = { path: string; facts: MediaFacts };
/** `isUnread`: nobody was there to read. */
export type Found = { marks: CleanMark[]; notices: CleanMark[]; note: string | null; isUnread: boolean };

const NO_READER = '识别文字的模型还没有准备好，没有自动查找；可以自己在画面上框选，或等模型就绪后重新添加';

/** Everything that is written in a film or picture, with its times; `most` of it, where it is to be shown in a page. */
export async function findMarks(context: JobContext, source: Source, most = CLEAN_MARKS_MAX): Promise<Found> {
  const { facts, path } = source;
  try {
    if (facts.isStill) {
      const [sight] = await context.ai.see([path], { want: ['text'], signal: context.signal });
      const tracks = await trackInThread([{ seconds: 0, lines: sight?.text ?? [] }], 0, context.signal);
      return toFound(tracks.map((track) => ({ track, mark: toMark(track, { start: 0, end: 0 }, newId()) })));
    }
    return await inFolder(context.scratch, async (folder) => {
      const looks = await context.step('look', () => lookAll(context, source, folder));
      return context.step('times', async () => {
        const all = await trackInThread(looks, facts.video?.seconds ?? facts.seconds, context.signal);
        // Of a long film more is found than a page can show. A notice of AI content is never left out.
        const shown = new Set(all.filter(({ isNotice }) => !isNotice).slice(0, most));
        const tracks = all.filter((track) => track.isNotice || shown.has(track));
        const sightings = tracks.map(({ keys, from, to, after, before }) => {
          return { box: keys[0]!.box, endBox: keys.at(-1)!.box, from, to, after, before };
        });
        const times = await findTimes(context.tools, source, sightings, context.signal);
        const found = toFound(
          tracks.map((track, n) => {
            const { entered, gone } = track;
            const { start, end } = times[n]!;
            return { track, mark: toMark(track, { start: entered ?? start, end: gone ?? end }, newId()) };
          }),
        );
        const count = all.filter(({ isNotice }) => !isNotice).length;
        return { ...found, note: noteOf(count, stepOf(facts)) };
      });
    });
  } catch (error) {
    if (!(error instanceof PackMissing)) throw error;
    // One that is being fetched is there in a minute; for one that nobody fetches a person would wait for ever.
    if (error.state === 'fetching') throw new NotYet(error.message, WAIT_S);
    return { marks: [], notices: [], note: NO_READER, isUnread: true };
  }
}

/** What was not looked at, or is too much to be shown, is said. */
function noteOf(count: number, step: number): string | null {
  const notes = [
    step > STEP_SECONDS && `视频较长，每 ${step.toFixed(1)} 秒查看一次画面，出现时间比这短的字可能没有找到`,
    count > CLEAN_MARKS_MAX && `一共找到 ${count} 处，只列出前 ${CLEAN_MARKS_MAX} 处；其余的可以把视频剪短后再处理`,
  ].filter(Boolean);
  return notes.join('；') || null;
}

function stepOf({ video, seconds }: MediaFacts): number {
  return Math.max(STEP_SECONDS, (video?.seconds ?? seconds) / PICTURES_MOST);
}

function toFound(all: { track: { isNotice: boolean }; mark: CleanMark }[]): Found {
  const of = (isNotice: boolean) => all.filter(({ track }) => track.isNotice === isNotice).map(({ mark }) => mark);
  return { marks: of(false), notices: of(true), note: null, isUnread: false };
}

/** What is written in pictures of the film, at even distances. */
async function lookAll(context: JobContext, { path, facts }: Source, folder: string): Promise<Look[]> {
  const { tools, ai, signal, report } = context;
  const step = stepOf(facts);
  const scale = `scale='min(1,${SIDE}/max(iw,ih))*iw':-2`;
  await runFfmpeg(
    tools,
    [
      ['-i', path, '-map', '0:V:0', '-vf', `fps=1/${step}:round=up:start_time=0,${scale}`],
      ['-q:v', 3, '-frames:v', PICTURES_MOST, '-f', 'image2', join(folder, 'look-%05d.jpg')],
    ],
    { signal, timeLimitSeconds: LIMIT_S },
  );
  const names = (await readdir(folder)).filter((name) => name.startsWith('look-')).toSorted();
  const paths = names.map((name) => join(folder, name));
  const lines: SeenText[][] = [];
  let before: Uint8Array | null = null;
  const fresh: number[] = [];
  for (const [n, one] of paths.entries()) {
    const small = await sharp(one).greyscale().resize(GRID.width, GRID.height, { fit: 'fill' }).raw().toBuffer();
    if (!before || differs(before, small)) {
      fresh.push(n);
      before = small;
    }
  }
  for (let from = 0; from < fresh.length; from += AT_ONCE) {
    const some = fresh.slice(from, from + AT_ONCE);
    const sights = await ai.see(
      some.map((n) => paths[n]!),
      { want: ['text'], signal },
    );
    for (const [k, n] of some.entries()) lines[n] = sights[k]?.text ?? [];
    report((0.9 * (from + some.length)) / fresh.length);
  }
  let last: SeenText[] = [];
  return paths.map((_, n) => {
    last = lines[n] ?? last;
    return { seconds: n * step, lines: last };
  });
}

function differs(a: Uint8Array, b: Uint8Array): boolean {
  const { width, height, part } = GRID;
  for (let y = 0; y < height; y += part) {
    for (let x = 0; x < width; x += part) {
      let sum = 0;
      for (let row = y; row < y + part; row += 1) {
        for (let n = row * width + x; n < row * width + x + part; n += 1) sum += Math.abs(a[n]! - b[n]!);
      }
      if (sum > SAME * part * part) return true;
    }
  }
  return false;
}
