import {
  CheckOutlined,
  DatabaseOutlined,
  DownOutlined,
  PlusOutlined,
  TeamOutlined,
  UserAddOutlined,
  UserOutlined,
} from '@ant-design/icons';
import { Badge, Dropdown, type MenuProps } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { showToast } from '#lib/toast.ts';
import { refreshSpaces, switchSpace, useSpace } from './space.ts';
import bar from '#ui/BarButton.module.css';

const NewTeamDialog = lazy(async () => ({ default: (await import('./NewTeamDialog.tsx')).NewTeamDialog }));
const StorageDialog = lazy(async () => ({ default: (await import('./StorageDialog.tsx')).StorageDialog }));
const InviteDialog = lazy(async () => ({ default: (await import('./InviteDialog.tsx')).InviteDialog }));

const ROLE = { viewer: '仅查看', editor: '可编辑', owner: '所有者' };

type Props = {
  settings?: NonNullable<MenuProps['items']>;
  /** Teams in which something waits for this person, each as often as things do. */
  waiting?: readonly string[];
};

/** Personal space or one of the teams; below them what can be done about teams and set for the one that is open. */
export function SpaceSwitch({ settings = [], waiting = [] }: Props) {
  const { current, spaces, error } = useSpace();
  const [dialog, setDialog] = useState<'team' | 'invite' | 'storage' | null>(null);
  const name = current?.team_name ?? (error ? '没有加载出来' : '加载中…');
  const waitingIn = (team_id: string) => waiting.filter((one) => one === team_id).length;
  const items: MenuProps['items'] = spaces.map((space) => ({
    key: space.team_id || 'PRIVATE',
    icon: space.space_type === 'PRIVATE' ? <UserOutlined /> : <TeamOutlined />,
    label: (
      <span className={bar['option']}>
        <span className={bar['optionName']}>{space.team_name}</span>
        <small>
          {space.space_type === 'PRIVATE'
            ? '只有你自己'
            : [space.group_name, ROLE[space.role]].filter(Boolean).join(' · ')}
        </small>
        {waitingIn(space.team_id) > 0 && (
          <Badge count={waitingIn(space.team_id)} size="small" title={`${waitingIn(space.team_id)} 件等你看`} />
        )}
        {space.team_id === current?.team_id && <CheckOutlined aria-label="当前空间" />}
      </span>
    ),
    onClick: () => {
      if (space.team_id !== current?.team_id) switchSpace(space).catch(() => {});
    },
  }));
  const isOwnTeam = current?.space_type === 'TEAM' && current.role === 'owner';
  const invite = { key: 'invite', icon: <UserAddOutlined />, label: '邀请成员', onClick: () => setDialog('invite') };
  const storage = { key: 'storage', icon: <DatabaseOutlined />, label: '容量', onClick: () => setDialog('storage') };
  const more: NonNullable<MenuProps['items']> = [
    { type: 'divider' },
    { key: 'team', icon: <PlusOutlined />, label: '新建团队', onClick: () => setDialog('team') },
    ...(isOwnTeam ? [invite] : []),
    ...(current?.role === 'owner' ? [storage] : []),
    ...settings,
  ];
  return (
    <>
      <Dropdown
        menu={{ items: [...items, ...more] }}
        trigger={['click']}
        disabled={spaces.length === 0}
        onOpenChange={(isOpen) => {
          if (isOpen) refreshSpaces().catch(() => {});
        }}
      >
        <button
          type="button"
          className={bar['button']}
          aria-label={`切换空间，当前是${name}${waiting.length > 0 ? `，别的空间有 ${waiting.length} 件等你看` : ''}`}
        >
          <Badge dot={waiting.length > 0}>
            {current?.space_type === 'TEAM' ? <TeamOutlined aria-hidden="true" /> : <UserOutlined aria-hidden="true" />}
          </Badge>
          <span className={bar['text']}>{name}</span>
          <DownOutlined className={bar['arrow'] ?? ''} aria-hidden="true" />
        </button>
      </Dropdown>
      <Suspense fallback={null}>
        {dialog === 'team' && (
          <NewTeamDialog
            onClose={() => setDialog(null)}
            onMade={(team) => {
              setDialog(null);
              switchSpace(team).then(
                () => showToast('success', `团队「${team.team_name}」已创建，点它的名字就能邀请成员`),
                () => {},
              );
            }}
          />
        )}
        {dialog === 'storage' && current && <StorageDialog team={current} onClose={() => setDialog(null)} />}
        {dialog === 'invite' && current && <InviteDialog team={current} onClose={() => setDialog(null)} />}
      </Suspense>
    </>
  );
}
