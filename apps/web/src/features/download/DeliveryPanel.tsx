import { CheckCircleFilled, CopyOutlined, DownloadOutlined } from '@ant-design/icons';
import type { Delivery } from '@mixreel/contract';
import { Button, Progress } from 'antd';
import { useEffect, useEffectEvent, useRef } from 'react';
import { copyText } from '#lib/clipboard.ts';
import { formatLeft, formatSize, formatTime } from '#lib/format.ts';
import { downloadAddress, startDownload } from '#lib/start-download.ts';
import { isUnderWay } from './use-delivery.ts';
import fields from '#ui/Fields.module.css';
import styles from './Download.module.css';

type Props = {
  delivery: Delivery | undefined;
  /** Why it is not known how far it is, or no longer. */
  error: Error | null;
  progress: number;
  eta_s: number | null;
  step: string | null;
  onAgain: () => void;
};

/** Something that is put together for download: how far it is; then the download begins, and the link stays. */
export function DeliveryPanel(props: Props) {
  const place = useRef<HTMLDivElement>(null);
  // What was pressed to come here is gone: without a focus in the dialog, Escape would be the page's behind it too.
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} className={styles['panel']} tabIndex={-1}>
      <State {...props} />
    </div>
  );
}

function State({ delivery, error, progress, eta_s, step, onAgain }: Props) {
  if (!delivery && error) return <Failed text={error.message} onAgain={onAgain} />;
  if (!delivery || isUnderWay(delivery)) {
    const percent = Math.floor(progress);
    const facts = error
      ? ['暂时连不上服务器，准备还在继续，连上以后会显示']
      : [
          delivery?.status === 'queued' ? '排队中' : (step ?? '正在准备'),
          eta_s !== null && `还要${formatLeft(eta_s, progress)}`,
        ];
    return (
      <section className={styles['delivery']} aria-label="准备进度" aria-busy="true">
        <Progress percent={percent} status="active" aria-label="准备进度" />
        <p role="status">{facts.filter(Boolean).join(' · ')}</p>
        <p className={fields['hint']}>可以关掉这个窗口，准备好以后在任务中心下载。</p>
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
  const begin = useEffectEvent(() => startDownload(url, file_name));
  useEffect(() => begin(), []);
  return (
    <div className={fields['form']}>
      <section className={styles['delivery']} data-tone="good" aria-label="准备好了">
        <p className={styles['ready']} role="status">
          <CheckCircleFilled aria-hidden="true" />
          <b title={file_name}>{file_name}</b>
          {bytes !== null && <span>{formatSize(bytes)}</span>}
        </p>
        <div className={fields['acts']}>
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
        <p className={styles['told']}>
          已经开始下载。断线后在浏览器的下载列表里点「继续」，会从断开的地方接着下
          {expires_at && `；链接到 ${formatTime(expires_at)} 有效`}。
        </p>
      </section>
      <Notes notes={notes} />
    </div>
  );
}

/** What a person should know of the result, if anything. */
export function Notes({ notes }: { notes: string[] }) {
  if (notes.length === 0) return null;
  return (
    <section className={styles['notes']} aria-label="需要知道的">
      <h3>需要知道的 {notes.length} 件事</h3>
      <ul>
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </section>
  );
}
