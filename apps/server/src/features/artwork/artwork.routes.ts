import { AppError, type Artwork, artwork as calls } from '@mixreel/contract';
import type { Context } from '#context.ts';
import { and, eq } from '#db/orm.ts';
import { readArtworkCover, setArtworkCover } from '#features/cover/artwork-cover.ts';
import { readDirs } from '#features/dir/dir-tree.ts';
import { artworkTopic, tellArtworks } from '#features/dir/tell-artworks.ts';
import { implement } from '#http/route.ts';
import { binArtworks, restoreArtworks } from './artwork-bin.ts';
import { readOrigin } from './artwork-origin.ts';
import { readArtworks, readCards, requireArtwork, requireRow } from './artwork.queries.ts';
import { artwork_comment } from './artwork.tables.ts';
import { updateArtworks } from './change-artworks.ts';
import { addComment, deleteComment, readComments, updateComment } from './comments.ts';
import { findArtworks } from './find-artworks.ts';
import { remakeArtworks } from './remake.ts';
import { saveArtwork } from './save-artwork.ts';
import { tellArtworksAndMixes } from './tell-mixes.ts';

export const artworkRoutes = implement(calls, {
  async list({ page_index, page_size, ...asked }, context) {
    return readArtworks(context, context.space.space_id, asked, { page_index, page_size });
  },

  async find({ project_id, q, sort, ...page }, context) {
    return findArtworks(context, { space_id: context.space.space_id, project_id }, { q, sort }, page);
  },

  async dirs({ project_id }, { db }) {
    return { dirs: await readDirs(db, project_id) };
  },

  async detail({ artwork_id }, context) {
    const row = await requireRow(context.db, context.space.space_id, artwork_id);
    const [card, origin] = await Promise.all([requireCard(context, artwork_id), readOrigin(context, row)]);
    return { ...card, origin };
  },

  async update({ artwork_ids, ...change }, context) {
    const { db, space, user } = context;
    const who = { space_id: space.space_id, user_uid: user.user_uid };
    const changed = await updateArtworks(db, who, artwork_ids, change);
    await tellArtworksAndMixes(context, space.space_id, changed, user);
    const before = new Map(changed.map(({ artwork_id, artwork_name }) => [artwork_id, artwork_name]));
    const names_before = artwork_ids.map((id) => before.get(id) ?? '');
    return { changed: changed.length, items: await readCards(context, space.space_id, artwork_ids), names_before };
  },

  async cover({ artwork_id, cover }, context) {
    return readArtworkCover(context, await requireRow(context.db, context.space.space_id, artwork_id), cover);
  },

  async setCover({ artwork_id, cover }, context) {
    const { db, space, user, signal } = context;
    const row = await requireArtwork(db, space.space_id, artwork_id);
    await setArtworkCover(context, row, cover, { user_uid: user.user_uid, signal });
    await tellArtworksAndMixes(context, space.space_id, [row], user);
    return requireCard(context, artwork_id);
  },

  async save(wish, context) {
    const { space, user, signal } = context;
    const who = { space_id: space.space_id, user_uid: user.user_uid, signal };
    const artwork_id = await saveArtwork(context, who, wish);
    await tellArtworks(context, space.space_id, [{ artwork_id }]);
    return requireCard(context, artwork_id);
  },

  async remake({ artwork_ids }, context) {
    return remakeArtworks(context, context.space.space_id, artwork_ids, context.user);
  },

  async delete({ artwork_ids }, context) {
    const { space_id } = context.space;
    const gone = await binArtworks(context.db, space_id, artwork_ids);
    await tellArtworksAndMixes(context, space_id, gone, context.user);
    return { changed: gone.length };
  },

  async restore({ artwork_ids }, context) {
    const { space_id } = context.space;
    const back = await restoreArtworks(context.db, space_id, artwork_ids);
    await tellArtworksAndMixes(context, space_id, back, context.user);
    return { changed: back.length };
  },

  async comments({ artwork_id }, { db, space }) {
    const own = and(eq(artwork_comment.artwork_id, artwork_id), eq(artwork_comment.space_id, space.space_id));
    return { comments: await readComments(db, own) };
  },

  async addComment(given, context) {
    return tellOf(context, await addComment(context, given));
  },

  async updateComment(change, context) {
    return tellOf(context, await updateComment(context, change));
  },

  async deleteComment({ comment_id }, context) {
    await tellOf(context, await deleteComment(context, comment_id));
    return {};
  },

  async changes(_input, { space }) {
    return { topic: artworkTopic(space.space_id) };
  },
});

async function tellOf<T extends { artwork_id: string }>(context: Context, said: T): Promise<T> {
  const { space_id } = context.space;
  const row = await requireRow(context.db, space_id, said.artwork_id);
  await tellArtworksAndMixes(context, space_id, [row], context.user);
  return said;
}

async function requireCard(context: Context, artwork_id: string): Promise<Artwork> {
  const [card] = await readCards(context, context.space.space_id, [artwork_id]);
  if (!card) throw new AppError('not_found', '成片不存在或已被删除');
  return card;
}
