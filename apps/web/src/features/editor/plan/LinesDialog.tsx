import { planNewShootings, planRemove, SHOOTINGS_MAX } from '@mixreel/contract';
import { applyAll } from '@mixreel/document';
import { Modal } from 'antd';
import { useState } from 'react';
import { linesOf, linesProblem } from '#features/mix/lines.ts';
import { LinesField } from '#features/mix/LinesField.tsx';
import { newShootings } from '#features/mix/new-parts.ts';
import { Choice } from '#ui/Choice.tsx';
import { useMix, useDesk } from '../document/use-mix.ts';
import styles from '#features/mix/Dialogs.module.css';

type Mode = 'append' | 'replace';
const MODES: { value: Mode; label: string }[] = [
  { value: 'append', label: '接在后面' },
  { value: 'replace', label: '替换现有镜头' },
];

/** Several lines at once, each a new shot; behind those that are there, or in their place. Can be undone. */
export function LinesDialog({ project_id, onClose }: { project_id: string; onClose: () => void }) {
  const desk = useDesk();
  const { shootings } = useMix();
  const [text, setText] = useState('');
  const [mode, setMode] = useState<Mode>('append');
  const lines = linesOf(text);
  const room = mode === 'append' ? SHOOTINGS_MAX - shootings.length : SHOOTINGS_MAX;
  const bring = () => {
    const { state } = desk;
    const ids = mode === 'replace' ? shootings.map(({ shooting_id }) => shooting_id) : [];
    const gone = planRemove(state, 'shooting', ids);
    const cause = 'import' as const;
    desk.act([...gone, ...planNewShootings(applyAll(state, gone), newShootings(lines))], { cause });
    onClose();
  };
  return (
    <Modal
      open
      centered
      width={600}
      title="台词"
      okText={lines.length > 0 ? `加 ${lines.length} 个镜头` : '加镜头'}
      cancelText="取消"
      okButtonProps={{ disabled: lines.length === 0 || linesProblem(lines, room) !== null }}
      onOk={bring}
      onCancel={onClose}
    >
      <div className={styles['form']}>
        {shootings.length > 0 && <Choice label="放在哪里" options={MODES} value={mode} onChange={setMode} />}
        <LinesField project_id={project_id} value={text} room={room} onChange={setText} />
      </div>
    </Modal>
  );
}
