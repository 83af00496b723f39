import { CheckOutlined, MoreOutlined } from '@ant-design/icons';
import type { Project } from '@mixreel/contract';
import { Button, Dropdown } from 'antd';
import { formatCount } from '#lib/format.ts';
import { useSend } from '#lib/use-call.ts';
import { confirmBox } from '#ui/message-box.ts';
import { openRenameProject } from './project-dialogs.ts';
import styles from './Project.module.css';

type Props = {
  project: Project;
  isCurrent: boolean;
  canEdit: boolean;
  onChoose: () => void;
  onGone: () => void;
  onClose: () => void;
};

export function ProjectRow({ project, isCurrent, canEdit, onChoose, onGone, onClose }: Props) {
  const remove = useSend('project.delete', { refresh: ['project.list', 'project.clients'] });
  const { project_id, project_name, client_name, material_count } = project;

  const askAndRemove = async () => {
    onClose();
    const isSure = await confirmBox({
      title: `删除项目「${project_name}」？`,
      text: `${material_count > 0 ? `${formatCount(material_count)} 个素材，以及` : ''}里面的成片、混剪、故事板、配音、图片和智能体批次会一起删除，不能撤销。`,
      ok_label: '删除',
      is_danger: true,
    });
    if (!isSure) return;
    await remove.mutateAsync({ project_id });
    if (isCurrent) onGone();
  };

  return (
    <li className={styles['row']}>
      <button type="button" data-project className={styles['choose']} aria-current={isCurrent} onClick={onChoose}>
        <span className={styles['name']}>{project_name}</span>
        <small>
          {[project.is_demo && '示例', client_name, `${formatCount(material_count)} 个素材`]
            .filter(Boolean)
            .join(' · ')}
        </small>
        {isCurrent && <CheckOutlined className={styles['tick'] ?? ''} aria-label="当前项目" />}
      </button>
      {canEdit && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: [
              {
                key: 'rename',
                label: '重命名',
                onClick: () => {
                  onClose();
                  openRenameProject(project);
                },
              },
              { key: 'delete', label: '删除', danger: true, onClick: () => void askAndRemove().catch(() => {}) },
            ],
          }}
        >
          <Button
            type="text"
            size="small"
            icon={<MoreOutlined aria-hidden="true" />}
            aria-label={`「${project_name}」的更多操作`}
          />
        </Dropdown>
      )}
    </li>
  );
}
