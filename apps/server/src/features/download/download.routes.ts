import { download as calls } from '@mixreel/contract';
import { eq, sql } from '#db/orm.ts';
import { artwork } from '#features/artwork/artwork.tables.ts';
import { safeName } from '#features/file/archive-names.ts';
import { signFileLink } from '#features/file/file-link.ts';
import { noteTaken } from '#features/label/label-log.ts';
import { implement } from '#http/route.ts';
import { DELIVERY_HOURS, readDelivery } from './deliver.ts';
import { packArtworks } from './download.jobs.ts';
import { packageName, type PackedVideo, readVideos, requireVideos, videoNames } from './read-videos.ts';

export const downloadRoutes = implement(calls, {
  async add(input, context) {
    const { db, space, user, queue, request } = context;
    const { space_id } = space;
    const { user_uid } = user;
    const videos = requireVideos(await readVideos(db, space_id, input.artwork_ids));
    const [first] = videos;
    const hasExtras = input.with_srt || input.with_cover || input.with_manifest;
    if (first && videos.length === 1 && !hasExtras) return oneLink(context, user_uid, first, input);

    const taker = { space_id, user_uid, address: request.address };
    await noteTaken(
      db,
      taker,
      videos.map(({ row, file }) => ({ sha256: file.sha256, file_name: row.artwork_name })),
    );
    const projects = new Set(videos.map(({ row }) => row.project_id));
    const task_id = await queue.add(packArtworks, {
      space_id,
      user_uid,
      title: packageName(videos),
      project_id: projects.size === 1 ? (first?.row.project_id ?? null) : null,
      // In megabytes, and something for each file.
      work: videos.reduce((sum, { file }) => sum + 1 + file.bytes / 1e6, 0),
      input,
    });
    return readDelivery(context, space_id, task_id);
  },

  async status({ task_id }, context) {
    return readDelivery(context, context.space.space_id, task_id);
  },
});

/** The video itself, at once. Whoever fetches it is noted then, where that is asked for. */
async function oneLink(
  { db, secret }: Parameters<typeof readDelivery>[0],
  user_uid: string,
  video: PackedVideo,
  wish: Parameters<typeof videoNames>[1],
) {
  const { row, file } = video;
  const file_name = safeName(videoNames([video], wish)[0] ?? '');
  const until = new Date(Date.now() + DELIVERY_HOURS * 3_600_000).toISOString();
  const { url, expires_at } = signFileLink(
    { secret },
    { vlc_id: file.vlc_id, file_name },
    { until, disposition: 'attachment', by: user_uid },
  );
  await db
    .update(artwork)
    .set({ download_count: sql`${artwork.download_count} + 1` })
    .where(eq(artwork.artwork_id, row.artwork_id));
  const told = { task_id: null, status: 'succeeded' as const, progress: 100, notes: [], error: null };
  return { ...told, url, file_name, bytes: file.bytes, expires_at };
}
