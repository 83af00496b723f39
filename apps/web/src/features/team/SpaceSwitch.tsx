import { CheckOutlined, DownOutlined, TeamOutlined, UserOutlined } from '@ant-design/icons';
import { Dropdown, type MenuProps } from 'antd';
import { refreshSpaces, switchSpace, useSpace } from './space.ts';
import bar from '#ui/BarButton.module.css';

const ROLE = { viewer: '仅查看', editor: '可编辑', owner: '所有者' };

/** Personal space or one of the teams; below them what can be set for the one that is open. */
export function SpaceSwitch({ settings = [] }: { settings?: NonNullable<MenuProps['items']> }) {
  const { current, spaces, error } = useSpace();
  const name = current?.team_name ?? (error ? '没有加载出来' : '加载中…');
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
        {space.team_id === current?.team_id && <CheckOutlined aria-label="当前空间" />}
      </span>
    ),
    onClick: () => {
      if (space.team_id !== current?.team_id) switchSpace(space).catch(() => {});
    },
  }));
  return (
    <Dropdown
      menu={{ items: settings.length > 0 ? [...items, { type: 'divider' }, ...settings] : items }}
      trigger={['click']}
      disabled={spaces.length === 0}
      onOpenChange={(isOpen) => {
        if (isOpen) refreshSpaces().catch(() => {});
      }}
    >
      <button type="button" className={bar['button']} aria-label={`切换空间，当前是${name}`}>
        {current?.space_type === 'TEAM' ? <TeamOutlined aria-hidden="true" /> : <UserOutlined aria-hidden="true" />}
        <span className={bar['text']}>{name}</span>
        <DownOutlined className={bar['arrow'] ?? ''} aria-hidden="true" />
      </button>
    </Dropdown>
  );
}
