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
  renderStill,
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

/** Draws a cover: the picture as the renderer would show it, with words as it would burn them. */
export async function drawCover(
  app: Drawer,
  { picture, width, height, platform, title, mark_cell }: Drawing,
  files: StillFile[],
  signal?: AbortSignal,
): Promise<void> {
  const { path, release } = await app.storage.open(picture.sha256);
  try {
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
    await renderStill(app, { shot, canvas: { width, height, fps: 30 } }, files, signal ? { signal } : {});
  } finally {
    await release();
  }
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

/** Draws a cover and stores it; nobody has it yet. What machines made says so inside. */
export async function makeCover(
  app: Drawer & Pick<App, 'db'>,
  drawing: Drawing,
  label: Aigc | null,
  signal: AbortSignal,
): Promise<MadeCover> {
  return inFolder(app.scratch, async (folder) => {
    const [small, full] = [join(folder, 'small.jpg'), join(folder, 'full.jpg')];
    const files = [
      { path: full, quality: QUALITY.full },
      { path: small, width: Math.min(SMALL_WIDTH, drawing.width), quality: QUALITY.small },
    ];
    await drawCover(app, drawing, files, signal);
    for (const path of label ? [small, full] : []) await writeFile(path, labelPicture(await readFile(path), label!));
    return {
      small: await storeDerived(app, small, 'cover.jpg', signal),
      full: await storeDerived(app, full, 'cover.jpg', signal),
    };
  });
}
