import { DeleteOutlined } from '@ant-design/icons';
import type { TaskWork } from '@mixreel/contract';
import { Button, Tooltip } from 'antd';
import { formatLeft } from '#lib/format.ts';
import { ListStates } from '#ui/ListStates.tsx';
import { LoadingRows } from '#ui/LoadingRows.tsx';
import { MiddleCut } from '#ui/MiddleCut.tsx';
import { RemoteImage } from '#ui/RemoteImage.tsx';
import styles from './Work.module.css';

export type WorkItem = {
  id: string;
  name: string;
  cover_url: string | null;
  text: string;
  tone: 'busy' | 'bad' | 'good' | 'plain';
};

type Props<T extends { items: unknown[] }> = {
  query: Parameters<typeof ListStates<T>>[0]['query'];
  /** What the list is called, and what is said where nothing is in it. */
  label: string;
  empty: string;
  /** What is deleted, as in 换脸: `删除「店铺」的换脸`. */
  what: string;
  toItem: (row: T['items'][number]) => WorkItem;
  opened: string | null;
  can_edit: boolean;
  onOpen: (id: string) => void;
  onDrop: (row: T['items'][number]) => Promise<void>;
};

/** What was picked to be worked on, the newest first, and how far each is. */
export function WorkList<T extends { items: unknown[] }>(props: Props<T>) {
  const { query, label, empty, what, toItem, opened, can_edit, onOpen, onDrop } = props;
  return (
    <ListStates
      query={query}
      loading={<LoadingRows />}
      isEmpty={({ items }) => items.length === 0}
      empty={<p className={styles['hint']}>{empty}</p>}
    >
      {({ items }) => (
        <ul className={styles['list']} aria-label={label} data-keeps-focus>
          {items.map((row: T['items'][number]) => {
            const { id, name, cover_url, text, tone } = toItem(row);
            return (
              <li key={id} data-on={id === opened}>
                <button type="button" aria-current={id === opened} onClick={() => onOpen(id)}>
                  <RemoteImage src={cover_url} alt="" />
                  <span className={styles['name']}>
                    <MiddleCut text={name} />
                    <small data-tone={tone}>{text}</small>
                  </span>
                </button>
                {can_edit && (
                  <Tooltip title={`删除${what}`}>
                    <Button
                      size="small"
                      type="text"
                      aria-label={`删除「${name}」的${what}`}
                      icon={<DeleteOutlined aria-hidden="true" />}
                      onClick={() => void onDrop(row).catch(() => {})}
                    />
                  </Tooltip>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </ListStates>
  );
}

/** How far something is that has not ended, in words. */
export function progressWords(words: string, work: TaskWork | null): string {
  if (!work || work.status === 'queued') return '排队中';
  return `${words} ${Math.floor(work.progress)}%${work.eta_s === null ? '' : `，还要${formatLeft(work.eta_s)}`}`;
}
