import { useState } from 'react';
import { useConfig } from '#lib/app-config.ts';
import { Choice } from '#ui/Choice.tsx';
import { CodeForm } from './CodeForm.tsx';
import { FeishuQr } from './FeishuQr.tsx';
import { LocalQr } from './LocalQr.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import styles from './SignIn.module.css';

const WAYS = ['feishu', 'qr', 'code', 'password'] as const;
type Way = (typeof WAYS)[number];
type Props = { problem: string | null; notice: string | null; onDone: () => void };

const NARROW = '(width <= 900px)';
const KEY = 'sign_in_way';

/** The ways in that this installation offers. */
export function SignInPanel({ problem, notice, onDone }: Props) {
  const title = useConfig((state) => state.title);
  const hasFeishu = useConfig((state) => state.project?.sign_in.feishu ?? false);
  // Nobody scans the phone they are holding.
  const [way, setWay] = useState<Way>(() => {
    const kept = WAYS.find((one) => one === localStorage.getItem(KEY));
    const usual = window.matchMedia(NARROW).matches || notice ? 'code' : hasFeishu ? 'feishu' : 'qr';
    return kept === 'password' ? kept : usual;
  });
  const finish = () => {
    localStorage.setItem(KEY, way);
    onDone();
  };
  const options = [
    ...(hasFeishu ? [{ value: 'feishu' as const, label: '飞书' }] : []),
    { value: 'qr' as const, label: '手机扫码' },
    { value: 'code' as const, label: '授权码' },
    { value: 'password' as const, label: '密码' },
  ];
  return (
    <>
      <h1 className={styles['title']}>登录{title}</h1>
      <p className={styles['lead']}>选一种方式继续</p>
      {notice && <p className={styles['notice']}>{notice}</p>}
      {problem && (
        <div className={styles['problem']} role="alert">
          {problem}
          <small>可以换一种方式登录，或向管理员要一个新的邀请链接。</small>
        </div>
      )}
      <div className={styles['tabs']}>
        <Choice<Way> label="登录方式" options={options} value={way} onChange={setWay} />
      </div>
      <div className={styles['panel']}>
        {way === 'feishu' && <FeishuQr />}
        {way === 'qr' && <LocalQr onDone={finish} />}
        {way === 'code' && <CodeForm onDone={finish} />}
        {way === 'password' && <PasswordForm onDone={finish} />}
      </div>
    </>
  );
}
