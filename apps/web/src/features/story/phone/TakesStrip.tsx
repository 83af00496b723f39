import { CheckCircleFilled, CloudUploadOutlined, WarningFilled } from '@ant-design/icons';
import { useStore } from 'zustand';
import { Button } from '#ui/Button.tsx';
import type { QueuedTake } from './take-queue.ts';
import { takes } from './takes.ts';
import styles from './Phone.module.css';

/** What is on its way, at the bottom of the list; what was refused says why. */
export function TakesStrip({ story_board_id }: { story_board_id: string }) {
  const { takes: all, sent, over } = useStore(takes.store);
  const own = all.filter((take) => take.story_board_id === story_board_id && take.state !== 'held');
  const others = all.length - all.filter((take) => take.story_board_id === story_board_id).length;
  const failed = own.filter(({ state }) => state === 'failed');
  const moving = own.filter(({ state }) => state !== 'failed');
  if (own.length + others === 0 && sent === 0) return null;
  return (
    <footer className={styles['strip']} role="status" aria-label="上传">
      {moving.length > 0 && <Moving takes={moving} isOver={over !== null} />}
      {failed.map((take) => (
        <p key={take.take_id} className={styles['failed']}>
          <WarningFilled aria-hidden="true" />
          <span>
            {take.title}：{take.message}
          </span>
          <Button onClick={() => takes.retry(take.take_id)}>再试一次</Button>
        </p>
      ))}
      {own.length === 0 && sent > 0 && (
        <p>
          <CheckCircleFilled aria-hidden="true" />
          都传好了，{sent} 条
        </p>
      )}
      {others > 0 && <p>别的故事板还有 {others} 条没传，扫它的码后会接着传</p>}
    </footer>
  );
}

function Moving({ takes: moving, isOver }: { takes: QueuedTake[]; isOver: boolean }) {
  const bytes = moving.reduce((sum, take) => sum + take.bytes, 0);
  const sent = moving.reduce((sum, take) => sum + take.sent_bytes, 0);
  const waits = moving.find(({ message }) => message !== null)?.message;
  const share = Math.floor((sent / Math.max(1, bytes)) * 100);
  return (
    <>
      <p>
        <CloudUploadOutlined aria-hidden="true" />
        {isOver ? `${moving.length} 条留在这台手机上` : `正在传 ${moving.length} 条 · ${share}%`}
        {waits && !isOver && <small>{waits}</small>}
      </p>
      <progress max={100} value={share} aria-label="上传进度" />
    </>
  );
}
