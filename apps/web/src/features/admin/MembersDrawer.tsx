import type { Role, Team } from '@mixreel/contract';
import { Button, Drawer, Select } from 'antd';
import { useDeferredValue, useState } from 'react';
import { useCall, useSend } from '#lib/use-call.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ListStates } from '#ui/ListStates.tsx';
import { confirmBox } from '#ui/message-box.ts';
import { optionsOf, TEAM_ROLES } from './admin-words.ts';
import { PersonCell } from './PersonCell.tsx';
import styles from './Admin.module.css';

export function MembersDrawer({ team, onClose }: { team: Team | null; onClose: () => void }) {
  return (
    <Drawer
      title={team ? `${team.team_name}的成员` : '成员'}
      open={team !== null}
      size={480}
      onClose={onClose}
      destroyOnHidden
    >
      {team && <Members team={team} />}
    </Drawer>
  );
}

/** Who is in a team, and as what. */
function Members({ team: { team_id } }: { team: Team }) {
  const [text, setText] = useState('');
  const keyword = useDeferredValue(text.trim());
  const members = useCall('admin.members', { team_id });
  const people = useCall('admin.users', { page_size: 20, status: 'active', ...(keyword && { keyword }) });
  const save = useSend('admin.saveMember', { refresh: ['admin.members', 'admin.teams', 'admin.users', 'team.list'] });
  const remove = useSend('admin.deleteMember', { refresh: ['admin.members', 'admin.teams', 'admin.users'] });

  const known = new Set(members.data?.map(({ user_uid }) => user_uid));
  const askAndRemove = async (user_uid: string, name: string) => {
    const text = '对方会回到自己的个人空间，做过的内容留在团队里。';
    if (await confirmBox({ title: `把「${name}」移出团队？`, text, ok_label: '移出', is_danger: true })) {
      remove.mutate({ team_id, user_uid });
    }
  };
  return (
    <>
      <Select
        showSearch={{ filterOption: false, onSearch: setText }}
        value={null}
        style={{ width: '100%' }}
        placeholder="搜索名字，添加成员"
        aria-label="添加成员"
        loading={people.isFetching || save.isPending}
        notFoundContent="没有找到可以添加的人"
        options={(people.data?.items ?? [])
          .filter(({ user_uid }) => !known.has(user_uid))
          .map(({ user_uid, name }) => ({ value: user_uid, label: name }))}
        onChange={(user_uid: string | null) => {
          if (user_uid) save.mutate({ team_id, user_uid, role: 'editor' });
        }}
      />
      <ListStates
        query={members}
        isEmpty={(items) => items.length === 0}
        empty={<EmptyState title="还没有成员" text="在上面搜索名字，把人加进来。" />}
      >
        {(items) => (
          <ul className={styles['members']}>
            {items.map(({ user_uid, name, avatar, role, status }) => (
              <li key={user_uid}>
                <PersonCell name={name} avatar={avatar} {...(status === 'disabled' && { note: '已停用' })} />
                <span />
                <Select<Role>
                  value={role}
                  style={{ width: 104 }}
                  aria-label={`${name}的角色`}
                  options={optionsOf(TEAM_ROLES)}
                  onChange={(value) => save.mutate({ team_id, user_uid, role: value })}
                />
                <Button type="text" danger aria-label={`移出${name}`} onClick={() => void askAndRemove(user_uid, name)}>
                  移出
                </Button>
              </li>
            ))}
          </ul>
        )}
      </ListStates>
    </>
  );
}
