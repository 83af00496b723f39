import type { Project, SameName } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Input, Modal } from 'antd';
import { useState } from 'react';
import { call, tellError } from '#lib/call.ts';
import { INVALID_INPUT } from '#ui/message-box.ts';
import { sameNameOf } from './project-dialogs.ts';
import { SameNameDialog } from './SameNameDialog.tsx';
import styles from './Project.module.css';

/** Another name for a project. Someone else may have changed it meanwhile: then their version comes first. */
export function RenameProjectDialog({ project, onClose }: { project: Project; onClose: () => void }) {
  const [name, setName] = useState(project.project_name);
  const [problem, setProblem] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  const [taken, setTaken] = useState<SameName | null>(null);
  const cache = useQueryClient();

  const save = async (wanted: string) => {
    const project_name = wanted.trim();
    if (!project_name) return setProblem(INVALID_INPUT);
    if (project_name === project.project_name) return onClose();
    setIsSending(true);
    const { project_id, revision } = project;
    try {
      await call('project.update', { project_id, project_name, revision }, { is_quiet: true });
      await cache.invalidateQueries();
      onClose();
    } catch (error) {
      const same = sameNameOf(error);
      if (same) setTaken(same);
      else tellError(error, () => void save(wanted));
      await cache.invalidateQueries();
    } finally {
      setIsSending(false);
    }
  };

  return (
    <>
      <Modal
        open
        centered
        width={420}
        title="重命名项目"
        okText="确定"
        cancelText="取消"
        confirmLoading={isSending}
        onOk={() => void save(name)}
        onCancel={onClose}
      >
        <label className={styles['label']} htmlFor="project-name">
          项目名称
        </label>
        <Input
          id="project-name"
          autoFocus
          maxLength={50}
          value={name}
          status={problem ? 'error' : ''}
          onChange={(event) => {
            setName(event.target.value);
            setProblem(null);
          }}
          onFocus={(event) => event.target.select()}
          onPressEnter={(event) => {
            if (!event.nativeEvent.isComposing && !isSending) void save(name);
          }}
        />
        {problem && (
          <p className={styles['problem']} role="alert">
            {problem}
          </p>
        )}
      </Modal>
      <SameNameDialog
        taken={taken}
        onClose={() => setTaken(null)}
        onUse={(suggested) => {
          setName(suggested);
          void save(suggested);
        }}
      />
    </>
  );
}
