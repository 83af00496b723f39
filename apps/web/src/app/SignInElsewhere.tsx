import { Button, Modal } from 'antd';
import { useEffect, useState } from 'react';
import { call } from '#lib/call.ts';
import { copyText } from '#lib/clipboard.ts';
import { formatTime } from '#lib/format.ts';
import { ErrorState } from '#ui/ErrorState.tsx';
import { LoadingRows } from '#ui/LoadingRows.tsx';
import styles from './TopBar.module.css';

type State = { code: string; expires_at: string } | { error: Error } | null;

/** A code for one's own other browser or phone. Made when the dialog opens, because it works only once. */
export function SignInElsewhere({ onClose }: { onClose: () => void }) {
  const [state, setState] = useState<State>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    call('auth.issueCode', {}, { is_quiet: true, signal: stop.signal }).then(setState, (error: Error) => {
      if (!stop.signal.aborted) setState({ error });
    });
    return () => stop.abort();
  }, [attempt]);

  return (
    <Modal open centered width={420} title="在别处登录" footer={null} onCancel={onClose}>
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
          <p>在另一个浏览器或手机上打开登录页，选「授权码」，输入：</p>
          <output className={styles['codeText']}>{state.code}</output>
          <p>只能用一次，{formatTime(state.expires_at)} 前有效。不要发给别人：拿到它就能以你的身份登录。</p>
          <Button type="primary" block className={styles['copy'] ?? ''} onClick={() => void copyText(state.code)}>
            复制授权码
          </Button>
        </>
      )}
    </Modal>
  );
}
