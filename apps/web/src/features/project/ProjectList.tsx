import { PlusOutlined, SearchOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { type KeyboardEvent, useDeferredValue, useState } from 'react';
import { useCanEdit } from '#features/team/space.ts';
import { useCall } from '#lib/use-call.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ListStates } from '#ui/ListStates.tsx';
import { LoadingRows } from '#ui/LoadingRows.tsx';
import { useCurrentProject } from './current-project.ts';
import { openAddProject } from './project-dialogs.ts';
import { ProjectRow } from './ProjectRow.tsx';
import { useDemo } from './use-demo.ts';
import styles from './Project.module.css';

/** Search, choose, make, rename, delete. Arrow keys go through the list. */
export function ProjectList({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  const keyword = useDeferredValue(text.trim());
  const canEdit = useCanEdit();
  const { project_id, open, forget } = useCurrentProject();
  const list = useCall('project.list', { page_size: 100, ...(keyword && { keyword }) }, { keep_previous: true });

  const { bring } = useDemo();
  const lacksDemo = keyword === '' && list.data?.items.some(({ is_demo }) => is_demo) === false;

  const add = () => {
    onClose();
    openAddProject();
  };
  const moveFocus = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, [data-project]')];
    const at = stops.indexOf(document.activeElement as HTMLElement);
    stops[Math.min(stops.length - 1, Math.max(0, at + step))]?.focus();
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys of the controls inside
    <div className={styles['list']} role="dialog" aria-label="切换项目" onKeyDown={moveFocus}>
      <Input
        autoFocus
        allowClear
        prefix={<SearchOutlined aria-hidden="true" />}
        placeholder="搜索项目或客户"
        aria-label="搜索项目或客户"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div className={styles['scroll']}>
        <ListStates
          query={list}
          isEmpty={({ items }) => items.length === 0}
          loading={<LoadingRows count={4} label="正在加载项目" />}
          empty={
            keyword ? (
              <EmptyState title="没有找到" text={`没有名字里带「${keyword}」的项目`} />
            ) : (
              <EmptyState title="还没有项目" text="素材、脚本和成片都放在项目里。" />
            )
          }
        >
          {({ items }) => (
            <ul className={styles['rows']}>
              {items.map((project) => (
                <ProjectRow
                  key={project.project_id}
                  project={project}
                  isCurrent={project.project_id === project_id}
                  canEdit={canEdit}
                  onChoose={() => {
                    open(project.project_id);
                    onClose();
                  }}
                  onGone={forget}
                  onClose={onClose}
                />
              ))}
            </ul>
          )}
        </ListStates>
      </div>
      {canEdit && (
        <div className={styles['foot']}>
          <Button block icon={<PlusOutlined aria-hidden="true" />} onClick={add}>
            新建项目
          </Button>
          {lacksDemo && (
            <Button
              type="text"
              block
              onClick={() => {
                onClose();
                bring();
              }}
            >
              恢复示例项目
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
