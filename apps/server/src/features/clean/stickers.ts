import { mkdir, readFile } from 'node:fs/promises';
import { AppError, type CleanMark, coverSize } from '@mixreel/contract';
import { captionTop, readPictureLabel, stickerTop, type Top } from '@mixreel/media';
import type { Queryable } from '#db/connect.ts';
import { and, eq, inArray, isNull } from '#db/orm.ts';
import { toCaptionStyle } from '#features/caption/media-style.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import { isMachineMade } from '#features/label/ai-origin.ts';
import { readWithheld } from '#features/label/withheld.ts';
import { material } from '#features/material/material.tables.ts';
import { showProblem } from '#features/material/show-problem.ts';
import type { JobContext } from '#queue/job.ts';
import type { CleanRow } from './clean.queries.ts';

const GONE = '有一张贴图已不在素材库里，请换一张';

type Sticker = { material_id: string; material_name: string; vlc_id: string; sha256: string; problem: string | null };

function stickerIds(marks: CleanMark[]): string[] {
  return [...new Set(marks.flatMap(({ cover }) => cover?.material_id ?? []))];
}

/** The pictures of a space that lie over boxes, each with what speaks against it. Those of others are not among them. */
export async function readStickers(db: Queryable, space_id: string, marks: CleanMark[]): Promise<Sticker[]> {
  const ids = stickerIds(marks);
  if (ids.length === 0) return [];
  const rows = await db
    .select({ row: material, file: vlc_file })
    .from(material)
    .innerJoin(vlc_file, eq(vlc_file.vlc_id, material.vlc_id))
    .where(and(eq(material.space_id, space_id), inArray(material.material_id, ids), isNull(material.deleted_at)));
  const hashes = rows.map(({ file }) => file.sha256);
  const withheld = await readWithheld(db, space_id, hashes);
  return rows.map(({ row, file }) => {
    const { material_id, material_name } = row;
    const { vlc_id, sha256, content_type } = file;
    const problem = content_type.startsWith('image/')
      ? (withheld.get(sha256) ?? showProblem('贴图', row))
      : `「${material_name}」不是图片，不能当贴图`;
    return { material_id, material_name, vlc_id, sha256, problem };
  });
}

/** Why a picture that is to lie over a box cannot; null when all can. */
export async function stickerProblem(db: Queryable, space_id: string, marks: CleanMark[]): Promise<string | null> {
  const used = marks.filter(({ is_on, way }) => is_on && way === 'sticker');
  const stickers = await readStickers(db, space_id, used);
  if (stickers.length < stickerIds(used).length) return GONE;
  return stickers.find(({ problem }) => problem !== null)?.problem ?? null;
}

/** Pictures of this space only: what is another's must not come into a film by its number. */
export async function requireOwnStickers(db: Queryable, space_id: string, marks: CleanMark[]): Promise<void> {
  const ids = stickerIds(marks);
  if (ids.length === 0) return;
  const own = await db.$count(material, and(eq(material.space_id, space_id), inArray(material.material_id, ids)));
  if (own < ids.length) throw new AppError('not_found', '选的贴图不存在或已被删除');
}

/** Draws what is laid over boxes, each as large as its box, and says whether a machine made one of the pictures. */
export async function layTops(
  { db, storage, tools, signal }: JobContext,
  row: CleanRow,
  marks: CleanMark[],
  folder: string,
): Promise<{ tops: Map<string, Top>; isMachineMade: boolean }> {
  const tops = new Map<string, Top>();
  const stickers = await readStickers(
    db,
    row.space_id,
    marks.filter(({ way }) => way === 'sticker'),
  );
  await mkdir(folder, { recursive: true });
  let isMade = false;
  for (const [n, { mark_id, way, cover, keys }] of marks.entries()) {
    const room = coverSize({ keys }, row);
    const into = { folder, name: `top-${n}`, signal };
    if (way === 'caption' && cover) {
      const words = { text: cover.text, style: toCaptionStyle(cover.style) };
      const top = await captionTop(tools, words, room, into);
      if (!top) throw new AppError('invalid', `「${cover.text}」里的字字体都没有，请改一改新字幕`);
      tops.set(mark_id, top);
    }
    if (way !== 'sticker') continue;
    const sticker = stickers.find(({ material_id }) => material_id === cover?.material_id);
    if (!sticker || sticker.problem) throw new AppError('invalid', sticker?.problem ?? GONE);
    isMade ||= await isMachineMade(db, row.space_id, sticker.sha256);
    const opened = await storage.open(sticker.sha256);
    try {
      isMade ||= readPictureLabel(await readFile(opened.path)) !== undefined;
      tops.set(mark_id, await stickerTop(opened.path, room, into));
    } finally {
      await opened.release();
    }
  }
  return { tops, isMachineMade: isMade };
}
