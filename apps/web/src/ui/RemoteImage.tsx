import { FileImageOutlined } from '@ant-design/icons';
import { proxy } from '@mixreel/contract';
import { useEffect, useState } from 'react';
import { call } from '#lib/call.ts';
import { withQuery } from '#lib/send.ts';
import styles from './RemoteImage.module.css';

type Props = { src: string | null | undefined; alt: string; className?: string };
type Stage = 'plain' | 'no-referrer' | 'proxy' | 'failed';

const NEXT: Record<Stage, Stage> = { plain: 'no-referrer', 'no-referrer': 'proxy', proxy: 'failed', failed: 'failed' };

/**
 * A picture from anywhere. Hosts that refuse strangers are asked again without a referrer, then through our server;
 * what still fails is a grey place with an icon. Without an address it is still on its way.
 */
export function RemoteImage({ src, alt, className = '' }: Props) {
  return <Picture key={src} src={src} alt={alt} className={className} />;
}

function Picture({ src, alt, className }: Props) {
  const [stage, setStage] = useState<Stage>('plain');
  const [proxied, setProxied] = useState<string | null>(null);
  const [isLoaded, setIsLoaded] = useState(false);

  useEffect(() => {
    if (stage !== 'proxy' || !src) return;
    const stop = new AbortController();
    const url = new URL(src, window.location.href).href;
    const address = withQuery(proxy.image.path, { url });
    call('auth.streamTicket', { address }, { is_quiet: true, signal: stop.signal }).then(
      ({ ticket }) => setProxied(withQuery(proxy.image.path, { url, ticket })),
      () => {
        if (!stop.signal.aborted) setStage('failed');
      },
    );
    return () => stop.abort();
  }, [stage, src]);

  const address = stage === 'proxy' ? proxied : src;
  return (
    <span className={`${styles['place']} ${className}`} data-stage={src ? stage : 'missing'}>
      {!src && <span className={`skeleton ${styles['loading']}`} role="img" aria-label="图片加载中" />}
      {stage === 'failed' && (
        <FileImageOutlined className={styles['icon'] ?? ''} aria-label={`${alt}（图片加载失败）`} />
      )}
      {address && stage !== 'failed' && (
        <img
          key={stage}
          className={isLoaded ? '' : styles['hidden']}
          src={address}
          alt={alt}
          loading="lazy"
          decoding="async"
          {...(stage === 'no-referrer' && { referrerPolicy: 'no-referrer' as const })}
          onLoad={() => setIsLoaded(true)}
          onError={() => setStage(NEXT[stage])}
        />
      )}
    </span>
  );
}
