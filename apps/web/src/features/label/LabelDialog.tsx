import { LABEL_CLAUSE, type LabelDuty } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Checkbox, Modal } from 'antd';
import { useState } from 'react';
import { useSpace } from '#features/team/space.ts';
import { putAnswer } from '#lib/answers.ts';
import { call } from '#lib/call.ts';
import { formatTime } from '#lib/format.ts';
import { showToast } from '#lib/toast.ts';
import { useCall } from '#lib/use-call.ts';
import { Choice } from '#ui/Choice.tsx';
import { ListStates } from '#ui/ListStates.tsx';
import { Pill } from '#ui/Pill.tsx';
import { LabelLog } from './LabelLog.tsx';
import styles from './Label.module.css';

type Part = 'duty' | 'log';

const PARTS: { value: Part; label: string }[] = [
  { value: 'duty', label: '标识责任' },
  { value: 'log', label: '下载记录' },
];

type Props = { project_id: string; onClose: () => void };

/** Who marks what machines made: we on every file, or the space itself. Its owner decides; everybody may read. */
export function LabelDialog({ project_id, onClose }: Props) {
  const duty = useCall('label.duty', { project_id });
  const space = useSpace((state) => state.current);
  const [part, setPart] = useState<Part>('duty');
  const isOwner = space?.role === 'owner';
  return (
    <Modal open centered width={640} title="AI 标识" footer={null} onCancel={onClose}>
      {isOwner && (
        <div className={styles['parts']}>
          <Choice label="看什么" options={PARTS} value={part} onChange={setPart} />
        </div>
      )}
      {part === 'log' ? (
        <LabelLog project_id={project_id} />
      ) : (
        <ListStates query={duty} isEmpty={() => false} empty={null}>
          {(data) => (
            <Duty duty={data} project_id={project_id} space_name={space?.team_name ?? ''} is_owner={isOwner} />
          )}
        </ListStates>
      )}
    </Modal>
  );
}

type DutyProps = { duty: LabelDuty; project_id: string; space_name: string; is_owner: boolean };

function Duty({ duty, project_id, space_name, is_owner }: DutyProps) {
  const { is_accepted, accepted_by_name, accepted_at, clause_version } = duty;
  const cache = useQueryClient();
  const [hasRead, setHasRead] = useState(false);
  const [isSending, setIsSending] = useState(false);
  const change = async (wanted: boolean) => {
    setIsSending(true);
    try {
      const input = { project_id, is_accepted: wanted, clause_version: LABEL_CLAUSE.version };
      const next = await call('label.updateDuty', input);
      putAnswer(cache, 'label.duty', { project_id }, next);
      setHasRead(false);
      showToast('success', wanted ? '已接受，之后导出的文件不再叠加可见标识' : '已收回，之后导出的文件会叠加可见标识');
    } finally {
      setIsSending(false);
    }
  };
  return (
    <div className={styles['duty']}>
      <p className={styles['now']} role="status">
        <Pill tone={is_accepted ? 'warning' : 'good'}>{is_accepted ? '由我们自己标识' : '自动标识'}</Pill>
        {is_accepted
          ? `「${space_name}」导出的 AI 内容不叠加可见标识，发布前要自己加。`
          : `「${space_name}」导出的 AI 内容会带上看得见（听得到）的「AI 生成」标识。`}
      </p>
      {is_accepted && accepted_at && (
        <p className={styles['who']}>
          {accepted_by_name || '空间所有者'} 于 {formatTime(accepted_at)} 接受，条款第 {clause_version} 版。
        </p>
      )}
      <section className={styles['clause']} aria-label="条款">
        <h3>
          {LABEL_CLAUSE.title}
          <small>第 {LABEL_CLAUSE.version} 版</small>
        </h3>
        <ol>
          {LABEL_CLAUSE.text.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ol>
      </section>
      {!is_owner && <p className={styles['who']}>只有空间所有者能接受或收回。</p>}
      {is_owner && is_accepted && (
        <div className={styles['acts']}>
          <Button loading={isSending} onClick={() => void change(false).catch(() => {})}>
            收回，恢复自动标识
          </Button>
        </div>
      )}
      {is_owner && !is_accepted && (
        <div className={styles['acts']}>
          <Checkbox checked={hasRead} onChange={({ target }) => setHasRead(target.checked)}>
            我已阅读，并代表这个空间承担责任
          </Checkbox>
          <Button
            type="primary"
            disabled={!hasRead}
            loading={isSending}
            onClick={() => void change(true).catch(() => {})}
          >
            接受
          </Button>
        </div>
      )}
      <p className={styles['who']}>只影响之后导出的文件；文件里的隐式标识无论如何都在。</p>
    </div>
  );
}
