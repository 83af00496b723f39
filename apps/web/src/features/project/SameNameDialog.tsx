import type { SameName } from '@mixreel/contract';
import { Button, Modal } from 'antd';
import styles from './Project.module.css';

type Props = {
  taken: SameName | null;
  onClose: () => void;
  onUse: (project_name: string) => void;
  /** Where the person may also go to the project that has the name. */
  onOpen?: (project_id: string) => void;
};

/** The name is taken in this space. */
export function SameNameDialog({ taken, onClose, onUse, onOpen }: Props) {
  if (!taken) return null;
  const { project_id, project_name, suggested_name } = taken;
  return (
    <Modal open centered width={420} title="已有同名项目" footer={null} onCancel={onClose}>
      <p className={styles['text']}>这个空间里已经有「{project_name}」了，换个名字才好区分。</p>
      <div className={styles['choices']}>
        <Button
          type="primary"
          block
          autoFocus
          onClick={() => {
            onClose();
            onUse(suggested_name);
          }}
        >
          用「{suggested_name}」
        </Button>
        {onOpen && (
          <Button block onClick={() => onOpen(project_id)}>
            打开已有的项目
          </Button>
        )}
        <Button block onClick={onClose}>
          自己改名字
        </Button>
      </div>
    </Modal>
  );
}
