import { InfoCircleOutlined } from '@ant-design/icons';
import { useState } from 'react';
import { useCall } from '#lib/use-call.ts';
import { LabelDialog } from './LabelDialog.tsx';
import styles from './Label.module.css';

/** Says, where files with AI in them leave, whether they carry the visible mark. */
export function LabelHint({ project_id }: { project_id: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const duty = useCall('label.duty', { project_id }, { stale_ms: 60_000 });
  if (!duty.data) return null;
  return (
    <p className={styles['hint']} data-warning={duty.data.is_accepted}>
      <InfoCircleOutlined aria-hidden="true" />
      <span>
        {duty.data.is_accepted
          ? '用到 AI 的视频不叠加可见标识，发布前请自己加上；文件里的隐式标识还在。'
          : '用到 AI 配音或素材的视频会带「AI 生成」字样和文件内的隐式标识。'}
      </span>
      <button type="button" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        查看条款
      </button>
      {isOpen && <LabelDialog project_id={project_id} onClose={() => setIsOpen(false)} />}
    </p>
  );
}
