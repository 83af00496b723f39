import { extname } from 'node:path';
import type { Artwork } from '@mixreel/contract';
import type { App } from '#context.ts';
import type { Queryable } from '#db/connect.ts';
import { and, eq, getTableColumns, sql } from '#db/orm.ts';
import { user_account } from '#features/auth/auth.tables.ts';
import { checkbox, dir } from '#features/dir/dir.tables.ts';
import { signFileLink } from '#features/file/file-link.ts';
import { vlc_file, withheld_content } from '#features/file/file.tables.ts';
import { artwork, artwork_comment, artwork_mark } from './artwork.tables.ts';

const LINK_SECONDS = 6 * 3600;

// Large, and no card shows it.
const { timeline: _, ...columns } = getTableColumns(artwork);

const MARKS = sql<Artwork['marks']>`coalesce((
  select jsonb_agg(jsonb_build_object('checkbox_id', c.checkbox_id, 'checkbox_name', c.checkbox_name, 'colour', c.colour)
    order by c.checkbox_id)
  from ${artwork_mark} m join ${checkbox} c using (checkbox_id) where m.artwork_id = artwork.artwork_id), '[]')`;

const COMMENTS = sql<{ all: number; open: number }>`(
  select jsonb_build_object('all', count(*), 'open', count(*) filter (where not c.is_resolved))
  from ${artwork_comment} c where c.artwork_id = artwork.artwork_id)`;

/** Videos with all that a card shows; the caller says which. */
export function selectCards(db: Queryable) {
  return db
    .select({
      row: columns,
      dir_name: dir.dir_name,
      file_name: vlc_file.file_name,
      creator_name: sql<string>`coalesce(${user_account.name}, '')`,
      marks: MARKS,
      comments: COMMENTS,
      withheld: withheld_content.reason,
    })
    .from(artwork)
    .innerJoin(dir, eq(dir.dir_id, artwork.dir_id))
    .innerJoin(vlc_file, eq(vlc_file.vlc_id, artwork.vlc_id))
    .leftJoin(user_account, eq(user_account.user_uid, artwork.created_by))
    .leftJoin(
      withheld_content,
      and(eq(withheld_content.space_id, vlc_file.space_id), eq(withheld_content.sha256, vlc_file.sha256)),
    )
    .$dynamic();
}

type Card = Awaited<ReturnType<typeof selectCards>>[number];

/** Who gets to see the cards: their links for saving carry the name. */
export type Reader = Pick<App, 'db' | 'secret'> & { user: { user_uid: string } };

/** As a card shows it, with links that last for hours. */
export function toArtwork(app: Reader, { row, file_name, comments, ...rest }: Card): Artwork {
  const file = { vlc_id: row.vlc_id, file_name: `${row.artwork_name}${extname(file_name) || '.mp4'}` };
  const cover = row.cover_vlc_id && { vlc_id: row.cover_vlc_id, file_name: 'cover' };
  const saved = row.cover_full_vlc_id && { vlc_id: row.cover_full_vlc_id, file_name: `${row.artwork_name}.jpg` };
  return {
    ...row,
    ...rest,
    comment_count: comments.all,
    open_comment_count: comments.open,
    video_url: signFileLink(app, file, { seconds: LINK_SECONDS }).url,
    download_url: signFileLink(app, file, { seconds: LINK_SECONDS, disposition: 'attachment', by: app.user.user_uid })
      .url,
    cover_url: cover ? signFileLink(app, cover, { seconds: LINK_SECONDS }).url : null,
    cover_download_url: saved
      ? signFileLink(app, saved, { seconds: LINK_SECONDS, disposition: 'attachment' }).url
      : null,
  };
}
