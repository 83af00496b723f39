import { mixKind } from '@mixreel/contract';
import { compare } from '@mixreel/document';
import { Modal } from 'antd';
import { useStore } from 'zustand';
import { addressOf } from '#lib/app-config.ts';
import { useCall } from '#lib/use-call.ts';
import type { Past } from './desk.ts';
import { useDesk } from './use-mix.ts';
import styles from '#features/document/History.module.css';

/** What has changed since, in words, and a video of both side by side. */
export function MixDifference({ past, onClose }: { past: Past; onClose: () => void }) {
  const { live } = useDesk();
  const now = useStore(live.view, (view) => view.state);
  const differences = compare(mixKind, past.state, now);
  return (
    <Modal open centered width={860} title="从那时到现在" footer={null} onCancel={onClose}>
      {differences.length === 0 && <p>和现在一样。</p>}
      <ul className={styles['differences']} aria-label="有什么不同">
        {differences.map(({ table, id, words }) => (
          <li key={`${table} ${id}`}>{words}</li>
        ))}
      </ul>
      <div className={styles['sides']}>
        <Side title="那时" mproject_id={live.document_id} sequence={past.entry.sequence} />
        <Side title="现在" mproject_id={live.document_id} />
      </div>
    </Modal>
  );
}

/** The first combination of the mix. */
function Side({ title, mproject_id, sequence }: { title: string; mproject_id: string; sequence?: number }) {
  const input = { mproject_id, quality: 'draft' as const, ...(sequence !== undefined && { sequence }) };
  const { data, error, isPending } = useCall('candidate.preview', input, { stale_ms: Infinity });
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      {data && (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- captions are in the picture
        <video className={styles['video']} controls src={addressOf(data.url)} aria-label={`${title}的第一条`} />
      )}
      {isPending && <div className={`skeleton ${styles['video']}`} role="status" aria-label="正在准备画面" />}
      {error && !data && <p>{error.message}</p>}
    </section>
  );
}
