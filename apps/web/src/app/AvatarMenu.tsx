import {
  DesktopOutlined,
  EditOutlined,
  KeyOutlined,
  LogoutOutlined,
  MoonOutlined,
  SafetyOutlined,
  SettingOutlined,
  SunOutlined,
} from '@ant-design/icons';
import { Dropdown, type MenuProps } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { signOut } from '#features/auth/sign-out.ts';
import { call } from '#lib/call.ts';
import { initialOf } from '#lib/format.ts';
import { updateUser, useSession } from '#lib/session.ts';
import { inputBox } from '#ui/message-box.ts';
import { RemoteImage } from '#ui/RemoteImage.tsx';
import { chooseTheme, type ThemeChoice, useTheme } from '#ui/theme-choice.ts';
import { SignInElsewhere } from './SignInElsewhere.tsx';
import bar from '#ui/BarButton.module.css';
import styles from './TopBar.module.css';

const AccountDialog = lazy(async () => ({
  default: (await import('#features/account/AccountDialog.tsx')).AccountDialog,
}));

/** The person's own menu: name, theme, another browser, administration where allowed, and out. */
export function AvatarMenu() {
  const user = useSession((state) => state.user_info);
  const choice = useTheme((state) => state.choice);
  const navigate = useNavigate();
  const [isElsewhereOpen, setIsElsewhereOpen] = useState(false);
  const [isAccountOpen, setIsAccountOpen] = useState(false);
  if (!user) return null;

  const rename = async () => {
    const name = await inputBox({
      title: '修改名字',
      label: '名字',
      initial: user.name,
      max_length: 50,
      check: (value) => (value ? null : '名字不能为空'),
    });
    if (name && name !== user.name) updateUser(await call('auth.updateProfile', { name }));
  };
  const items: MenuProps['items'] = [
    { key: 'name', icon: <EditOutlined />, label: '修改名字', onClick: () => void rename().catch(() => {}) },
    { key: 'account', icon: <SafetyOutlined />, label: '账号与安全', onClick: () => setIsAccountOpen(true) },
    { key: 'code', icon: <KeyOutlined />, label: '在别处登录', onClick: () => setIsElsewhereOpen(true) },
    { type: 'divider' },
    {
      key: 'theme',
      type: 'group',
      label: '外观',
      children: [
        { key: 'light', icon: <SunOutlined />, label: '浅色' },
        { key: 'dark', icon: <MoonOutlined />, label: '深色' },
        { key: 'system', icon: <DesktopOutlined />, label: '跟随系统' },
      ].map((item) => ({ ...item, onClick: () => chooseTheme(item.key as ThemeChoice) })),
    },
    { type: 'divider' },
    ...(user.role === 'admin'
      ? [{ key: 'admin', icon: <SettingOutlined />, label: '管理', onClick: () => void navigate('/admin') }]
      : []),
    { key: 'out', icon: <LogoutOutlined />, label: '退出登录', onClick: () => void signOut() },
  ];
  return (
    <>
      <Dropdown menu={{ items, selectable: true, selectedKeys: [choice] }} trigger={['click']} placement="bottomRight">
        <button type="button" className={bar['button']} aria-label={`${user.name}的菜单`}>
          <span className={styles['avatar']} aria-hidden="true" data-letter={user.avatar ? '' : initialOf(user.name)}>
            {user.avatar && <RemoteImage src={user.avatar} alt="" />}
          </span>
          <span className={`${bar['text']} ${styles['who']}`}>{user.name}</span>
        </button>
      </Dropdown>
      <Suspense fallback={null}>{isAccountOpen && <AccountDialog onClose={() => setIsAccountOpen(false)} />}</Suspense>
      {isElsewhereOpen && <SignInElsewhere onClose={() => setIsElsewhereOpen(false)} />}
    </>
  );
}
