import { DownloadOutlined } from '@ant-design/icons';
import { type SharedBoard as Board, STORY_COLUMNS, writeCell } from '@mixreel/contract';
import { useState } from 'react';
import type { OutputOf } from '#lib/call.ts';
import { useCall } from '#lib/use-call.ts';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { LoadingRows } from '#ui/LoadingRows.tsx';
import { heldWords, untilWords } from './share-words.ts';
import { useDownload } from './use-download.ts';
import { visitOf } from './visit.ts';
import styles from './SharedBoard.module.css';
import page from './SharePage.module.css';

type Props = { share: OutputOf<'share.detail'>; password: string };

/** A storyboard for whoever has the link: a card for each shot, to be read on a phone. */
export function SharedBoard({ share, password }: Props) {
  const { record_uuid, title, owner_name, expires_at, allow_download } = share;
  const visit = visitOf(record_uuid, password);
  const board = useCall('share.board', visit);
  const { download, busy } = useDownload(visit, null);
  const rows = board.data?.rows ?? [];
  const facts = [
    heldWords('story', board.data ? rows.length : share.item_count),
    board.data && lengthWords(board.data),
    untilWords(expires_at),
  ].filter(Boolean);
  return (
    <>
      <div className={page['head']}>
        <div>
          <h1>{title}</h1>
          <p>
            {owner_name && <strong>{owner_name}</strong>} {facts.join(' · ')}
          </p>
        </div>
        {allow_download && rows.length > 0 && (
          <Button
            look="main"
            is_large
            className={page['all'] ?? ''}
            is_busy={busy === 'all'}
            onClick={() => void download('all')}
          >
            {busy !== 'all' && <DownloadOutlined aria-hidden="true" />}
            下载 PDF
          </Button>
        )}
      </div>
      {board.error && !board.isFetching && !board.data && (
        <ErrorState error={board.error} onRetry={() => void board.refetch()} />
      )}
      {!board.data && board.isFetching && <LoadingRows label="正在打开故事板" />}
      {board.data && rows.length === 0 && <EmptyState title="故事板还没有内容" text="分享人写好以后，刷新就能看到。" />}
      <ol className={styles['rows']} aria-label="分镜">
        {rows.map((row, n) => (
          <Card key={row.row_id} row={row} number={n + 1} />
        ))}
      </ol>
    </>
  );
}

function lengthWords({ rows, target_ms }: Board): string | null {
  const total = rows.reduce((sum, { duration_ms }) => sum + (duration_ms ?? 0), 0);
  const target = target_ms === null ? '' : ` / 目标 ${target_ms / 1000} 秒`;
  return total > 0 || target ? `总长 ${total / 1000} 秒${target}` : null;
}

type Row = Board['rows'][number];

/** The largest first: what is seen and said; the rest is small and only there where it says something. */
function Card({ row, number }: { row: Row; number: number }) {
  const [isBroken, setIsBroken] = useState(false);
  const written = STORY_COLUMNS.flatMap((column) => {
    if (column.takes === 'reference' || column.field === 'picture' || column.field === 'line') return [];
    const text = writeCell(column, row[column.field as Exclude<typeof column.field, 'reference'>]);
    return text ? [{ name: column.name, text, takes: column.takes }] : [];
  });
  const marks = written.filter(({ takes }) => takes !== 'text');
  const notes = written.filter(({ takes }) => takes === 'text');
  return (
    <li className={styles['row']}>
      <div className={styles['side']}>
        <b>{number}</b>
        {row.cover_url && !isBroken && (
          <img
            src={row.cover_url}
            alt={`第 ${number} 行的参考画面`}
            loading="lazy"
            decoding="async"
            onError={() => setIsBroken(true)}
          />
        )}
        {row.ai_origin && row.cover_url && <small>AI 生成</small>}
      </div>
      <div className={styles['words']}>
        {marks.length > 0 && (
          <p className={styles['marks']}>
            {marks.map(({ name, text, takes }) => (
              <span key={name}>{takes === 'seconds' ? `${text} 秒` : text}</span>
            ))}
          </p>
        )}
        {row.picture && <p>{row.picture}</p>}
        {row.line && <p className={styles['line']}>{row.line}</p>}
        {notes.length > 0 && (
          <dl>
            {notes.map(({ name, text }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </li>
  );
}
