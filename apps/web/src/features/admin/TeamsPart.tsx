import { PlusOutlined } from '@ant-design/icons';
import type { ListedTeam, Team } from '@mixreel/contract';
import { Button, type TableColumnsType } from 'antd';
import { useState } from 'react';
import { formatCount, formatQuota } from '#lib/format.ts';
import { useCall, useSend } from '#lib/use-call.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { confirmBox } from '#ui/message-box.ts';
import { PagedTable } from '#ui/PagedTable.tsx';
import { GroupList } from './GroupList.tsx';
import { MembersDrawer } from './MembersDrawer.tsx';
import { TeamDialog } from './TeamDialog.tsx';
import styles from './Admin.module.css';

/** Departments on the left, their teams on the right. */
export function TeamsPart() {
  const [group_id, setGroup] = useState<string | null>(null);
  const [page_index, setPage] = useState(1);
  const [editing, setEditing] = useState<Team | 'new' | null>(null);
  const [members, setMembers] = useState<Team | null>(null);
  const teams = useCall(
    'admin.teams',
    { page_index, page_size: 20, ...(group_id && { group_id }) },
    { keep_previous: true },
  );
  const remove = useSend('admin.deleteTeam', { refresh: ['admin.teams', 'admin.groups', 'admin.users', 'team.list'] });
  const askAndRemove = async ({ team_id, team_name, member_count }: Team) => {
    const text = `团队里的 ${formatCount(member_count)} 个人会回到个人空间，邀请会作废。有项目、素材或文件的团队不会被删除。`;
    const isSure = await confirmBox({ title: `删除团队「${team_name}」？`, text, ok_label: '删除', is_danger: true });
    if (isSure) remove.mutate({ team_id });
  };
  const columns: TableColumnsType<ListedTeam> = [
    { title: '团队', key: 'name', render: (_, { team_name }) => <span className={styles['name']}>{team_name}</span> },
    { title: '部门', key: 'group', render: (_, { group_name }) => group_name ?? '未分配' },
    { title: '成员', key: 'members', render: (_, { member_count }) => `${formatCount(member_count)} 人` },
    { title: '项目', key: 'projects', render: (_, { project_count }) => formatCount(project_count) },
    {
      title: '容量',
      key: 'quota',
      render: (_, { used_bytes, quota_bytes, history_bytes }) => (
        <>
          {formatQuota(used_bytes)} / {formatQuota(quota_bytes)}
          {history_bytes > 0 && <small className={styles['history']}>历史版本 {formatQuota(history_bytes)}</small>}
        </>
      ),
    },
    {
      title: '操作',
      key: 'actions',
      align: 'right',
      render: (_, team) => (
        <>
          <Button type="text" size="small" aria-label={`${team.team_name}的成员`} onClick={() => setMembers(team)}>
            成员
          </Button>
          <Button type="text" size="small" aria-label={`修改${team.team_name}`} onClick={() => setEditing(team)}>
            修改
          </Button>
          <Button
            type="text"
            size="small"
            danger
            aria-label={`删除${team.team_name}`}
            onClick={() => void askAndRemove(team)}
          >
            删除
          </Button>
        </>
      ),
    },
  ];
  const add = (
    <Button type="primary" icon={<PlusOutlined aria-hidden="true" />} onClick={() => setEditing('new')}>
      新建团队
    </Button>
  );
  return (
    <div className={styles['columns']}>
      <GroupList
        chosen={group_id}
        onChoose={(id) => {
          setGroup(id);
          setPage(1);
        }}
      />
      <div>
        <div className={styles['tools']}>{add}</div>
        <PagedTable
          label="团队"
          query={teams}
          columns={columns}
          rowKey="team_id"
          onPage={setPage}
          empty={<EmptyState title="这里还没有团队" text="团队里的人共用素材、项目和成片。" />}
        />
      </div>
      {editing && (
        <TeamDialog team={editing === 'new' ? null : editing} group_id={group_id} onClose={() => setEditing(null)} />
      )}
      <MembersDrawer team={members} onClose={() => setMembers(null)} />
    </div>
  );
}
