import { DownOutlined, FolderOpenOutlined } from '@ant-design/icons';
import { Popover } from 'antd';
import { useState } from 'react';
import { useCurrentProject } from './current-project.ts';
import { ProjectList } from './ProjectList.tsx';
import bar from '#ui/BarButton.module.css';

/** Which project the pages work in. */
export function ProjectSwitch() {
  const [isOpen, setIsOpen] = useState(false);
  const { project, is_loading, has_none } = useCurrentProject();
  const name = project?.project_name ?? (is_loading ? '项目' : has_none ? '还没有项目' : '选择项目');
  return (
    <Popover
      trigger="click"
      placement="bottomLeft"
      arrow={false}
      open={isOpen}
      onOpenChange={setIsOpen}
      destroyOnHidden
      content={<ProjectList onClose={() => setIsOpen(false)} />}
    >
      <button
        type="button"
        className={bar['button']}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={`切换项目，当前是${name}`}
      >
        <FolderOpenOutlined aria-hidden="true" />
        <span className={bar['text']}>{name}</span>
        <DownOutlined className={bar['arrow'] ?? ''} aria-hidden="true" />
      </button>
    </Popover>
  );
}
