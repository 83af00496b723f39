import { SearchOutlined } from '@ant-design/icons';
import { ARTWORKS_AT_ONCE, type FoundArtwork } from '@mixreel/contract';
import { lazy, Suspense, useState } from 'react';
import type { InputOf } from '#lib/call.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { PickGrid } from '#ui/PickGrid.tsx';
import { artworkPicks } from './artwork-selection.ts';
import { ArtworkCard } from './ArtworkCard.tsx';

const ArtworkDialog = lazy(async () => ({ default: (await import('./ArtworkDialog.tsx')).ArtworkDialog }));

const LookDialog = lazy(async () => ({ default: (await import('#features/search/LookDialog.tsx')).LookDialog }));

const CARD_SIZE = { min_width: 168, ratio: 16 / 9, foot: 52 };

type Props = {
  filter: Omit<InputOf<'artwork.find'>, 'page_index' | 'page_size'>;
  /** Shots that look like a picture of a video are wanted. */
  onLook: (look: string) => void;
};

/** The finished videos that a sentence found; one opens at the second that it was found by. */
export function FoundArtworks({ filter, onLook }: Props) {
  const [opened, setOpened] = useState<FoundArtwork | null>(null);
  const [likened, setLikened] = useState<FoundArtwork | null>(null);
  return (
    <>
      <PickGrid
        key={JSON.stringify(filter)}
        call_key="artwork.find"
        filter={filter}
        label="找到的成片"
        loading_label="正在找成片"
        size={CARD_SIZE}
        empty={
          <EmptyState
            icon={<SearchOutlined />}
            title="没有找到这样的成片"
            text="成片按名称、台词、字幕和用到的镜头来找，换一种说法试试。"
          />
        }
        picks={artworkPicks}
        most={ARTWORKS_AT_ONCE}
        id_prefix="artwork-"
        pick={(artwork) => artwork}
        renderCard={renderCard}
        acts={{ open: setOpened, similar: setLikened }}
        onOpen={setOpened}
        onSelectAll={() => {}}
        is_covered={opened !== null || likened !== null}
      />
      <Suspense fallback={null}>
        {likened && (
          <LookDialog
            url={likened.cover_url}
            project_id={likened.project_id}
            onLook={onLook}
            onClose={() => setLikened(null)}
          />
        )}
        {opened && (
          <ArtworkDialog
            artwork_id={opened.artwork_id}
            artwork={opened}
            at={opened.reasons.find(({ at }) => at !== undefined)?.at ?? 0}
            onClose={() => setOpened(null)}
          />
        )}
      </Suspense>
    </>
  );
}

function renderCard(artwork: FoundArtwork, index: number) {
  return <ArtworkCard artwork={artwork} index={index} can_edit={false} reasons={artwork.reasons} />;
}
