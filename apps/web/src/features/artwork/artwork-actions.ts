import { type Artwork, type Checkbox, REVIEW_STATES, type ReviewState } from '@mixreel/contract';
import type { QueryClient } from '@tanstack/react-query';
import { call, type OutputOf } from '#lib/call.ts';
import { ownTimeZone } from '#lib/format.ts';
import { showToast } from '#lib/toast.ts';
import { offerUndo, withdrawUndo } from '#lib/undo.ts';
import { refreshArtworks, showArtworks } from './artwork-cache.ts';
import { artworkPicks } from './artwork-selection.ts';

export async function reviewArtworks(cache: QueryClient, artworks: Artwork[], to: ReviewState): Promise<void> {
  const changed = artworks.filter(({ review_state }) => review_state !== to);
  if (changed.length === 0) return;
  await change(cache, idsOf(changed), { review_state: to }, () => {
    if (changed.length === 1) return;
    offerUndo(`${changed.length} 条已标为「${REVIEW_STATES[to]}」`, async () => {
      for (const [before, group] of Map.groupBy(changed, (one) => one.review_state)) {
        await change(cache, idsOf(group), { review_state: before });
      }
      showToast('success', '审核状态已改回');
    });
  });
}

export async function markArtworks(
  cache: QueryClient,
  artworks: Artwork[],
  { checkbox_id, checkbox_name }: Pick<Checkbox, 'checkbox_id' | 'checkbox_name'>,
  is_ticked: boolean,
): Promise<void> {
  const changed = artworks.filter(({ marks }) => marks.some((one) => one.checkbox_id === checkbox_id) !== is_ticked);
  if (changed.length === 0) return;
  await change(cache, idsOf(changed), { mark: { checkbox_id, is_ticked } }, () => {
    if (changed.length === 1) return;
    offerUndo(`${changed.length} 条已${is_ticked ? '打上' : '去掉'}「${checkbox_name}」`, async () => {
      await change(cache, idsOf(changed), { mark: { checkbox_id, is_ticked: !is_ticked } });
      showToast('success', '标记已改回');
    });
  });
}

export async function changeArtwork(
  cache: QueryClient,
  artwork_id: string,
  to: { artwork_name?: string; note?: string },
): Promise<void> {
  await change(cache, [artwork_id], to);
}

/** By a rule, with the way back to what each was called. */
export async function renameArtworks(cache: QueryClient, artworks: Artwork[], name_rule: string): Promise<void> {
  const artwork_ids = idsOf(artworks);
  await change(cache, artwork_ids, { name_rule, time_zone: ownTimeZone() }, ({ changed, names_before }) => {
    offerUndo(`已给 ${changed} 条成片改名`, async () => {
      await change(cache, artwork_ids, { artwork_names: names_before });
      showToast('success', '已改回原来的名称');
    });
  });
}

/** Into another directory, with the way back to where each was. */
export async function moveArtworks(
  cache: QueryClient,
  artworks: Pick<Artwork, 'artwork_id' | 'dir_id'>[],
  { dir_id, dir_name }: { dir_id: string; dir_name: string },
): Promise<void> {
  const moved = artworks.filter((one) => one.dir_id !== dir_id);
  if (moved.length === 0) {
    showToast('info', `已经在「${dir_name}」里了`);
    return;
  }
  await change(cache, idsOf(moved), { dir_id }, () => {
    artworkPicks.clear({ keep_place: true });
    offerUndo(`${moved.length} 条成片已移到「${dir_name}」`, async () => {
      for (const [from, group] of Map.groupBy(moved, (one) => one.dir_id)) {
        await call('artwork.update', { artwork_ids: idsOf(group), dir_id: from });
      }
      await refreshArtworks(cache);
      showToast('success', '已移回原来的目录');
    });
  });
}

/** Into the bin, with a way back. */
export async function deleteArtworks(cache: QueryClient, artworks: Pick<Artwork, 'artwork_id'>[]): Promise<void> {
  if (artworks.length === 0) return;
  const artwork_ids = idsOf(artworks);
  const { changed } = await call('artwork.delete', { artwork_ids });
  artworkPicks.clear({ keep_place: true });
  offerUndo(`已把 ${changed} 条成片放进回收站`, () => restoreArtworks(cache, artwork_ids));
  await refreshArtworks(cache);
}

export async function restoreArtworks(cache: QueryClient, artwork_ids: string[]): Promise<void> {
  if (artwork_ids.length === 0) return;
  const { changed } = await call('artwork.restore', { artwork_ids });
  withdrawUndo();
  artworkPicks.clear({ keep_place: true });
  await refreshArtworks(cache);
  showToast('success', `已恢复 ${changed} 条成片`);
}

/** They become materials too, to be cut again; the content is not stored twice. */
export async function pushArtworks(artworks: Artwork[]): Promise<void> {
  let done = 0;
  try {
    for (const { vlc_id, project_id, artwork_name } of artworks) {
      const target = { project_id, material_name: `${artwork_name}.mp4`, material_sub_type: 'shot_video' as const };
      await call('upload.push', { vlc_id, target });
      done += 1;
    }
  } finally {
    if (done > 0) showToast('success', `${done} 条成片已存入素材库的「实拍」`);
  }
}

type Change = {
  artwork_name?: string;
  artwork_names?: string[];
  name_rule?: string;
  time_zone?: string;
  dir_id?: string;
  review_state?: ReviewState;
  note?: string;
  mark?: { checkbox_id: string; is_ticked: boolean };
};

/** `onDone` comes before lists are read again: as soon as a change is seen it can be taken back. */
async function change(
  cache: QueryClient,
  artwork_ids: string[],
  to: Change,
  onDone: (done: OutputOf<'artwork.update'>) => void = () => {},
): Promise<void> {
  const done = await call('artwork.update', { artwork_ids, ...to });
  onDone(done);
  showArtworks(cache, done.items);
  // Lists are narrowed and sorted by these; counts of directories and marks follow.
  await refreshArtworks(cache);
}

function idsOf(artworks: Pick<Artwork, 'artwork_id'>[]): string[] {
  return artworks.map(({ artwork_id }) => artwork_id);
}
