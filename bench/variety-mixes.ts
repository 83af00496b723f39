/** Mixes of real and of drawn pictures with real voices and music, and how a planned video of them is rendered. */
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createAi, openShelf, packsDir, TRACKS } from '@mixreel/ai';
import {
  type MixPlan,
  plainShot,
  probe,
  silentMix,
  type Source,
  type Tools,
  type Variant,
  writeMono,
} from '@mixreel/media';
import type { Combination } from '@mixreel/media';
import { DEMO_CLIPS } from '../apps/server/src/features/demo/clips.ts';
import { SHOOTINGS } from '../apps/server/src/features/demo/demo-mix.ts';
import { renderClip } from '../apps/server/src/features/demo/render-clip.ts';

export const WEIGHTS = { picture: 0.6, sound: 0.2, text: 0.2 };
const CANVAS = { width: 180, height: 320, fps: 30 };
const PAUSE = 0.2;
const VOICES = ['zf_xiaoxiao', 'zf_xiaoyi', 'zm_yunxi'];
const CLIPS = 4;
const MUSIC_VOLUME = 0.35;
const MUSIC_DUCK = 12;

/** The most that two videos may be alike as foretold: below L3 by what the forecast may be off. */
export const ALLOWED = 27;

export type Stock = { films: Map<string, Source>; music: Source[]; speech: Map<string, Source> };
export type Mix = { name: string; plan: MixPlan };

const cache = join(import.meta.dirname, '..', '.cache', 'bench-variety');
export const MEDIA = join(import.meta.dirname, '..', '..', 'shared', 'media');

/** Speaks the lines and draws the films of the example that are not there yet. */
export async function openStock(tools: Tools): Promise<Stock> {
  mkdirSync(cache, { recursive: true });
  const sourceOf = async (path: string): Promise<Source> => ({ path, hash: path, facts: await probe(tools, path) });
  const shelf = openShelf({ dir: packsDir(process.env), registry: 'http://localhost' });
  const tracks = TRACKS.filter(({ pack }) => pack === 'music-chillhop').slice(0, 3);
  const speech = new Map<string, Source>();
  const ai = createAi({ shelf, threads: 1 });
  try {
    for (const voice of VOICES) {
      for (const text of SHOOTINGS.flatMap(({ lines }) => lines)) {
        const path = join(cache, `${voice}-${Buffer.from(text).toString('hex').slice(0, 60)}.wav`);
        if (!existsSync(path)) {
          const { pcm, sample_rate } = await ai.speak({ text, voice });
          await writeMono(tools, pcm, path, { rate: sample_rate, format: 'wav', label: null });
        }
        speech.set(`${voice} ${text}`, await sourceOf(path));
      }
    }
  } finally {
    await ai.close();
  }
  const films = new Map<string, Source>();
  for (const film of SHOOTINGS.flatMap((one) => one.films)) films.set(film, await sourceOf(await drawn(tools, film)));
  const found = [...filesIn(MEDIA, /\.(mp4|mkv)$/), ...filesIn(join(MEDIA, 'photos'), /\.jpg$/)];
  for (const path of found) films.set(basename(path), await sourceOf(path));
  const music = await Promise.all(tracks.map(({ pack, file }) => sourceOf(join(shelf.folderOf(pack), file))));
  return { films, music, speech };
}

async function drawn(tools: Tools, film: string): Promise<string> {
  const path = join(cache, `${film}.mp4`);
  if (existsSync(path)) return path;
  const folder = join(cache, 'drawing');
  mkdirSync(folder, { recursive: true });
  const clip = DEMO_CLIPS.find(({ name }) => name === `${film}.mp4`)!;
  await renderClip(tools, clip, path, { folder, signal: new AbortController().signal });
  rmSync(folder, { recursive: true });
  return path;
}

function filesIn(folder: string, pattern: RegExp): string[] {
  return readdirSync(folder)
    .filter((name) => pattern.test(name))
    .toSorted()
    .map((name) => join(folder, name));
}

/** The example, three of real footage with two wordings, and one with two clips a shooting. */
export function mixesOf(stock: Stock): Mix[] {
  const names = [...stock.films.keys()];
  const films = names.filter((name) => /\.(mp4|mkv)$/.test(name));
  const photos = names.filter((name) => name.endsWith('.jpg'));
  const clips = CLIPS * SHOOTINGS.length;
  const mixed = [...films.filter((_, n) => n % 2 === 0), ...photos].slice(0, clips);
  return [
    {
      name: 'example',
      plan: planOf(
        stock,
        SHOOTINGS.flatMap((one) => one.films),
        { clips: CLIPS, wordings: 3 },
      ),
    },
    { name: 'films', plan: planOf(stock, [...films, ...photos].slice(0, clips), { clips: CLIPS, wordings: 2 }) },
    { name: 'films and photos', plan: planOf(stock, mixed, { clips: CLIPS, wordings: 2 }) },
    { name: 'photos', plan: planOf(stock, photos.slice(0, clips), { clips: CLIPS, wordings: 2 }) },
    { name: 'poor', plan: planOf(stock, photos.slice(0, 2 * SHOOTINGS.length), { clips: 2, wordings: 2 }) },
  ];
}

function planOf(stock: Stock, names: string[], { clips, wordings }: { clips: number; wordings: number }): MixPlan {
  return {
    shootings: SHOOTINGS.map(({ lines }, shot) => ({
      id: `s${shot}`,
      duration: { rule: 'narration' },
      clips: names.slice(shot * clips, (shot + 1) * clips).map((name) => {
        const { facts } = stock.films.get(name)!;
        return { id: `${shot} ${name}`, content: name, startSeconds: 0, endSeconds: facts.isStill ? 0 : facts.seconds };
      }),
      scripts: lines.slice(0, wordings).map((text, n) => {
        const spokenSeconds = secondsOf(stock, text);
        return { id: `s${shot}t${n}`, text, spokenSeconds, seconds: spokenSeconds + PAUSE };
      }),
    })),
    voices: VOICES.map((id) => ({ id })),
    music: stock.music.map(({ path }) => ({
      id: path,
      content: path,
      startSeconds: 0,
      underSpeech: MUSIC_DUCK - 20 * Math.log10(MUSIC_VOLUME),
    })),
    weights: WEIGHTS,
    maxSharePercent: ALLOWED,
  };
}

/** How long a line takes in every voice: as long as the first one needs. */
function secondsOf({ speech }: Stock, text: string): number {
  return speech.get(`${VOICES[0]!} ${text}`)!.facts.seconds;
}

const MIDDLE: [number, number] = [0.5, 0.5];
const MOTION = { fromZoom: 1, toZoom: 1.1, fromCentre: MIDDLE, toCentre: MIDDLE };

export function variantOf(stock: Stock, plan: MixPlan, video: Combination): Variant {
  const voice = video.find(({ slotId }) => slotId === 'voice')?.clipId ?? VOICES[0]!;
  const piece = video.find(({ slotId }) => slotId === 'music')?.clipId ?? stock.music[0]!.path;
  let at = 0;
  const places = plan.shootings.map(({ clips, scripts }, shot) => {
    const pick = video[shot]!;
    const text = scripts!.find(({ id }) => id === pick.scriptId)!.text!;
    const seconds = secondsOf(stock, text);
    const spoken = stock.speech.get(`${voice} ${text}`)!;
    const start = at;
    const frames = Math.round((seconds + PAUSE) * CANVAS.fps);
    at += frames / CANVAS.fps;
    const speed = spoken.facts.seconds / seconds;
    const said = { source: spoken, startSeconds: 0, speed, fromSeconds: start, toSeconds: start + seconds, volume: 1 };
    const source = stock.films.get(clips.find(({ id }) => id === pick.clipId)!.content)!;
    const { isStill, seconds: length } = source.facts;
    // A film that is too short is slowed.
    const slowed = isStill ? 1 : Math.min(1, length / (frames / CANVAS.fps));
    const motion = isStill ? MOTION : null;
    return { said, shot: plainShot({ source, startSeconds: 0, frames, speed: slowed, motion }) };
  });
  const music = {
    source: stock.music.find(({ path }) => path === piece)!,
    startSeconds: 0,
    volume: MUSIC_VOLUME,
    fadeInSeconds: 0.5,
    fadeOutSeconds: 1.5,
    isLooped: true,
    duckDecibels: MUSIC_DUCK,
  };
  return {
    canvas: CANVAS,
    quality: 'standard',
    cuts: places.map(({ shot }) => ({ shot, transition: null })),
    sound: { ...silentMix(at), speech: places.map(({ said }) => said), music },
    tags: {},
  };
}
