import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Subject } from '@mixreel/ai';
import { AppError, VIDEO_RATIOS } from '@mixreel/contract';
import { type Canvas, fitPath, framesOf, inFolder, renderDepth } from '@mixreel/media';
import { builtIn, type Parts } from '../ability.ts';
import { packProblem } from '../refusal.ts';
import { type Film, FILM_SIZES, type FilmEngine } from '../video.ability.ts';
import { renderMorph, renderTurntable } from './by-pictures.ts';
import { overlaysOf, withFocus } from './film-effects.ts';
import { layersKey, withLayers } from './kept-layers.ts';
import { type Layers, makeLayers } from './layers.ts';
import { readMove } from './read-move.ts';

const FPS = 30;
/** Layers are as much larger than the film as a move may enlarge them. */
const LARGER = 1.25;
/** Of the work, what taking a picture apart counts. */
const APART = 0.4;
/** Of a picture's height. */
const FACE_LEAST = 0.05;
/** What is looked for in a picture, and the models for it. */
const LOOKS = [
  ['faces', 'vision-faces'],
  ['text', 'vision-text'],
] as const;
/** Less of a move than this is told. */
const SHORT_MOVE = 0.6;
/** More views than this go by too fast to be seen. */
const TURNS_MOST = 12;

/** Films of pictures by this machine: a camera that moves over the layers of a picture. */
export function builtInFilms(parts: Parts): FilmEngine {
  const { shelf } = parts;
  return {
    ...builtIn,
    can: {
      ratios: [...VIDEO_RATIOS],
      keeps_shape: false,
      durations: [5, 10],
      lengths: [5, 10],
      ways: ['camera', 'morph', 'turntable'],
      has_prompt: false,
      prompt_max: 2500,
      negative_max: 0,
      has_camera: true,
      has_effects: true,
      qualities: [{ mode: 'std', size: '1080p', durations: [5, 10] }],
      tail_modes: ['std', 'pro'],
      brush_modes: [],
      picture: { bytes_max: 100_000_000, side_min: 64, ratio_max: 8 },
    },
    problem: () => packProblem(() => [shelf.folderOf('cut-out'), shelf.folderOf('fill-in')]),
    async answer(film, { signal, onProgress }) {
      return inFolder(parts.scratch, async (folder) => {
        const make = film.way === 'camera' ? byCamera : bySeveral;
        const { path, note } = await make(parts, film, { folder, signal, onProgress });
        return { output: { films: [{ bytes: await readFile(path) }], note } };
      });
    },
  };
}

type Asked = { folder: string; signal: AbortSignal; onProgress?: ((done: number) => void) | undefined };

async function byCamera(parts: Parts, film: Film, { folder, signal, onProgress }: Asked) {
  const canvas: Canvas = { ...FILM_SIZES[film.ratio], fps: FPS };
  const { layers: apart, note } = await layersOf(parts, film, 0, canvas, { folder, signal });
  onProgress?.(APART);
  const layers = await withFocus(apart, film.effect, folder);
  const overlays = await overlaysOf({ effect: film.effect, canvas, seconds: film.duration, folder });
  const [back, ...rest] = layers;
  if (!back) throw new Error('A picture has a background');
  const move = film.camera ?? readMove(film.prompt);
  const { path: walk, zoom } = fitPath(canvas, layers, { move, ease: film.ease });
  const frames = framesOf(film.duration, canvas);
  const path = join(folder, 'film.mp4');
  await renderDepth(parts.tools, { layers: [back, ...rest], zoom, canvas, frames, path: walk, overlays }, path, {
    signal,
    onProgress: ({ frame }) => onProgress?.(APART + (1 - APART) * Math.min(1, frame / frames)),
  });
  const short = walk.strength < SHORT_MOVE ? `画面边上余量不多，镜头只走了 ${Math.round(walk.strength * 100)}%` : null;
  return { path, note: [note, short].filter((one) => one !== null).join('；') || null };
}

/** From the first picture to the last, or all around a thing. */
async function bySeveral(parts: Parts, film: Film, { folder, signal, onProgress }: Asked) {
  const canvas: Canvas = { ...FILM_SIZES[film.ratio], fps: FPS };
  const pictures: Layers[] = [];
  const used = film.way === 'morph' ? 2 : Math.min(TURNS_MOST, film.pictures.length);
  for (let n = 0; n < used; n += 1) {
    const own = join(folder, String(n));
    await mkdir(own);
    pictures.push(await layersOf(parts, film, n, canvas, { folder: own, signal }));
    onProgress?.((APART * (n + 1)) / used);
  }
  const frames = framesOf(film.duration, canvas);
  const onFrame = (frame: number) => onProgress?.(APART + (1 - APART) * Math.min(1, frame / frames));
  const asked = { tools: parts.tools, canvas, seconds: film.duration, folder, signal, onFrame };
  const [first, last] = pictures;
  if (film.way === 'turntable') return renderTurntable(pictures, asked);
  if (!first || !last) throw new AppError('invalid', '请再选一张尾帧图片');
  return renderMorph(first, last, asked);
}

async function layersOf(
  { ai, shelf, config }: Parts,
  { pictures, subject }: Film,
  at: number,
  canvas: Canvas,
  { folder, signal }: Pick<Asked, 'folder' | 'signal'>,
): Promise<Layers> {
  const picture = pictures[at];
  if (!picture) throw new AppError('invalid', '图片不够，请再选一张');
  const { jpeg, clear = null } = picture;
  const size = {
    width: 2 * Math.round((canvas.width * LARGER) / 2),
    height: 2 * Math.round((canvas.height * LARGER) / 2),
  };
  const place = join(config.dataDir, 'layers');
  await mkdir(place, { recursive: true });
  const key = layersKey(jpeg, clear, [size, subject]);
  return withLayers(place, { key, folder }, async () => {
    const { faces: seen, texts } = await look();
    const faces = subject === 'thing' ? [] : seen;
    // A face makes it a person; without the model for faces it is a thing, which persons are, too.
    const guess: Subject = faces.length > 0 ? 'person' : 'thing';
    const wanted = subject === 'auto' ? guess : subject === 'none' ? null : subject;
    return makeLayers(ai, { jpeg, clear, size, subject: wanted, faces, texts, folder, signal });
  });

  /** Faces that are large enough to be somebody, and lines of text, as far as the models for them are here. */
  async function look() {
    const want = LOOKS.filter(([, pack]) => packProblem(() => shelf.folderOf(pack)) === null).map(([part]) => part);
    if (want.length === 0) return { faces: [], texts: [] };
    const path = join(folder, 'seen.jpg');
    await writeFile(path, jpeg);
    const [sight] = await ai.see([path], { want, signal });
    const faces = sight?.faces.map(({ box }) => box).filter(({ height }) => height > FACE_LEAST) ?? [];
    return { faces, texts: sight?.text.map(({ box }) => box) ?? [] };
  }
}
