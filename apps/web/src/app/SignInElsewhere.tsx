import { QRCodeSVG } from '@rc-component/qrcode';
import { Button, Modal } from 'antd';
import { useEffect, useState } from 'react';
import { call, type OutputOf } from '#lib/call.ts';
import { copyText } from '#lib/clipboard.ts';
import { formatTime } from '#lib/format.ts';
import { ErrorState } from '#ui/ErrorState.tsx';
import { LoadingRows } from '#ui/LoadingRows.tsx';
import styles from './SignInElsewhere.module.css';

type State = OutputOf<'auth.issueCode'> | { error: Error } | null;

/** A code for one's own other browser or phone. Made when the dialog opens, because it works only once. */
export function SignInElsewhere({ onClose }: { onClose: () => void }) {
  const [state, setState] = useState<State>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    const { origin } = window.location;
    call('auth.issueCode', { origin }, { is_quiet: true, signal: stop.signal }).then(setState, (error: Error) => {
      if (!stop.signal.aborted) setState({ error });
    });
    return () => stop.abort();
  }, [attempt]);

  return (
    <Modal open centered width={440} title="在别处登录" footer={null} onCancel={onClose}>
      {state === null && <LoadingRows count={2} label="正在生成授权码" />}
      {state && 'error' in state && (
        <ErrorState
          error={state.error}
          onRetry={() => {
            setState(null);
            setAttempt(attempt + 1);
          }}
        />
      )}
      {state && 'code' in state && (
        <>
          <div className={styles['ways']}>
            {state.url && (
              <span className={styles['qr']}>
                <QRCodeSVG value={state.url} size={120} level="M" title="登录二维码" />
              </span>
            )}
            <div>
              <p>手机扫码，或在另一个浏览器的登录页选「授权码」，输入：</p>
              <output className={styles['code']}>{state.code}</output>
            </div>
          </div>
          <p className={styles['note']}>
            只能用一次，{formatTime(state.expires_at)} 前有效。不要发给别人：拿到它就能以你的身份登录。
          </p>
          <div className={styles['copies']}>
            <Button type="primary" block onClick={() => void copyText(state.code)}>
              复制授权码
            </Button>
            {state.url && (
              <Button block onClick={() => void copyText(state.url ?? '')}>
                复制登录链接
              </Button>
            )}
          </div>
        </>
      )}
    </Modal>
  );
}
