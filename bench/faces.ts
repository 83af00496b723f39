/** Faces of photographs put onto people of real footage: whose they are to a network then, how much they tremble, what it costs. */
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type Ai, createAi, likenessOf, openShelf, packsDir, SKIN_SHARE, squareAround } from '@mixreel/ai';
import { aigcLabel, locateFfmpeg, type PortraitPicture, probe, runFfmpeg, swapFilm, type Tools } from '@mixreel/media';
import sharp from 'sharp';
import { trackFaces } from '../apps/server/src/features/face/track-faces.ts';
import type { Bar } from './bar.ts';
import { readProcessorMs } from './processor-time.ts';

const MEDIA = process.env['MEDIA_DIR'] ?? new URL('../../shared/media', import.meta.url).pathname;
const { signal } = new AbortController();
const SOURCES = ['astronaut.jpg', 'kodak-04.jpg'];
/** Heads that look ahead or turn, and one that is enlarged to measure what it costs there. */
const FILMS = [
  { name: 'again', file: 'again.mkv', filters: 'null' },
  { name: 'help', file: 'help.mkv', filters: 'null' },
  { name: 'book', file: 'book.mkv', filters: 'null' },
  { name: 'turning head', file: 'head-pose-face-detection-female.mp4', filters: 'null' },
  { name: 'lying head', file: 'again.mkv', filters: 'transpose=1' },
];
/** So many people side by side, in pictures of these sizes. */
const CROWD = { people: 10, sizes: [[1920, 400, 180] as const, [1920, 1080, 120] as const] };
const LARGE = { name: '1080p', file: 'again.mkv', filters: 'scale=1920:1080:flags=lanczos' };
/** Three seconds, with all that is loaded for them. */
const PREVIEW = { name: 'preview', file: 'book.mkv', filters: 'scale=1920:1080:flags=lanczos' };
const STEP_MS = 200;

type Face = { portrait: PortraitPicture; vector: Float32Array };
type Measured = {
  to_new: number[];
  to_old: number[];
  tremble: number | null;
  frames: number;
  left: number;
  cpu: number;
  /** All of it, with what is asked for scores. */
  total: number;
};

export async function run(): Promise<Bar[]> {
  if (!existsSync(MEDIA)) throw new Error(`There is no footage in ${MEDIA}: set MEDIA_DIR`);
  const folder = mkdtempSync(join(tmpdir(), 'mixreel-faces-'));
  const tools = await locateFfmpeg();
  const ai = createAi({ shelf: openShelf({ dir: packsDir(process.env), registry: '' }) });
  const bars: Bar[] = [];
  const seen: Measured[] = [];
  try {
    const faces = await Promise.all(SOURCES.map((name) => readFace(ai, join(MEDIA, 'photos', name))));
    for (const film of FILMS) {
      for (const [n, face] of faces.entries()) {
        const one = await measure(tools, ai, face, film, join(folder, `${film.name}-${n}`));
        if (!one) continue;
        const name = `${SOURCES[n]!.replace('.jpg', '')} on ${film.name}`;
        bars.push({
          name: `${name}: like the new face`,
          figure: mean(one.to_new),
          unit: '',
          bar: null,
          better: 'higher',
        });
        bars.push({
          name: `${name}: like the old face`,
          figure: mean(one.to_old),
          unit: '',
          bar: null,
          better: 'lower',
        });
        console.log(
          `${name}: ${one.frames} frames changed, ${one.left} left alone, ${one.cpu.toFixed(3)} CPU-s a frame`,
        );
        seen.push(one);
      }
    }
    const large = await measure(tools, ai, faces[0]!, LARGE, join(folder, 'large'));
    const preview_s = await previewSeconds(tools, join(folder, 'preview'));
    const missed = await missedOfCrowds(ai);
    const trembles = seen.flatMap(({ tremble }) => tremble ?? []);
    bars.push(
      {
        name: 'like the new face, mean',
        figure: mean(seen.flatMap(({ to_new }) => to_new)),
        unit: '',
        bar: 0.45,
        better: 'higher',
      },
      {
        name: 'less like the old face, mean',
        figure: 1 - mean(seen.flatMap(({ to_old }) => to_old)),
        unit: '',
        bar: 0.3,
        better: 'higher',
      },
      { name: 'trembling, in that of the film', figure: mean(trembles), unit: 'x', bar: 1.3, better: 'lower' },
      { name: 'CPU a face and frame at 1080p', figure: large?.cpu ?? NaN, unit: 'CPU-s', bar: 0.35, better: 'lower' },
      { name: 'people not found of ten side by side', figure: missed, unit: '', bar: 0, better: 'lower' },
      { name: 'a preview of 3 s at 1080p', figure: preview_s, unit: 'CPU-s', bar: 20, better: 'lower' },
    );
    return bars;
  } finally {
    await ai.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** As the product makes one: nothing is loaded before. */
async function previewSeconds(tools: Tools, folder: string): Promise<number> {
  const ai = createAi({ shelf: openShelf({ dir: packsDir(process.env), registry: '' }) });
  try {
    const start = processor();
    const face = await readFace(ai, join(MEDIA, 'photos', SOURCES[0]!));
    const before = processor() - start;
    const made = await measure(tools, ai, face, PREVIEW, folder, { side: 540, quality: 'fast' });
    return before + (made?.total ?? NaN);
  } finally {
    await ai.close();
  }
}

async function missedOfCrowds(ai: Ai): Promise<number> {
  const head = sharp(join(MEDIA, 'photos', SOURCES[0]!)).extract({ left: 140, top: 10, width: 180, height: 240 });
  let missed = 0;
  for (const [width, height, side] of CROWD.sizes) {
    const input = await head.clone().resize(side).png().toBuffer();
    const step = width / CROWD.people;
    const { data } = await sharp({ create: { width, height, channels: 3, background: '#556677' } })
      .composite(
        Array.from({ length: CROWD.people }, (_, n) => ({
          input,
          top: 60,
          left: Math.round((n + 0.5) * step - side / 2),
        })),
      )
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const [seen] = await ai.traceFaces([{ data: Uint8Array.from(data), width, height }]);
    missed += CROWD.people - (seen?.faces.length ?? 0);
  }
  return missed;
}

async function readFace(ai: Ai, path: string): Promise<Face> {
  const { data, info } = await sharp(path).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const picture = { data: Uint8Array.from(data), width: info.width, height: info.height };
  const [seen] = await ai.traceFaces([picture]);
  const { points: near, vector } = seen!.faces[0]!;
  const { points } = await ai.followFace({ picture, near: squareAround(near) });
  const skin = await ai.faceSkin({ picture, square: squareAround(points, SKIN_SHARE) });
  return { portrait: { picture, points, skin }, vector };
}

async function measure(
  tools: Tools,
  ai: Ai,
  face: Face,
  film: (typeof FILMS)[number],
  folder: string,
  as: { side: number | null; quality: 'fast' | 'standard' } = { side: null, quality: 'standard' },
): Promise<Measured | null> {
  const path = `${folder}.mp4`;
  const lossless = ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', 4, '-pix_fmt', 'yuv420p', '-an'];
  await runFfmpeg(tools, [['-i', join(MEDIA, film.file), '-vf', film.filters, '-t', 3, ...lossless, path]]);
  const facts = await probe(tools, path);
  const stills = `${folder}-%03d.jpg`;
  await runFfmpeg(tools, [
    ['-i', path, '-vf', `fps=${1000 / STEP_MS}:start_time=0`, '-q:v', 2, '-f', 'image2', stills],
  ]);
  const names = Array.from({ length: 30 }, (_, n) => `${folder}-${String(n + 1).padStart(3, '0')}.jpg`);
  const looks = await ai.traceFaces(names.filter((name) => existsSync(name)));
  const timed = looks.map(({ faces }, n) => ({ at_ms: n * STEP_MS, faces }));
  const tracks = trackFaces(timed, [], STEP_MS, facts.video!.seconds * 1000);
  const longest = tracks.toSorted((a, b) => b.end_ms - b.start_ms - (a.end_ms - a.start_ms))[0];
  if (!longest) return null;
  const net = await ai.faceNet();
  const measured: Measured = { to_new: [], to_old: [], tremble: null, frames: 0, left: 0, cpu: 0, total: 0 };
  let judging = 0;
  const start = processor();
  const [swapped] = await swapFilm(
    tools,
    {
      source: { path, facts },
      faces: [
        {
          portraits: [face.portrait],
          look: { strength: 1, mask: 'occlusion', fit: 1, enhance: 'none' },
          tracks: [
            {
              start: longest.start_ms / 1000,
              end: longest.end_ms / 1000,
              boxes: longest.boxes.map(({ at_ms, box }) => ({ seconds: at_ms / 1000, box })),
            },
          ],
        },
      ],
      net,
      cuts: [],
      part: null,
      ...as,
      label: aigcLabel({ producer: 'bench', contentId: film.name }),
      folder,
      out: `${folder}-out.mp4`,
    },
    {
      signal,
      follow: (asked) => ai.followFace(asked),
      skin: (asked) => ai.faceSkin(asked),
      async judge(_, before, after, at) {
        const began = processor();
        const [was, is] = await ai.traceFaces([before, after]);
        const near = (look: typeof was) =>
          look?.faces.find(({ points }) => {
            const own = squareAround(points);
            return Math.hypot(own.x - at.x, own.y - at.y) < at.side * 0.3;
          });
        const [old, fresh] = [near(was), near(is)];
        if (old && fresh) {
          measured.to_new.push(likenessOf(fresh.vector, face.vector));
          measured.to_old.push(likenessOf(fresh.vector, old.vector));
        }
        judging += processor() - began;
        return null;
      },
    },
  );
  // For those who want to see them.
  if (process.env['FACES_OUT']) {
    copyFileSync(`${folder}-out.mp4`, join(process.env['FACES_OUT'], basename(`${folder}.mp4`)));
  }
  const { frames, turned, lost, before, after } = swapped!;
  measured.frames = frames;
  measured.left = turned + lost;
  measured.tremble = before > 0 ? after / before : null;
  measured.total = processor() - start;
  measured.cpu = (measured.total - judging) / Math.max(1, frames + turned + lost);
  return measured;
}

function processor(): number {
  return readProcessorMs(process.pid) / 1000;
}

function mean(numbers: number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0) / Math.max(1, numbers.length);
}
