import { type ReactNode, useState } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { useConfig } from '#lib/app-config.ts';
import { returnPath } from '#lib/go.ts';
import { useSession } from '#lib/session.ts';
import { showToast } from '#lib/toast.ts';
import { Brand } from './Brand.tsx';
import { CodeLink } from './CodeLink.tsx';
import { feishuReturn } from './feishu.ts';
import { FeishuReturn } from './FeishuReturn.tsx';
import { KeyLink } from './KeyLink.tsx';
import { QrConfirm } from './QrConfirm.tsx';
import { SignInPanel } from './SignInPanel.tsx';
import styles from './LoginPage.module.css';

/**
 * One page for all ways in: the panel, a link with a code, a hand-over from another app (`key`), the way back from
 * Feishu, and a phone that scanned the QR.
 */
export function LoginPage() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const title = useConfig((state) => state.title);
  const isLoggedIn = useSession((state) => state.is_logged_in);
  const [problem, setProblem] = useState<string | null>(null);

  const from = params.get('from');
  const code = params.get('code');
  const key = params.get('key');
  const qr = params.get('qr');
  const returned = feishuReturn(params);

  const finish = (to = returnPath(from)) => void navigate(to, { replace: true });
  const fail = (text: string) => {
    setProblem(text);
    // Whoever is signed in is led on at once and does not see the panel.
    if (isLoggedIn) showToast('warning', text);
    void navigate(from ? `/login?from=${encodeURIComponent(from)}` : '/login', { replace: true });
  };

  let content: ReactNode;
  if (returned) content = <FeishuReturn returned={returned} onDone={finish} onFail={fail} />;
  else if (code) content = <CodeLink key={code} code={code} onDone={finish} onFail={fail} />;
  else if (key) content = <KeyLink key={key} keyText={key} onDone={finish} onFail={fail} />;
  else if (qr && isLoggedIn) content = <QrConfirm qr={qr} />;
  else if (isLoggedIn) return <Navigate to={returnPath(from)} replace />;
  else {
    const notice = qr ? '先在这台手机上登录，再确认电脑上的登录请求。' : null;
    content = <SignInPanel problem={problem} notice={notice} onDone={qr ? () => {} : () => finish()} />;
  }

  return (
    <div className={styles['page']}>
      <Brand title={title} />
      <main className={styles['side']}>
        <div className={styles['card']}>{content}</div>
      </main>
    </div>
  );
}
