import { FolderAddOutlined } from '@ant-design/icons';
import { Button, Modal } from 'antd';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { useCanEdit, useSpace } from '#features/team/space.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { useCurrentProject } from './current-project.ts';
import { openAddProject, useProjectDialogs } from './project-dialogs.ts';
import { useDemo } from './use-demo.ts';

/** Pages that are of use without a project. */
const WITHOUT_PROJECT = ['/admin'];

/** Nothing can be put anywhere before there is a project: says so once per space. */
export function NoProjectDialog() {
  const { pathname } = useLocation();
  const { has_none } = useCurrentProject();
  const isAdding = useProjectDialogs((state) => state.is_adding);
  const canEdit = useCanEdit();
  const team_id = useSpace((state) => state.current?.team_id ?? null);
  const { bring } = useDemo();
  const [told, setTold] = useState<string | null>(null);
  const close = () => setTold(team_id);
  const isMissing = has_none && !isAdding && !WITHOUT_PROJECT.includes(pathname);
  const isOpen = isMissing && team_id !== null && told !== team_id;

  return (
    <Modal
      open={isOpen}
      centered
      width={440}
      footer={null}
      onCancel={close}
      title={<span className="visually-hidden">还没有项目</span>}
      destroyOnHidden
    >
      <EmptyState
        icon={<FolderAddOutlined />}
        title="这个空间还没有项目"
        text={
          canEdit
            ? '素材、脚本和成片都放在项目里。先建一个，按商品或活动起名就行。'
            : '你在这个空间只能查看。请编辑者或所有者先建一个项目。'
        }
      >
        {canEdit ? (
          <>
            <Button type="text" onClick={close}>
              稍后
            </Button>
            <Button
              onClick={() => {
                close();
                bring();
              }}
            >
              先看示例项目
            </Button>
            <Button
              type="primary"
              autoFocus
              onClick={() => {
                close();
                openAddProject();
              }}
            >
              新建项目
            </Button>
          </>
        ) : (
          <Button type="primary" onClick={close}>
            知道了
          </Button>
        )}
      </EmptyState>
    </Modal>
  );
}
