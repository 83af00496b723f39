import type { HistoryEntry } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { formatAgo } from '#lib/format.ts';
import { readAgain } from '#lib/read-again.ts';
import { throttle } from '#lib/timing.ts';
import { ListStates } from '#ui/ListStates.tsx';
import { LoadingRows } from '#ui/LoadingRows.tsx';
import { Pill } from '#ui/Pill.tsx';
import type { LiveDocument } from './live-document.ts';
import { useHistory } from './use-history.ts';
import styles from './History.module.css';

/** Others may never rest: what they do is seen this often. */
const READ_MS = 2000;
const CAUSES: Partial<Record<NonNullable<HistoryEntry['cause']>, string>> = { api: '通过接口' };

type Props = {
  live: LiveDocument;
  /** The step that is looked at; null: the present. */
  shown: number | null;
  onShow: (entry: HistoryEntry) => void;
  onPresent: () => void;
};

/** What was done to a document, the newest first. A click shows it as it was after that. */
export function HistoryPanel({ live: { document_id, view }, shown, onShow, onPresent }: Props) {
  const cache = useQueryClient();
  const sequence = useStore(view, (state) => state.sequence);
  const list = useHistory(document_id);
  const read = useMemo(
    () => throttle(() => void readAgain(cache, 'document.history', { document_id }), READ_MS),
    [cache, document_id],
  );
  const [began_at] = useState(sequence);
  useEffect(() => {
    if (sequence !== began_at) read();
  }, [read, sequence, began_at]);
  return (
    <section className={styles['panel']} aria-label="历史版本">
      <p className={styles['hint']}>
        每一步都在这里，点一下看当时的样子。30 天后每小时留一个，再往后每天留一个，命名的一直留着。
      </p>
      <Button block disabled={shown === null} onClick={onPresent}>
        回到现在
      </Button>
      <ListStates
        query={list}
        isEmpty={({ pages }) => pages.every(({ items }) => items.length === 0)}
        empty={<p className={styles['hint']}>还没有改动。</p>}
        loading={<LoadingRows count={4} label="正在读取历史版本" />}
      >
        {({ pages }) => (
          <ol className={styles['steps']}>
            {pages
              .flatMap(({ items }) => items)
              .map((entry) => (
                <li key={entry.sequence}>
                  <button type="button" aria-pressed={entry.sequence === shown} onClick={() => onShow(entry)}>
                    <span className={styles['words']}>{entry.words}</span>
                    {entry.version_name && <Pill tone="good">{entry.version_name}</Pill>}
                    <small>
                      {[entry.user_name, entry.cause && CAUSES[entry.cause], formatAgo(entry.created_at)]
                        .filter(Boolean)
                        .join(' · ')}
                    </small>
                  </button>
                </li>
              ))}
          </ol>
        )}
      </ListStates>
      {list.hasNextPage && (
        <Button block type="text" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          更早的步骤
        </Button>
      )}
    </section>
  );
}
