import { Modal, Progress } from 'antd';
import { formatQuota } from '#lib/format.ts';
import { useCall } from '#lib/use-call.ts';
import { ListStates } from '#ui/ListStates.tsx';
import styles from './InviteDialog.module.css';

/** What a space takes, for whoever answers for it. */
export function StorageDialog({
  team,
  onClose,
}: {
  team: { team_id: string; team_name: string };
  onClose: () => void;
}) {
  const storage = useCall('file.storage', { team_id: team.team_id });
  return (
    <Modal open centered width={420} title={`「${team.team_name}」的容量`} footer={null} onCancel={onClose}>
      <ListStates query={storage} isEmpty={() => false} empty={null}>
        {({ used_bytes, quota_bytes, history_bytes }) => (
          <>
            <p>
              文件 {formatQuota(used_bytes)}，共 {formatQuota(quota_bytes)}
            </p>
            <Progress
              percent={Math.min(100, Math.round((used_bytes / Math.max(1, quota_bytes)) * 100))}
              aria-label="已用的容量"
            />
            <p>历史版本 {formatQuota(history_bytes)}</p>
            <p className={styles['quiet']}>
              历史版本不占容量：每一步留 30 天，之后 90 天每小时留一个，再往后每天留一个，命名的一直留着。
            </p>
          </>
        )}
      </ListStates>
    </Modal>
  );
}
