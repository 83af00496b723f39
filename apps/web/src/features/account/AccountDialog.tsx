import { Button, Modal } from 'antd';
import { useState } from 'react';
import { formatTime } from '#lib/format.ts';
import { useCall, useSend } from '#lib/use-call.ts';
import { ErrorState } from '#ui/ErrorState.tsx';
import { LoadingRows } from '#ui/LoadingRows.tsx';
import { confirmBox } from '#ui/message-box.ts';
import { PasskeyPart } from './PasskeyPart.tsx';
import { PasswordDialog } from './PasswordDialog.tsx';
import { TokenPart } from './TokenPart.tsx';
import styles from './Account.module.css';

/** How the person signs in, and where they are signed in now. */
export function AccountDialog({ onClose }: { onClose: () => void }) {
  const account = useCall('account.detail', {});
  const endOthers = useSend('account.endOthers', { refresh: ['account.detail'] });
  const [isChanging, setIsChanging] = useState(false);
  const { data } = account;
  const others = data?.browsers.filter(({ is_this }) => !is_this) ?? [];

  const askAndEnd = async () => {
    const text = `另外 ${others.length} 处登录会立刻失效，这里不受影响。`;
    if (await confirmBox({ title: '退出其他浏览器？', text, ok_label: '退出', is_danger: true })) endOthers.mutate({});
  };
  return (
    <Modal open centered width={520} title="账号与安全" footer={null} onCancel={onClose}>
      {!data && !account.error && <LoadingRows count={4} label="正在读取账号" />}
      {!data && account.error && <ErrorState error={account.error} onRetry={() => void account.refetch()} />}
      {data && (
        <>
          <section className={styles['part']} aria-label="密码">
            <div className={styles['head']}>
              <h3>密码</h3>
              <Button onClick={() => setIsChanging(true)}>{data.login_name ? '修改密码' : '设置密码'}</Button>
            </div>
            <p>
              {data.login_name ? `登录时名字写「${data.login_name}」。` : '还没有密码。设一个，就能用名字和密码登录。'}
            </p>
          </section>
          <PasskeyPart passkeys={data.passkeys} />
          <TokenPart />
          <section className={styles['part']} aria-label="登录着的浏览器">
            <div className={styles['head']}>
              <h3>登录着的浏览器</h3>
              {others.length > 0 && (
                <Button danger loading={endOthers.isPending} onClick={() => void askAndEnd()}>
                  退出其他浏览器
                </Button>
              )}
            </div>
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it */}
            <ul className={styles['list']} tabIndex={0} aria-label="登录着的浏览器">
              {data.browsers.map(({ session_id, browser, address, created_at, is_this }) => (
                <li key={session_id}>
                  <span>
                    {browser}
                    {is_this && <strong>（这里）</strong>}
                  </span>
                  <small>
                    {address} · {formatTime(created_at)} 登录
                  </small>
                </li>
              ))}
            </ul>
          </section>
          {isChanging && (
            <PasswordDialog needs_old_password={data.needs_old_password} onClose={() => setIsChanging(false)} />
          )}
        </>
      )}
    </Modal>
  );
}
