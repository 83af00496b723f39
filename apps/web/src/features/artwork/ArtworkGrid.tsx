import { type Artwork, ARTWORKS_AT_ONCE, type ReviewState } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type Ref, useCallback, useImperativeHandle, useRef } from 'react';
import { showToast } from '#lib/toast.ts';
import { readRange } from '#lib/use-sparse-pages.ts';
import { PickGrid, type Reach } from '#ui/PickGrid.tsx';
import { artworkPicks, pickedArtworks } from './artwork-selection.ts';
import type { ListFilter } from './artwork-view.ts';
import { REVIEW_KEYS, REVIEWS, WORDS } from './artwork-words.ts';
import { ArtworkCard } from './ArtworkCard.tsx';
import { nextInList } from './next-in-list.ts';

/** Most finished videos stand upright; others are shown whole within. */
const CARD_SIZE = { min_width: 148, ratio: 16 / 9, foot: 52 };

export type GridReach = {
  /** Everything that matches, also what is not on screen; once more, nothing. */
  selectAll: () => void;
  /** The video before or behind another one; null at the ends and for one that is not in the list. */
  neighbour: (artwork_id: string, by: -1 | 1) => Artwork | null;
  focus: () => void;
};

type Props = {
  filter: ListFilter;
  can_edit: boolean;
  empty: ReactNode;
  is_covered: boolean;
  reach: Ref<GridReach>;
  onOpen: (artwork: Artwork) => void;
  onSimilar: (artwork: Artwork) => void;
  onReview: (artworks: Artwork[], to: ReviewState) => void;
  onMove: () => void;
  onRename: () => void;
  onDelete: () => void;
};

/** The cards, with the mouse and the keyboard: ticked, walked through, opened, judged. */
export function ArtworkGrid(props: Props) {
  const { filter, can_edit, empty, is_covered, reach, onOpen, onSimilar, onReview } = props;
  const { onMove, onRename, onDelete } = props;
  const cache = useQueryClient();
  const grid = useRef<Reach<'artwork.list'>>(null);

  const selectAll = async () => {
    const total = grid.current?.total ?? 0;
    const most = Math.min(total, ARTWORKS_AT_ONCE);
    if (total > 0 && artworkPicks.use.getState().picked.size >= most) return artworkPicks.clear({ keep_place: true });
    artworkPicks.pickThese(await readRange(cache, 'artwork.list', filter, [0, most - 1]));
    if (total > most) showToast('info', `一次最多选 ${ARTWORKS_AT_ONCE} 条，已选最前面的`);
  };
  const selectAllNow = () => void selectAll().catch(() => {});
  useImperativeHandle(reach, () => ({
    selectAll: selectAllNow,
    neighbour: (artwork_id, by) => {
      if (!grid.current) return null;
      const { active } = artworkPicks.use.getState();
      const at = nextInList({ index: indexOf(grid.current, artwork_id), active, by });
      const next = grid.current.itemAt(at);
      if (!next) return null;
      artworkPicks.pickOnly(next, at);
      grid.current.goTo(at);
      return next;
    },
    focus: () => grid.current?.focus(),
  }));

  const actOf = (key: string): (() => void) | null => {
    if (!can_edit || artworkPicks.use.getState().picked.size === 0) return null;
    const review = REVIEWS.find((state) => REVIEW_KEYS[state] === key);
    if (review) return () => onReview(pickedArtworks(), review);
    return { M: onMove, F2: onRename, Delete: onDelete, Backspace: onDelete }[key] ?? null;
  };
  const renderCard = useCallback(
    (artwork: Artwork, index: number) => <ArtworkCard artwork={artwork} index={index} can_edit={can_edit} />,
    [can_edit],
  );
  return (
    <PickGrid
      call_key="artwork.list"
      filter={filter}
      label={WORDS.list}
      loading_label={WORDS.loading}
      size={CARD_SIZE}
      empty={empty}
      picks={artworkPicks}
      pick={itself}
      most={ARTWORKS_AT_ONCE}
      id_prefix="artwork-"
      renderCard={renderCard}
      acts={{
        open: (artwork, index) => {
          artworkPicks.pickOnly(artwork, index);
          onOpen(artwork);
        },
        similar: onSimilar,
      }}
      onOpen={onOpen}
      onSelectAll={selectAllNow}
      onKey={actOf}
      is_covered={is_covered}
      reach={grid}
    />
  );
}

function indexOf({ itemAt, total }: Reach<'artwork.list'>, artwork_id: string): number {
  const at = artworkPicks.use.getState().active;
  if (at !== null && itemAt(at)?.artwork_id === artwork_id) return at;
  for (let index = 0; index < total; index += 1) if (itemAt(index)?.artwork_id === artwork_id) return index;
  return -1;
}

function itself(artwork: Artwork): Artwork {
  return artwork;
}
