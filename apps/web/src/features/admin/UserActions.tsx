import { MoreOutlined } from '@ant-design/icons';
import type { Person } from '@mixreel/contract';
import { Button, Dropdown, type MenuProps } from 'antd';
import { useState } from 'react';
import { call } from '#lib/call.ts';
import { useSend } from '#lib/use-call.ts';
import { confirmBox } from '#ui/message-box.ts';
import { LinkDialog } from './LinkDialog.tsx';

/** What an administrator can do about one person. */
export function UserActions({ person, isMe }: { person: Person; isMe: boolean }) {
  const { user_uid, name, status } = person;
  const [link, setLink] = useState<string | null>(null);
  const update = useSend('admin.updateUser', { refresh: ['admin.users', 'admin.audit'] });

  const toggle = async () => {
    if (status === 'disabled') return update.mutate({ user_uid, status: 'active' });
    const isSure = await confirmBox({
      title: `停用「${name}」？`,
      text: '对方会立刻在所有设备上退出登录，之后可以随时重新启用。',
      ok_label: '停用',
      is_danger: true,
    });
    if (isSure) update.mutate({ user_uid, status: 'disabled' });
  };
  const makeLink = async () => {
    const { origin } = window.location;
    const { code, url } = await call('admin.issueSignInCode', { user_uid, origin });
    setLink(url ?? `${origin}/login?code=${code}`);
  };

  const items: MenuProps['items'] = [
    {
      key: 'code',
      label: '生成登录链接',
      disabled: status === 'disabled',
      onClick: () => void makeLink().catch(() => {}),
    },
    {
      key: 'status',
      label: status === 'active' ? '停用' : '重新启用',
      danger: status === 'active',
      disabled: isMe,
      onClick: () => void toggle(),
    },
  ];
  return (
    <>
      <Dropdown trigger={['click']} menu={{ items }} placement="bottomRight">
        <Button
          type="text"
          icon={<MoreOutlined aria-hidden="true" />}
          aria-label={`对${name}的操作`}
          loading={update.isPending}
        />
      </Dropdown>
      {link && (
        <LinkDialog
          title={`${name}的登录链接`}
          text="24 小时内有效，只能用一次。只发给本人：打开它就能以对方的身份登录，忘了密码的人进来后可以重设。"
          link={link}
          onClose={() => setLink(null)}
        />
      )}
    </>
  );
}
