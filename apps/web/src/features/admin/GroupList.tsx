import { DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons';
import type { Group } from '@mixreel/contract';
import { Button } from 'antd';
import { useCall, useSend } from '#lib/use-call.ts';
import { ListStates } from '#ui/ListStates.tsx';
import { LoadingRows } from '#ui/LoadingRows.tsx';
import { confirmBox, inputBox } from '#ui/message-box.ts';
import styles from './Admin.module.css';

type Props = { chosen: string | null; onChoose: (group_id: string | null) => void };

const notEmpty = (value: string) => (value ? null : '名称不能为空');

/** Departments: make, rename, delete, and choose whose teams are shown. */
export function GroupList({ chosen, onChoose }: Props) {
  const groups = useCall('admin.groups', {});
  const add = useSend('admin.addGroup', { refresh: ['admin.groups'] });
  const update = useSend('admin.updateGroup', { refresh: ['admin.groups', 'admin.teams', 'team.list'] });
  const remove = useSend('admin.deleteGroup', { refresh: ['admin.groups'] });

  const askName = (title: string, initial = '') =>
    inputBox({ title, label: '部门名称', initial, max_length: 50, check: notEmpty });
  const make = async () => {
    const group_name = await askName('新建部门');
    if (group_name) add.mutate({ group_name });
  };
  const rename = async ({ group_id, group_name: before }: Group) => {
    const group_name = await askName('重命名部门', before);
    if (group_name && group_name !== before) update.mutate({ group_id, group_name });
  };
  const askAndRemove = async ({ group_id, group_name }: Group) => {
    const isSure = await confirmBox({ title: `删除部门「${group_name}」？`, ok_label: '删除', is_danger: true });
    if (!isSure) return;
    remove.mutate({ group_id });
    if (chosen === group_id) onChoose(null);
  };

  return (
    <section className={styles['groups']} aria-label="部门">
      <header>
        部门
        <Button
          type="text"
          size="small"
          icon={<PlusOutlined aria-hidden="true" />}
          aria-label="新建部门"
          onClick={() => void make()}
        />
      </header>
      <ListStates query={groups} isEmpty={() => false} empty={null} loading={<LoadingRows count={3} />}>
        {(items) => (
          <ul>
            <li data-chosen={chosen === null}>
              <button
                type="button"
                className={styles['group']}
                aria-pressed={chosen === null}
                onClick={() => onChoose(null)}
              >
                全部团队
              </button>
            </li>
            {items.map((group) => (
              <li key={group.group_id} data-chosen={chosen === group.group_id}>
                <button
                  type="button"
                  className={styles['group']}
                  aria-pressed={chosen === group.group_id}
                  onClick={() => onChoose(group.group_id)}
                >
                  {group.group_name} <span className={styles['quiet']}>{group.team_count}</span>
                </button>
                <Button
                  type="text"
                  size="small"
                  icon={<EditOutlined aria-hidden="true" />}
                  aria-label={`重命名${group.group_name}`}
                  onClick={() => void rename(group)}
                />
                <Button
                  type="text"
                  size="small"
                  disabled={group.team_count > 0}
                  icon={<DeleteOutlined aria-hidden="true" />}
                  aria-label={`删除${group.group_name}`}
                  onClick={() => void askAndRemove(group)}
                />
              </li>
            ))}
          </ul>
        )}
      </ListStates>
    </section>
  );
}
