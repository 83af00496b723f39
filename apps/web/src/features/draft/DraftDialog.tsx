import { Modal } from 'antd';
import { useCall } from '#lib/use-call.ts';
import { ErrorState } from '#ui/ErrorState.tsx';
import type { DraftOf } from './draft-of.ts';
import { DraftForm } from './DraftForm.tsx';
import styles from './Draft.module.css';

type Props = Required<DraftOf> & { onClose: () => void };

/** Gives videos on to another editor, as the person's setting says. */
export function DraftDialog(props: Props) {
  const setting = useCall('draft.setting', {});
  if (setting.data) return <DraftForm {...props} setting={setting.data} />;
  return (
    <Modal open centered width={680} title="导出工程" footer={null} onCancel={props.onClose}>
      {setting.error && !setting.isFetching ? (
        <ErrorState error={setting.error} onRetry={() => void setting.refetch()} />
      ) : (
        <div className={`skeleton ${styles['ghost']}`} role="status" aria-label="正在读取草稿设置" />
      )}
    </Modal>
  );
}
