import { DownloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { call } from '#lib/call.ts';
import { formatTime } from '#lib/format.ts';
import { useCall } from '#lib/use-call.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ListStates } from '#ui/ListStates.tsx';
import styles from './Label.module.css';

const PAGE = 20;

/** Who took which file without the visible mark: for the owner, who answers for it. */
export function LabelLog({ project_id }: { project_id: string }) {
  const [page_index, setPage] = useState(1);
  const [isSaving, setIsSaving] = useState(false);
  const log = useCall('label.log', { project_id, page_index, page_size: PAGE }, { keep_previous: true });
  const save = async () => {
    setIsSaving(true);
    try {
      const { file_name, csv } = await call('label.logFile', { project_id });
      const url = URL.createObjectURL(new Blob([csv], { type: 'text/csv' }));
      const link = document.createElement('a');
      link.href = url;
      link.download = file_name;
      link.click();
      URL.revokeObjectURL(url);
    } finally {
      setIsSaving(false);
    }
  };
  return (
    <ListStates
      query={log}
      isEmpty={({ items }) => items.length === 0}
      empty={<EmptyState title="还没有下载记录" text="有人下载不带可见标识的 AI 文件时，会记在这里。" />}
    >
      {({ items, page_info }) => (
        <section className={styles['log']} aria-label="下载记录">
          <table>
            <thead>
              <tr>
                <th scope="col">时间</th>
                <th scope="col">谁</th>
                <th scope="col">文件</th>
                <th scope="col">地址</th>
              </tr>
            </thead>
            <tbody>
              {items.map(({ log_id, created_at, user_name, file_name, address }) => (
                <tr key={log_id}>
                  <td>{formatTime(created_at)}</td>
                  <td>{user_name}</td>
                  <td title={file_name}>{file_name}</td>
                  <td>{address}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <div className={styles['pages']}>
            <Button
              size="small"
              icon={<DownloadOutlined aria-hidden="true" />}
              loading={isSaving}
              onClick={() => void save().catch(() => {})}
            >
              导出 CSV
            </Button>
            <span />
            <Button size="small" disabled={page_index <= 1} onClick={() => setPage(page_index - 1)}>
              上一页
            </Button>
            <span>
              {page_index} / {Math.max(1, page_info.total_page)}
            </span>
            <Button size="small" disabled={page_index >= page_info.total_page} onClick={() => setPage(page_index + 1)}>
              下一页
            </Button>
          </div>
        </section>
      )}
    </ListStates>
  );
}
