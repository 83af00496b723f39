import { CheckCircleFilled, CopyOutlined, DownloadOutlined } from '@ant-design/icons';
import type { Delivery } from '@mixreel/contract';
import { Button, Progress } from 'antd';
import { copyText } from '#lib/clipboard.ts';
import { formatSize, formatTime, formatWait } from '#lib/format.ts';
import { downloadAddress } from './start-download.ts';
import { isUnderWay } from './use-delivery.ts';
import styles from './Download.module.css';

type Props = {
  delivery: Delivery | undefined;
  /** Why it is not known how far it is. */
  error: Error | null;
  progress: number;
  eta_s: number | null;
  step: string | null;
  onAgain: () => void;
};

/** Something that is put together for download: how far it is, then the link for as long as it holds. */
export function DeliveryPanel({ delivery, error, progress, eta_s, step, onAgain }: Props) {
  if (!delivery && error) return <Failed text={error.message} onAgain={onAgain} />;
  if (!delivery || isUnderWay(delivery)) {
    const percent = Math.floor(progress);
    const facts = [
      delivery?.status === 'queued' ? '排队中' : (step ?? '正在准备'),
      eta_s !== null && `还要约 ${formatWait(eta_s)}`,
    ];
    return (
      <section className={styles['delivery']} aria-label="准备进度" aria-busy="true">
        <Progress percent={percent} status="active" aria-label="准备进度" />
        <p role="status">{facts.filter(Boolean).join(' · ')}</p>
        <p className={styles['hint']}>可以关掉这个窗口，准备好以后在任务中心下载。</p>
      </section>
    );
  }
  if (!delivery.url) {
    const text = delivery.status === 'canceled' ? '已经取消。' : (delivery.error ?? '没有准备成功，请再试一次。');
    return <Failed text={text} onAgain={onAgain} />;
  }
  return <Ready delivery={delivery} url={delivery.url} />;
}

function Failed({ text, onAgain }: { text: string; onAgain: () => void }) {
  return (
    <section className={styles['delivery']} data-tone="bad" role="alert">
      <p>{text}</p>
      <Button onClick={onAgain}>再试一次</Button>
    </section>
  );
}

function Ready({ delivery: { file_name, bytes, expires_at, notes }, url }: { delivery: Delivery; url: string }) {
  const address = downloadAddress(url);
  return (
    <div className={styles['form']}>
      <section className={styles['delivery']} data-tone="good" aria-label="准备好了">
        <p className={styles['ready']} role="status">
          <CheckCircleFilled aria-hidden="true" />
          <b title={file_name}>{file_name}</b>
          {bytes !== null && <span>{formatSize(bytes)}</span>}
        </p>
        <div className={styles['acts']}>
          <Button type="primary" icon={<DownloadOutlined aria-hidden="true" />} href={address} download={file_name}>
            再次下载
          </Button>
          <Button
            icon={<CopyOutlined aria-hidden="true" />}
            onClick={() => void copyText(new URL(address, window.location.href).href)}
          >
            复制链接
          </Button>
        </div>
        <p className={styles['hint']}>
          已经开始下载。断线后在浏览器的下载列表里点「继续」，会从断开的地方接着下
          {expires_at && `；链接到 ${formatTime(expires_at)} 有效`}。
        </p>
      </section>
      {notes.length > 0 && (
        <section className={styles['notes']} aria-label="需要知道的">
          <h3>需要知道的 {notes.length} 件事</h3>
          <ul>
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
