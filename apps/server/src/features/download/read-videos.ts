import { AppError, namesByRule, type Timeline } from '@mixreel/contract';
import type { Queryable } from '#db/connect.ts';
import { and, asc, eq, inArray, isNull, sql } from '#db/orm.ts';
import { alias } from '#db/pg-core.ts';
import { artwork, artwork_mark } from '#features/artwork/artwork.tables.ts';
import { user_account } from '#features/auth/auth.tables.ts';
import { candidate } from '#features/candidate/candidate.tables.ts';
import { checkbox, dir } from '#features/dir/dir.tables.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import { readWithheld, requireFree } from '#features/label/withheld.ts';
import { mproject } from '#features/mix/mix.tables.ts';

type File = Pick<typeof vlc_file.$inferSelect, 'vlc_id' | 'sha256' | 'bytes' | 'content_type' | 'file_name'>;

/** A finished video as it is packed, with all that is told of it. */
export type PackedVideo = {
  row: typeof artwork.$inferSelect;
  timeline: Timeline | null;
  file: File;
  cover: File | null;
  mix_name: string;
  candidate_number: number | null;
  creator_name: string;
  marks: string[];
  /** From the outermost directory to its own. */
  dirs: string[];
};

/** Those that are there and not in the recycle bin, in the order asked for. */
export async function readVideos(db: Queryable, space_id: string, artwork_ids: string[]): Promise<PackedVideo[]> {
  const cover = alias(vlc_file, 'cover');
  const rows = await db
    .select({
      row: artwork,
      file: vlc_file,
      cover,
      mix_name: sql<string>`coalesce(${mproject.mproject_name}, '')`,
      candidate_number: candidate.number,
      creator_name: sql<string>`coalesce(${user_account.name}, '')`,
    })
    .from(artwork)
    .innerJoin(vlc_file, eq(vlc_file.vlc_id, artwork.vlc_id))
    .leftJoin(cover, eq(cover.vlc_id, sql`coalesce(${artwork.cover_full_vlc_id}, ${artwork.cover_vlc_id})`))
    .leftJoin(mproject, eq(mproject.mproject_id, artwork.mproject_id))
    .leftJoin(candidate, eq(candidate.candidate_id, artwork.candidate_id))
    .leftJoin(user_account, eq(user_account.user_uid, artwork.created_by))
    .where(and(eq(artwork.space_id, space_id), inArray(artwork.artwork_id, artwork_ids), isNull(artwork.deleted_at)));
  await requireFree(
    db,
    space_id,
    rows.map(({ file }) => file.sha256),
  );
  const covers = rows.flatMap((row) => row.cover?.sha256 ?? []);
  const withheld = await readWithheld(db, space_id, covers);
  const marks = await readMarks(db, artwork_ids);
  const dirsOf = await readPaths(db, [...new Set(rows.map(({ row }) => row.project_id))]);
  const found = new Map(
    rows.map(({ row, ...rest }) => [
      row.artwork_id,
      // A cover of somebody who is not in the video.
      {
        ...rest,
        cover: rest.cover && !withheld.has(rest.cover.sha256) ? rest.cover : null,
        row,
        timeline: row.timeline,
        marks: marks.get(row.artwork_id) ?? [],
        dirs: dirsOf(row.dir_id),
      },
    ]),
  );
  return [...new Set(artwork_ids)].flatMap((id) => found.get(id) ?? []);
}

async function readMarks(db: Queryable, artwork_ids: string[]): Promise<Map<string, string[]>> {
  const rows = await db
    .select({ artwork_id: artwork_mark.artwork_id, name: checkbox.checkbox_name })
    .from(artwork_mark)
    .innerJoin(checkbox, eq(checkbox.checkbox_id, artwork_mark.checkbox_id))
    .where(inArray(artwork_mark.artwork_id, artwork_ids))
    .orderBy(asc(checkbox.checkbox_id));
  const marks = new Map<string, string[]>();
  for (const { artwork_id, name } of rows) marks.set(artwork_id, [...(marks.get(artwork_id) ?? []), name]);
  return marks;
}

async function readPaths(db: Queryable, project_ids: string[]): Promise<(dir_id: string) => string[]> {
  const rows = project_ids.length
    ? await db
        .select({ dir_id: dir.dir_id, parent_id: dir.parent_id, dir_name: dir.dir_name })
        .from(dir)
        .where(inArray(dir.project_id, project_ids))
    : [];
  const byId = new Map(rows.map((row) => [row.dir_id, row]));
  return (dir_id) => {
    const names: string[] = [];
    const seen = new Set<string>();
    for (let at = byId.get(dir_id); at && !seen.has(at.dir_id); at = byId.get(at.parent_id ?? '')) {
      seen.add(at.dir_id);
      names.unshift(at.dir_name);
    }
    return names;
  };
}

type NameWish = { name_rule?: string | undefined; time_zone?: string | undefined };

/** What each file is called, by the rule where there is one, with the ending that its content has. */
export function videoNames(videos: PackedVideo[], { name_rule, time_zone }: NameWish): string[] {
  const names = name_rule
    ? namesByRule(
        name_rule,
        videos.map(({ row, mix_name, dirs }, n) => ({
          number: n + 1,
          seconds: row.duration,
          at: new Date(row.created_at),
          words: { name: row.artwork_name, mix: mix_name, dir: dirs.at(-1) ?? '' },
        })),
        { time_zone },
      )
    : videos.map(({ row }) => row.artwork_name.trim());
  return videos.map(({ file }, n) => `${names[n]}${endingOf(file)}`);
}

const ENDINGS: Record<string, string> = {
  'video/mp4': '.mp4',
  'video/quicktime': '.mov',
  'video/webm': '.webm',
  'video/x-matroska': '.mkv',
  'image/jpeg': '.jpg',
  'image/png': '.png',
};

export function endingOf({ content_type, file_name }: File): string {
  return ENDINGS[content_type] ?? /\.[a-z0-9]{1,5}$/i.exec(file_name)?.[0]?.toLowerCase() ?? '';
}

export function requireVideos(videos: PackedVideo[]): PackedVideo[] {
  if (videos.length === 0) throw new AppError('not_found', '选中的成片都已被删除，请重新选择');
  return videos;
}

/** The contents that an archive of them shows. */
export function shownBy(videos: PackedVideo[]): string[] {
  return videos.flatMap(({ file, cover }) => [file.sha256, ...(cover ? [cover.sha256] : [])]);
}

/** `夏季 01 等 12 条.zip`. */
export function packageName(videos: PackedVideo[]): string {
  const name = videos[0]?.row.artwork_name ?? '成片';
  return videos.length > 1 ? `${name} 等 ${videos.length} 条.zip` : `${name}.zip`;
}
