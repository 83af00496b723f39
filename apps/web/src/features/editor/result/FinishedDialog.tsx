import { ArtworkDialog } from '#features/artwork/ArtworkDialog.tsx';

type Props = { artwork_id: string; onClose: () => void };

/** A finished video over the mix that made it. */
export function FinishedDialog({ artwork_id, onClose }: Props) {
  return <ArtworkDialog artwork_id={artwork_id} is_in_mix onClose={onClose} />;
}
