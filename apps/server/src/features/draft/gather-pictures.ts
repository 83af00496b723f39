import { mkdtemp, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Timeline } from '@mixreel/contract';
import {
  AIGC_KEY,
  type Aigc,
  aigcArgs,
  labelPicture,
  markPicture,
  type MediaFacts,
  probe,
  readPictureLabel,
  runFfmpeg,
} from '@mixreel/media';
import sharp from 'sharp';
import { and, eq, inArray } from '#db/orm.ts';
import { toCaptionPosition } from '#features/caption/media-style.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import { declaredLabel } from '#features/label/ai-origin.ts';
import { readWithheld } from '#features/label/withheld.ts';
import { material, material_facts } from '#features/material/material.tables.ts';
import { describeFacts, type Gathered, type Gathering } from './gathering.ts';

const COVER_WIDTH = 480;

/** The file of a material as it was uploaded; null when it is gone. A finished video keeps naming the file it was made of. */
export function gatherMaterial(gathering: Gathering, material_id: string, vlc_id: string | null) {
  return gathering.once(`material ${material_id} ${vlc_id}`, async () => {
    const { db, storage, task, config } = gathering.context;
    const [found] = await db
      .select({ row: material, facts: material_facts.facts })
      .from(material)
      .leftJoin(material_facts, eq(material_facts.material_id, material.material_id))
      .where(and(eq(material.material_id, material_id), eq(material.space_id, task.space_id)));
    const wanted = [vlc_id, found?.row.vlc_id].flatMap((id) => id || []);
    const files = await db
      .select()
      .from(vlc_file)
      .where(and(inArray(vlc_file.vlc_id, wanted), eq(vlc_file.space_id, task.space_id)));
    const file = wanted.flatMap((id) => files.find((one) => one.vlc_id === id) ?? [])[0];
    if (!file || !(await storage.stat(file.sha256))) return null;
    return gatherStored(gathering, file, {
      name: found?.row.material_name ?? file.file_name,
      declared: found?.row.ai_origin ? declaredLabel(material_id, config.aigcProducer) : null,
      facts: file.vlc_id === found?.row.vlc_id ? (found?.facts ?? null) : null,
    });
  });
}

type StoredFile = { sha256: string; bytes: number; file_name: string };

/** The content itself; of what a machine made without saying so in the file, a copy that does. */
async function gatherStored(
  gathering: Gathering,
  { sha256, bytes, file_name }: StoredFile,
  about: { name: string; declared: Aigc | null; facts: MediaFacts | null },
): Promise<Gathered> {
  const { storage, tools, signal } = gathering.context;
  const { path, release } = await storage.open(sha256);
  try {
    const facts = about.facts?.video ? about.facts : await probe(tools, path, { signal });
    const extension = endingOf(file_name) || endingOf(about.name) || (facts.isStill ? '.jpg' : '.mp4');
    const stem = about.name.slice(0, about.name.length - endingOf(about.name).length);
    const described = describeFacts(facts);
    const label = about.declared;
    if (label && !(AIGC_KEY in facts.tags)) {
      const labelled = facts.isStill
        ? labelStill(await readFile(path), extension, label)
        : await labelFilm(gathering, path, extension, label);
      if (labelled) {
        const { source } = labelled;
        const size = Buffer.isBuffer(source) ? source.length : (await stat(source.path)).size;
        return { ...described, file_name: gathering.nameFor(stem, labelled.extension), bytes: size, source };
      }
    }
    return { ...described, file_name: gathering.nameFor(stem, extension), bytes, source: { sha256, bytes } };
  } finally {
    await release();
  }
}

/** Containers that keep the label; others drop it without a word, so what is in them goes into one that does. */
const KEEPING = ['.mp4', '.mov', '.m4v', '.mkv', '.webm'];

async function labelFilm({ context, scratch }: Gathering, path: string, own: string, label: Aigc) {
  const extension = KEEPING.includes(own) ? own : '.mkv';
  const copy = scratch(extension);
  const streams = ['-map', '0:v?', '-map', '0:a?', '-c', 'copy'];
  await runFfmpeg(context.tools, [['-i', path], streams, ...aigcArgs(label), [copy]], { signal: context.signal });
  return { source: { path: copy }, extension };
}

/** Null when the picture says so already. */
function labelStill(bytes: Buffer, extension: string, label: Aigc) {
  return readPictureLabel(bytes) ? null : { source: labelPicture(bytes, label), extension };
}

/** A small picture for the list of drafts; black where a video has none. Of AI content it says so as the draft does. */
export async function gatherCover(
  gathering: Gathering,
  vlc_id: string | null,
  { is_ai, captions, platform }: Timeline,
): Promise<Buffer> {
  const { db, storage, task, tools, signal } = gathering.context;
  const [file] = await db
    .select()
    .from(vlc_file)
    .where(and(eq(vlc_file.vlc_id, vlc_id ?? ''), eq(vlc_file.space_id, task.space_id)));
  const isFree = file && !(await readWithheld(db, task.space_id, [file.sha256])).has(file.sha256);
  const opened = isFree && (await storage.stat(file.sha256)) ? await storage.open(file.sha256) : null;
  try {
    const drawn = opened
      ? sharp(await readFile(opened.path)).resize({ width: COVER_WIDTH, withoutEnlargement: true })
      : sharp({ create: { width: 270, height: 480, channels: 3, background: '#000000' } });
    const jpeg = await drawn.jpeg({ quality: 80 }).toBuffer();
    if (!is_ai) return jpeg;
    const label = gathering.labelOf(vlc_id ?? 'cover');
    const mark = captions.find(({ kind }) => kind === 'ai_mark');
    if (!mark) return labelPicture(jpeg, label);
    const folder = await mkdtemp(join(gathering.folder, 'cover-'));
    const plain = join(folder, 'plain.jpg');
    await writeFile(plain, jpeg);
    const position = toCaptionPosition(mark.position);
    return labelPicture(await readFile(await markPicture(tools, plain, { folder, position, platform, signal })), label);
  } finally {
    await opened?.release();
  }
}

/** What stands for a picture that is gone. */
export async function drawBlack({ width, height }: { width: number; height: number }): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#000000' } })
    .png()
    .toBuffer();
}

function endingOf(name: string): string {
  return /\.[a-z0-9]{1,5}$/i.exec(name)?.[0]?.toLowerCase() ?? '';
}
