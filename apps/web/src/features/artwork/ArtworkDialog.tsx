import type { Artwork } from '@mixreel/contract';
import { Modal } from 'antd';
import { ArtworkView } from './ArtworkView.tsx';

type Props = {
  artwork: Artwork;
  /** Where the mix that made it is in sight. */
  is_in_mix?: boolean;
  onClose: () => void;
};

/** Plays a finished video over the page. */
export function ArtworkDialog({ artwork, is_in_mix = false, onClose }: Props) {
  return (
    <Modal open centered width="min(880px, 86vw)" title={artwork.artwork_name} footer={null} onCancel={onClose}>
      <ArtworkView artwork={artwork} is_in_mix={is_in_mix} />
    </Modal>
  );
}
