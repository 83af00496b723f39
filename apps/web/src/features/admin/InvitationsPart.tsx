import { PlusOutlined } from '@ant-design/icons';
import type { Invitation } from '@mixreel/contract';
import { Button, type TableColumnsType } from 'antd';
import { useState } from 'react';
import { formatTime } from '#lib/format.ts';
import { useCall, useSend } from '#lib/use-call.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { confirmBox } from '#ui/message-box.ts';
import { PagedTable } from '#ui/PagedTable.tsx';
import { Pill } from '#ui/Pill.tsx';
import { INVITATION_STATUS_NAMES, TEAM_ROLES, USER_ROLES } from './admin-words.ts';
import { InvitationDialog } from './InvitationDialog.tsx';
import { LinkDialog } from './LinkDialog.tsx';
import styles from './Admin.module.css';

/** Links that let newcomers in. */
export function InvitationsPart() {
  const [page_index, setPage] = useState(1);
  const [isAdding, setIsAdding] = useState(false);
  const [link, setLink] = useState<string | null>(null);
  const invitations = useCall('admin.invitations', { page_index, page_size: 20 }, { keep_previous: true });
  const revoke = useSend('admin.revokeInvitation', { refresh: ['admin.invitations'] });

  const askAndRevoke = async ({ invitation_id }: Invitation) => {
    const text = '还没用过它的人就进不来了，已经加入的人不受影响。';
    if (await confirmBox({ title: '作废这个邀请？', text, ok_label: '作废', is_danger: true })) {
      revoke.mutate({ invitation_id });
    }
  };
  const columns: TableColumnsType<Invitation> = [
    {
      title: '邀请',
      key: 'note',
      render: (_, { note, created_by_name, created_at }) => (
        <>
          <div className={styles['name']}>{note || '没有备注'}</div>
          <div className={styles['quiet']}>
            {created_by_name} · {formatTime(created_at)}
          </div>
        </>
      ),
    },
    {
      title: '身份',
      key: 'role',
      render: (_, { role, team_name, team_role }) =>
        team_name ? `${USER_ROLES[role]}，${team_name}的${TEAM_ROLES[team_role]}` : USER_ROLES[role],
    },
    { title: '用过', key: 'uses', render: (_, { used_count, max_uses }) => `${used_count} / ${max_uses}` },
    {
      title: '状态',
      key: 'status',
      render: (_, { status }) => (
        <Pill tone={status === 'active' ? 'good' : 'neutral'}>{INVITATION_STATUS_NAMES[status]}</Pill>
      ),
    },
    { title: '有效期到', key: 'expires', render: (_, { expires_at }) => formatTime(expires_at) },
    {
      title: '操作',
      key: 'actions',
      align: 'right',
      render: (_, invitation) =>
        invitation.status === 'active' && (
          <Button
            type="text"
            size="small"
            danger
            aria-label={`作废邀请「${invitation.note || '没有备注'}」`}
            onClick={() => void askAndRevoke(invitation)}
          >
            作废
          </Button>
        ),
    },
  ];
  const add = (
    <Button type="primary" icon={<PlusOutlined aria-hidden="true" />} onClick={() => setIsAdding(true)}>
      生成邀请链接
    </Button>
  );
  return (
    <>
      <div className={styles['tools']}>{add}</div>
      <PagedTable
        label="邀请"
        query={invitations}
        columns={columns}
        rowKey="invitation_id"
        onPage={setPage}
        empty={<EmptyState title="还没有邀请" text="生成一个链接发给同事，对方打开、写下名字就能用。" />}
      />
      {isAdding && (
        <InvitationDialog
          onClose={() => setIsAdding(false)}
          onMade={(made) => {
            setIsAdding(false);
            setLink(made);
          }}
        />
      )}
      {link && (
        <LinkDialog
          title="邀请链接"
          text="发给要邀请的人，对方打开就能加入。"
          link={link}
          onClose={() => setLink(null)}
        />
      )}
    </>
  );
}
