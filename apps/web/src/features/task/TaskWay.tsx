import { DownloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { call } from '#lib/call.ts';
import { startDownload } from '#lib/start-download.ts';
import { showToast } from '#lib/toast.ts';
import type { Way } from './task-result.ts';
import styles from './Task.module.css';

type Props = { way: Way; title: string; task_id: string; onLeave: () => void };

/** Leads to a result or to what has to be done; a file is asked for, since its link lives only for a while. */
export function TaskWay({ way, title, task_id, onLeave }: Props) {
  if ('to' in way) {
    return (
      <Link className={styles['way'] ?? ''} to={way.to} aria-label={`${way.label}：${title}`} onClick={onLeave}>
        {way.label}
      </Link>
    );
  }
  return <FileWay way={way} title={title} task_id={task_id} />;
}

function FileWay({ way, title, task_id }: { way: Extract<Way, { file: string }>; title: string; task_id: string }) {
  const [isBusy, setIsBusy] = useState(false);
  const fetchFile = async () => {
    setIsBusy(true);
    try {
      const { url, file_name, error } = await call(way.file, { task_id });
      if (url) startDownload(url, file_name);
      else showToast('warning', error ?? '文件已过保留期，请重新导出');
    } catch {
      // Said by the request itself.
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Button
      size="small"
      type="link"
      icon={<DownloadOutlined aria-hidden="true" />}
      loading={isBusy}
      aria-label={`${way.label}：${title}`}
      onClick={() => void fetchFile()}
    >
      {way.label}
    </Button>
  );
}
