import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CoverTitle, MixConfig } from '@mixreel/contract';
import {
  type Aigc,
  buildLook,
  inFolder,
  labelPicture,
  type MediaFacts,
  plainShot,
  prepareCaptions,
  probe,
  renderStills,
  type StillShot,
  type StillFile,
} from '@mixreel/media';
import { z } from 'zod';
import type { App } from '#context.ts';
import { type Derived, storeDerived } from '#features/analysis/derived-files.ts';
import { toLookSettings } from '#features/caption/media-style.ts';
import { layOutScene } from '#features/caption/scene.ts';
import { recent } from '#memory.ts';

const Area = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });

/** A moment of a stored film, or a stored picture, and how it fills the canvas. */
const CoverPicture = z.object({
  sha256: z.string(),
  seconds: z.number(),
  crop: Area.nullable(),
  is_mirrored: z.boolean(),
  fit: MixConfig.shape.picture.shape.fit,
  background: z.string(),
  /** What a crop keeps in the picture. */
  subject: Area.nullable(),
  filter: MixConfig.shape.filter,
});
export type CoverPicture = z.infer<typeof CoverPicture>;

/** Everything that decides how a cover looks. */
export const Drawing = z.object({
  picture: CoverPicture,
  width: z.int(),
  height: z.int(),
  platform: MixConfig.shape.picture.shape.platform,
  title: CoverTitle.nullable(),
  /** The corner of the notice that machines made parts of it; null: it says nothing. */
  mark_cell: z.int().nullable(),
});
export type Drawing = z.infer<typeof Drawing>;

/** What is written on a cover. */
export function wordsOn({ title }: Pick<Drawing, 'title'>): string {
  return title?.text.trim() ?? '';
}

type Drawer = Pick<App, 'storage' | 'tools' | 'scratch' | 'memory'>;

/** Covers move and count no time; one second is as good as any. */
const SECONDS = 1;
const SMALL_WIDTH = 360;
const QUALITY = { small: 4, full: 2 };

/** A cover that is to be drawn, and the files of it. */
type Wanted = { drawing: Drawing; files: StillFile[] };

/** Draws covers, by one program: the picture as the renderer would show it, with words as it would burn them. */
export async function drawPictures(app: Drawer, wanted: Wanted[], signal?: AbortSignal): Promise<void> {
  const opened: { release(): Promise<void> }[] = [];
  try {
    const stills: StillShot[] = [];
    for (const { drawing, files } of wanted) {
      const content = await app.storage.open(drawing.picture.sha256);
      opened.push(content);
      stills.push(await toStill(app, drawing, content.path, files));
    }
    await renderStills(app, stills, signal ? { signal } : {});
  } finally {
    for (const { release } of opened) await release();
  }
}

async function toStill(
  app: Drawer,
  { picture, width, height, platform, title, mark_cell }: Drawing,
  path: string,
  files: StillFile[],
): Promise<StillShot> {
  const scene = layOutScene({
    canvas: { width, height },
    platform,
    captions: [],
    // What comes in by and by is not there yet in the only picture.
    title: title && { ...title, style: { ...title.style, animation: 'none' }, seconds: SECONDS },
    logo: null,
    mark: mark_cell === null ? null : { cell: mark_cell, fromSeconds: 0, seconds: SECONDS },
  });
  const shot = plainShot({
    source: { path, hash: picture.sha256, facts: await factsOf(app, picture.sha256, path) },
    startSeconds: picture.seconds,
    frames: 1,
    crop: picture.crop,
    isMirrored: picture.is_mirrored,
    fit: fitOf(picture),
    look: buildLook(toLookSettings(picture.filter)),
    captions: await prepareCaptions([scene.title, scene.mark].filter((layout) => layout !== null)),
  });
  return { shot, canvas: { width, height, fps: 30 }, files };
}

function fitOf({ fit, background, subject }: CoverPicture) {
  if (fit === 'contain') return { kind: fit, background };
  if (fit === 'blur') return { kind: fit };
  return { kind: fit, ...(subject && { subjects: [{ seconds: 0, area: subject }] }) };
}

/** What is in a content never changes, and asking ffprobe takes half as long as drawing. */
const knownFacts = recent<MediaFacts>(2000);

async function factsOf(app: Pick<App, 'tools' | 'memory'>, sha256: string, path: string): Promise<MediaFacts> {
  const known = knownFacts(app);
  const facts = known.get(sha256) ?? (await probe(app.tools, path));
  known.set(sha256, facts);
  return facts;
}

/** A cover as it is stored: small for lists, and as large as the video. */
export type MadeCover = { small: Derived; full: Derived };

/** Draws covers and stores them; nobody has them yet. What machines made says so inside. */
export async function makeCovers(
  app: Drawer & Pick<App, 'db'>,
  wanted: { drawing: Drawing; label: Aigc | null }[],
  signal: AbortSignal,
): Promise<MadeCover[]> {
  return inFolder(app.scratch, async (folder) => {
    const all = wanted.map(({ drawing, label }, n) => {
      const [small, full] = [join(folder, `small-${n}.jpg`), join(folder, `full-${n}.jpg`)];
      const files = [
        { path: full, quality: QUALITY.full },
        { path: small, width: Math.min(SMALL_WIDTH, drawing.width), quality: QUALITY.small },
      ];
      return { drawing, label, small, full, files };
    });
    await drawPictures(app, all, signal);
    const made: MadeCover[] = [];
    for (const { label, small, full } of all) {
      for (const path of label ? [small, full] : []) await writeFile(path, labelPicture(await readFile(path), label!));
      made.push({
        small: await storeDerived(app, small, 'cover.jpg', signal),
        full: await storeDerived(app, full, 'cover.jpg', signal),
      });
    }
    return made;
  });
}
