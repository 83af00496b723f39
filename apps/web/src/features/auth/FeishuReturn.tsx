import { useEffect, useEffectEvent } from 'react';
import { call } from '#lib/call.ts';
import { returnPath } from '#lib/go.ts';
import { signIn } from '#lib/session.ts';
import { feishuRedirect, type Returned, takeState } from './feishu.ts';
import styles from './SignIn.module.css';

type Props = { returned: Returned; onDone: (to: string) => void; onFail: (text: string) => void };

/** Back from Feishu with a code: exchanges it, once. */
export function FeishuReturn({ returned, onDone, onFail }: Props) {
  const finish = useEffectEvent(async () => {
    if ('refusal' in returned) return onFail(returned.refusal);
    const kept = takeState(returned.state);
    if (!kept) return onFail('这次飞书登录不是从这个页面发起的，或已经用过，请重新扫码。');
    try {
      signIn(await call('auth.login', { ...returned, redirect_uri: feishuRedirect() }));
      onDone(returnPath(kept.from));
    } catch (error) {
      onFail(error instanceof Error ? error.message : '飞书登录没有成功，请重新扫码。');
    }
  });
  useEffect(() => {
    void finish();
  }, []);
  return (
    <p className={styles['waiting']} role="status">
      正在用飞书登录…
    </p>
  );
}
