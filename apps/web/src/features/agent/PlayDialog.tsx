import { Button, Modal } from 'antd';
import { useNavigate } from 'react-router';
import { editorPath } from '#features/mix/editor-path.ts';
import { addressOf } from '#lib/app-config.ts';
import { useCall } from '#lib/use-call.ts';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Film } from '#ui/Film.tsx';
import { LoadingRows } from '#ui/LoadingRows.tsx';
import styles from './Agent.module.css';

type Props = { agent_batch_config_id: string; row_id: string; number: number; onClose: () => void };

/** A row's video as it will be, before it is made. */
export function PlayDialog({ agent_batch_config_id, row_id, number, onClose }: Props) {
  const navigate = useNavigate();
  const preview = useCall('agentBatch.preview', { agent_batch_config_id, row_id });
  const { data } = preview;
  return (
    <Modal
      open
      centered
      title={`第 ${number} 行`}
      onCancel={onClose}
      footer={data && <Button onClick={() => void navigate(editorPath(data.mproject_id))}>在混剪里细调</Button>}
    >
      {data ? (
        <Film
          className={styles['player']}
          src={addressOf(data.url)}
          controls
          autoPlay
          aria-label={`第 ${number} 行的预览`}
        >
          <track kind="captions" />
        </Film>
      ) : preview.error && !preview.isFetching ? (
        <ErrorState title="播放不了" error={preview.error} onRetry={() => void preview.refetch()} />
      ) : (
        <LoadingRows label="正在准备画面" />
      )}
    </Modal>
  );
}
