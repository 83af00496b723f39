import { QuestionCircleOutlined } from '@ant-design/icons';
import { Tooltip } from 'antd';
import { ProjectSwitch } from '#features/project/ProjectSwitch.tsx';
import { TaskCentre } from '#features/task/TaskCentre.tsx';
import { SpaceSwitch } from '#features/team/SpaceSwitch.tsx';
import { UPLOAD_SLOT_ID } from '#lib/upload-slot.ts';
import { AvatarMenu } from './AvatarMenu.tsx';
import bar from '#ui/BarButton.module.css';
import styles from './TopBar.module.css';

export function TopBar({ onHelp }: { onHelp: () => void }) {
  return (
    <header className={styles['bar']}>
      <SpaceSwitch />
      <span className={styles['slash']} aria-hidden="true">
        /
      </span>
      <ProjectSwitch />
      <div className={styles['right']}>
        <div id={UPLOAD_SLOT_ID} className={styles['slot']} />
        <TaskCentre />
        <Tooltip title="快捷键（?）">
          <button
            type="button"
            className={`${bar['button']} ${bar['icon']}`}
            aria-label="帮助与快捷键"
            onClick={onHelp}
          >
            <QuestionCircleOutlined aria-hidden="true" />
          </button>
        </Tooltip>
        <AvatarMenu />
      </div>
    </header>
  );
}
