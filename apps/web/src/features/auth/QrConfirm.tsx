import { useState } from 'react';
import { call } from '#lib/call.ts';
import { formatTime } from '#lib/format.ts';
import { useSession } from '#lib/session.ts';
import { useCall } from '#lib/use-call.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import styles from './SignIn.module.css';

/** On the phone that scanned: which browser asks, and yes or no. */
export function QrConfirm({ qr }: { qr: string }) {
  const user = useSession((state) => state.user_info);
  const info = useCall('auth.qrInfo', { qr });
  const [answered, setAnswered] = useState<boolean | null>(null);
  const [isSending, setIsSending] = useState(false);

  const answer = async (accept: boolean) => {
    setIsSending(true);
    try {
      await call('auth.answerQr', { qr, accept });
      setAnswered(accept);
    } catch {
      void info.refetch();
    } finally {
      setIsSending(false);
    }
  };

  if (answered !== null) {
    return (
      <div role="status">
        <h1 className={styles['title']}>{answered ? '已确认' : '已拒绝'}</h1>
        <p className={styles['lead']}>
          {answered ? '电脑上会自动登录，可以放下手机了。' : '那个浏览器不会登录你的账号。'}
        </p>
      </div>
    );
  }
  if (info.error) return <ErrorState title="二维码用不了" error={info.error} onRetry={() => void info.refetch()} />;
  if (!info.data) {
    return (
      <p className={styles['waiting']} role="status">
        正在读取登录请求…
      </p>
    );
  }
  const { status, check_number, browser, address, created_at } = info.data;
  if (status !== 'waiting' && status !== 'scanned') {
    return (
      <>
        <h1 className={styles['title']}>这个二维码已经失效</h1>
        <p className={styles['lead']}>请在电脑上刷新二维码，再扫一次。</p>
      </>
    );
  }
  return (
    <>
      <h1 className={styles['title']}>确认在电脑上登录？</h1>
      <p className={styles['lead']}>将以「{user?.name}」的身份登录，请核对电脑上显示的数字。</p>
      <dl className={styles['facts']}>
        <dt>核对数字</dt>
        <dd>
          <span className={styles['number']}>{check_number}</span>
        </dd>
        <dt>浏览器</dt>
        <dd>{browser}</dd>
        <dt>网络地址</dt>
        <dd>{address}</dd>
        <dt>时间</dt>
        <dd>{formatTime(created_at)}</dd>
      </dl>
      <div className={styles['buttons']}>
        <Button look="main" is_large is_wide is_busy={isSending} onClick={() => void answer(true)}>
          确认登录
        </Button>
        <Button is_large is_wide disabled={isSending} onClick={() => void answer(false)}>
          不是我，拒绝
        </Button>
      </div>
    </>
  );
}
