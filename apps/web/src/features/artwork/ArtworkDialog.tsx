import type { Artwork } from '@mixreel/contract';
import { Modal } from 'antd';
import { ArtworkView } from './ArtworkView.tsx';

/** Plays a finished video over the page. */
export function ArtworkDialog({ artwork, onClose }: { artwork: Artwork; onClose: () => void }) {
  return (
    <Modal open centered width="min(880px, 86vw)" title={artwork.artwork_name} footer={null} onCancel={onClose}>
      <ArtworkView artwork={artwork} />
    </Modal>
  );
}
