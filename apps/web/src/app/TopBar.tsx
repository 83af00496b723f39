import { AuditOutlined, QuestionCircleOutlined, SafetyCertificateOutlined } from '@ant-design/icons';
import { Tooltip } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useAsks } from '#features/agent/asks.ts';
import { useCurrentProject } from '#features/project/current-project.ts';
import { ProjectSwitch } from '#features/project/ProjectSwitch.tsx';
import { TaskCentre } from '#features/task/TaskCentre.tsx';
import { SpaceSwitch } from '#features/team/SpaceSwitch.tsx';
import { UPLOAD_SLOT_ID } from '#lib/upload-slot.ts';
import { AvatarMenu } from './AvatarMenu.tsx';
import bar from '#ui/BarButton.module.css';
import styles from './TopBar.module.css';

const LabelDialog = lazy(async () => ({ default: (await import('#features/label/LabelDialog.tsx')).LabelDialog }));
const TabooDialog = lazy(async () => ({ default: (await import('#features/taboo/TabooDialog.tsx')).TabooDialog }));

export function TopBar({ onHelp }: { onHelp: () => void }) {
  const { project_id } = useCurrentProject();
  const asks = useAsks().elsewhere.map(({ team_id }) => team_id);
  const [open, setOpen] = useState<'label' | 'taboo' | null>(null);
  const label = {
    key: 'label',
    icon: <SafetyCertificateOutlined />,
    label: 'AI 标识',
    onClick: () => setOpen('label'),
  };
  const taboo = { key: 'taboo', icon: <AuditOutlined />, label: '违禁词', onClick: () => setOpen('taboo') };
  return (
    <header className={styles['bar']}>
      <SpaceSwitch settings={project_id === null ? [taboo] : [label, taboo]} waiting={asks} />
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
            className={`${bar['button']} ${bar['icon']} ${styles['help']}`}
            aria-label="帮助与快捷键"
            onClick={onHelp}
          >
            <QuestionCircleOutlined aria-hidden="true" />
          </button>
        </Tooltip>
        <AvatarMenu />
      </div>
      <Suspense fallback={null}>
        {open === 'label' && project_id !== null && (
          <LabelDialog project_id={project_id} onClose={() => setOpen(null)} />
        )}
        {open === 'taboo' && <TabooDialog onClose={() => setOpen(null)} />}
      </Suspense>
    </header>
  );
}
