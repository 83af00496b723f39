import { FileImageOutlined } from '@ant-design/icons';
import type { StoryRow } from '@mixreel/contract';
import { formatDuration } from '#lib/format.ts';
import { useBoard } from './board.ts';
import { useIsArriving } from './pictures.ts';
import styles from './Board.module.css';

/** The reference of a row as a small picture, with what is to be known of it. */
export function ReferenceCell({ row: { row_id, reference } }: { row: StoryRow }) {
  const { board } = useBoard();
  const isComing = useIsArriving(row_id);
  if (isComing) return <span className={`skeleton ${styles['thumb']}`} role="status" aria-label="正在上传参考画面" />;
  if (!reference) return null;
  const { material_id, start_ms, end_ms } = reference;
  const view = board.references.find((one) => one.material_id === material_id && one.start_ms === start_ms);
  const mark = view?.is_gone ? '素材已删除' : view?.is_inspiration ? '灵感' : null;
  const time = end_ms !== null ? `${formatDuration(start_ms / 1000)}–${formatDuration(end_ms / 1000)}` : null;
  return (
    <span className={styles['thumb']} data-gone={view?.is_gone ?? false}>
      {view?.cover_url ? (
        <img src={view.cover_url} alt={view.material_name} loading="lazy" decoding="async" draggable={false} />
      ) : (
        <FileImageOutlined aria-label={view?.material_name ?? '参考画面'} />
      )}
      {mark && <i data-mark={view?.is_gone ? 'gone' : 'inspiration'}>{mark}</i>}
      {time && <small>{time}</small>}
    </span>
  );
}
