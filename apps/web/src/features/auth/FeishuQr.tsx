import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { useCall } from '#lib/use-call.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { feishuRedirect, rememberStates } from './feishu.ts';
import styles from './SignIn.module.css';

const VALID_MS = 9 * 60_000;

/** Feishu's own QR page in a frame, and the button for those who are signed in there. No script of others runs here. */
export function FeishuQr() {
  const [params] = useSearchParams();
  const from = params.get('from');
  const frame = useRef<HTMLIFrameElement>(null);
  const offer = useCall('auth.loginByFeishuQr', { redirect_uri: feishuRedirect() }, { stale_ms: Infinity });
  const { data, refetch } = offer;

  useEffect(() => {
    if (!data) return;
    rememberStates(data, from);
    const listen = ({ origin, source, data: said }: MessageEvent<unknown>) => {
      if (origin !== data.qr.origin || source !== frame.current?.contentWindow) return;
      const tmp_code = typeof said === 'string' ? said : (said as { tmp_code?: string } | null)?.tmp_code;
      if (tmp_code) window.location.assign(`${data.qr.goto}&tmp_code=${encodeURIComponent(tmp_code)}`);
    };
    window.addEventListener('message', listen);
    const renew = setTimeout(() => void refetch(), VALID_MS);
    return () => {
      window.removeEventListener('message', listen);
      clearTimeout(renew);
    };
  }, [data, from, refetch]);

  if (offer.error) return <ErrorState title="飞书登录暂时用不了" error={offer.error} onRetry={() => void refetch()} />;
  return (
    <div className={styles['qr']}>
      {data ? (
        // Feishu's page needs its own origin, scripts and forms; it may not lead this window away by itself.
        <iframe
          // oxlint-disable-next-line react/iframe-missing-sandbox -- another site's page keeps its own origin, not ours
          sandbox="allow-scripts allow-same-origin allow-forms allow-popups"
          ref={frame}
          className={styles['feishu']}
          title="飞书登录二维码"
          src={data.qr.page_url}
        />
      ) : (
        <div className={styles['frame']} role="status" aria-label="正在加载飞书二维码" />
      )}
      <p>用飞书扫码登录</p>
      <Button
        is_wide
        is_large
        disabled={!data}
        onClick={() => {
          if (data) window.location.assign(data.authorize_url);
        }}
      >
        在浏览器中用飞书登录
      </Button>
    </div>
  );
}
