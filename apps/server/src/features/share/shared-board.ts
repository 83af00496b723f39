import { AppError, type SharedBoard } from '@mixreel/contract';
import { brokenFacts } from '@mixreel/contract/story';
import type { App } from '#context.ts';
import type { Paper } from '#features/story/paper/serve-paper.ts';
import { readMoments, readStory } from '#features/story/story.queries.ts';
import { signShareFile } from './share-link.ts';
import type { ShareRow } from './share.queries.ts';

/** What is printed of the board behind a link. */
export function requireBoard({ space_id, story_board_id }: ShareRow): Paper {
  if (!story_board_id) throw new AppError('not_found', '这个分享里没有故事板');
  return { space_id, story_board_id, format: 'pdf', columns: null };
}

/** The board behind a link as it is now, with links to pictures that end with it. */
export async function readSharedBoard(app: Pick<App, 'db' | 'secret'>, row: ShareRow): Promise<SharedBoard> {
  const { space_id, story_board_id } = requireBoard(row);
  const board = await readStory(app, space_id, story_board_id).catch((error: unknown) => {
    const isGone = error instanceof AppError && error.error === 'not_found';
    throw isGone ? new AppError('not_found', '分享的故事板已被删除，请联系分享人') : error;
  });
  if (brokenFacts(board).length > 0) {
    throw new AppError('conflict', '故事板里有和产品资料不一致的地方，改好之前不能查看，请联系分享人');
  }
  const moments = await readMoments(app.db, space_id, board.rows);
  const rows = board.rows.map(({ reference, ...words }) => {
    const found = moments.find(
      (one) => one.material_id === reference?.material_id && one.start_ms === reference.start_ms,
    );
    const shown = found && !found.is_gone && found.vlc_id ? { item_id: found.material_id, vlc_id: found.vlc_id } : null;
    const cover_url = shown && signShareFile(app, row, { ...shown, file_name: 'cover.jpg' }).url;
    return { ...words, cover_url, ai_origin: found?.ai_origin ?? false };
  });
  const { board_name, target_ms, updated_at } = board;
  return { board_name, target_ms, updated_at, rows };
}
