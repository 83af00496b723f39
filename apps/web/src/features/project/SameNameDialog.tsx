import type { SameName } from '@mixreel/contract';
import { Button, Modal } from 'antd';
import styles from './Project.module.css';

type Props = { taken: SameName; onRename: () => void; onUseSuggested: () => void; onOpenExisting?: () => void };

/** The name is taken in this space. */
export function SameNameDialog({ taken, onRename, onUseSuggested, onOpenExisting }: Props) {
  return (
    <Modal open centered width={420} title="已有同名项目" footer={null} onCancel={onRename}>
      <p className={styles['text']}>这个空间里已经有「{taken.project_name}」了，换个名字才好区分。</p>
      <div className={styles['choices']}>
        <Button type="primary" block autoFocus onClick={onUseSuggested}>
          用「{taken.suggested_name}」
        </Button>
        {onOpenExisting && (
          <Button block onClick={onOpenExisting}>
            打开已有的项目
          </Button>
        )}
        <Button block onClick={onRename}>
          自己改名字
        </Button>
      </div>
    </Modal>
  );
}
