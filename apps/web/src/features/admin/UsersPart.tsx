import type { Person } from '@mixreel/contract';
import { Select, Switch, type TableColumnsType } from 'antd';
import { useState } from 'react';
import type { InputOf } from '#lib/call.ts';
import { formatTime } from '#lib/format.ts';
import { useSession } from '#lib/session.ts';
import { useCall, useSend } from '#lib/use-call.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { PagedTable } from '#ui/PagedTable.tsx';
import { Pill } from '#ui/Pill.tsx';
import { SearchInput } from '#ui/SearchInput.tsx';
import { optionsOf, TEAM_ROLES, USER_ROLES, USER_STATUSES } from './admin-words.ts';
import { PersonCell } from './PersonCell.tsx';
import { usePagedSearch } from './use-paged-search.ts';
import { UserActions } from './UserActions.tsx';
import styles from './Admin.module.css';

type Filter = { [K in 'status' | 'role' | 'user_privilege']?: InputOf<'admin.users'>[K] | undefined };

/** Everybody who can sign in: status, privilege, role. */
export function UsersPart() {
  const { text, search, setPage, input } = usePagedSearch();
  const [filter, setFilter] = useState<Filter>({});
  const me = useSession((state) => state.user_info?.user_uid);
  const users = useCall('admin.users', { ...input, ...filter }, { keep_previous: true });
  const narrow = (change: Filter) => {
    setFilter((now) => definedOf({ ...now, ...change }));
    setPage(1);
  };
  const update = useSend('admin.updateUser', { refresh: ['admin.users', 'admin.audit'] });

  const columns: TableColumnsType<Person> = [
    {
      title: '用户',
      key: 'name',
      render: (_, { name, avatar, has_feishu }) => (
        <PersonCell name={name} avatar={avatar} note={has_feishu ? '飞书' : '本地账号'} />
      ),
    },
    {
      title: '状态',
      key: 'status',
      render: (_, person) => (
        <Pill tone={person.status === 'active' ? 'good' : 'neutral'}>{USER_STATUSES[person.status]}</Pill>
      ),
    },
    {
      title: '访问权限',
      key: 'privilege',
      render: (_, { user_uid, name, user_privilege }) => (
        <Switch
          checked={user_privilege}
          disabled={user_uid === me}
          checkedChildren="已开通"
          unCheckedChildren="未开通"
          aria-label={`${name}的访问权限`}
          onChange={(checked) => update.mutate({ user_uid, user_privilege: checked })}
        />
      ),
    },
    {
      title: '角色',
      key: 'role',
      render: (_, { user_uid, name, role }) => (
        <Select
          value={role}
          disabled={user_uid === me}
          style={{ width: 104 }}
          aria-label={`${name}的角色`}
          options={optionsOf(USER_ROLES)}
          onChange={(value) => update.mutate({ user_uid, role: value })}
        />
      ),
    },
    {
      title: '团队',
      key: 'teams',
      render: (_, { teams }) =>
        teams.length === 0 ? (
          <span className={styles['quiet']}>没有</span>
        ) : (
          <span className={styles['pills']}>
            {teams.map(({ team_id, team_name, role }) => (
              <Pill key={team_id}>{`${team_name} · ${TEAM_ROLES[role]}`}</Pill>
            ))}
          </span>
        ),
    },
    {
      title: '上次登录',
      key: 'last',
      render: (_, { last_login_at }) => (last_login_at ? formatTime(last_login_at) : '从未登录'),
    },
    {
      title: '操作',
      key: 'actions',
      align: 'right',
      render: (_, person) => <UserActions person={person} isMe={person.user_uid === me} />,
    },
  ];

  return (
    <>
      <div className={styles['tools']}>
        <SearchInput label="按名字搜索用户" placeholder="按名字搜索" value={text} onChange={search} />
        <Select
          allowClear
          placeholder="全部状态"
          aria-label="按状态筛选"
          style={{ width: 128 }}
          options={optionsOf(USER_STATUSES)}
          onChange={(status?: Person['status']) => narrow({ status })}
        />
        <Select
          allowClear
          placeholder="全部权限"
          aria-label="按访问权限筛选"
          style={{ width: 128 }}
          options={[
            { value: true, label: '已开通' },
            { value: false, label: '未开通' },
          ]}
          onChange={(user_privilege?: boolean) => narrow({ user_privilege })}
        />
        <Select
          allowClear
          placeholder="全部角色"
          aria-label="按角色筛选"
          style={{ width: 128 }}
          options={optionsOf(USER_ROLES)}
          onChange={(role?: Person['role']) => narrow({ role })}
        />
      </div>
      <PagedTable
        label="用户"
        query={users}
        columns={columns}
        rowKey="user_uid"
        onPage={setPage}
        empty={<EmptyState title="没有找到用户" text="换个名字试试，或者到「邀请」里生成一个邀请链接。" />}
      />
    </>
  );
}

function definedOf(filter: Filter): Filter {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}
