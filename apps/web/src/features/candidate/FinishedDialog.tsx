import { Modal } from 'antd';
import { ArtworkDialog } from '#features/artwork/ArtworkDialog.tsx';
import { useArtwork } from '#features/artwork/use-artwork.ts';
import { ErrorState } from '#ui/ErrorState.tsx';

type Props = { artwork_id: string; mproject_id: string; project_id: string; onClose: () => void };

/** A finished video, by its id. */
export function FinishedDialog({ onClose, ...wanted }: Props) {
  const artwork = useArtwork(wanted);
  if (artwork.data) return <ArtworkDialog artwork={artwork.data} is_in_mix onClose={onClose} />;
  return (
    <Modal open centered title="成片" footer={null} onCancel={onClose}>
      {artwork.isFetching ? (
        <p role="status">正在打开成片</p>
      ) : (
        <ErrorState
          error={artwork.error ?? new Error('成片已经被删除，可以重新导出。')}
          onRetry={() => void artwork.refetch()}
        />
      )}
    </Modal>
  );
}
