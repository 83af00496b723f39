import { LockOutlined } from '@ant-design/icons';
import { useEffect, useRef } from 'react';
import { signOut } from '#features/auth/sign-out.ts';
import { useSession } from '#lib/session.ts';
import { Button } from '#ui/Button.tsx';
import { StateIcon } from '#ui/StateIcon.tsx';
import styles from './PrivilegeNotice.module.css';

/** Covers everything for a user without the privilege flag. The only way on is out. */
export function PrivilegeNotice() {
  const isBlocked = useSession((state) => state.is_logged_in && !state.user_privilege);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isBlocked) return;
    button.current?.focus();
    const page = document.getElementById('root')?.firstElementChild;
    const keepFocus = (event: FocusEvent) => {
      if (event.target !== button.current) button.current?.focus();
    };
    const keepKeys = (event: KeyboardEvent) => {
      if (event.key !== 'Tab') return;
      event.preventDefault();
      button.current?.focus();
    };
    document.addEventListener('focusin', keepFocus);
    document.addEventListener('keydown', keepKeys);
    page?.setAttribute('aria-hidden', 'true');
    return () => {
      document.removeEventListener('focusin', keepFocus);
      document.removeEventListener('keydown', keepKeys);
      page?.removeAttribute('aria-hidden');
    };
  }, [isBlocked]);

  if (!isBlocked) return null;
  return (
    <div className={styles['cover']} role="alertdialog" aria-modal="true" aria-labelledby="privilege-title">
      <div className={styles['card']}>
        <StateIcon tone="warning">
          <LockOutlined />
        </StateIcon>
        <h1 id="privilege-title">你暂无权限</h1>
        <p>请联系产品团队开通访问权限。开通后重新登录即可使用。</p>
        <Button ref={button} className={styles['out'] ?? ''} look="main" is_wide onClick={() => void signOut()}>
          退出登录
        </Button>
      </div>
    </div>
  );
}
