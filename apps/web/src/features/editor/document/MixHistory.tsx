import type { HistoryEntry } from '@mixreel/contract';
import { DeskHistory } from '#features/document/DeskHistory.tsx';
import { readPast } from '#features/document/document-desk.ts';
import { call } from '#lib/call.ts';
import { useDesk } from './use-mix.ts';
import styles from '../Editor.module.css';

/** What was done to the mix, and a way to any of it: shown as it was, and played. */
export function MixHistory() {
  const desk = useDesk();
  const { live } = desk;
  const read = async (entry: HistoryEntry) => {
    const asked = { mproject_id: live.document_id, sequence: entry.sequence };
    const [past, mix] = await Promise.all([readPast(live, entry), call('mix.detail', asked)]);
    return { ...past, mix };
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
    <div className={styles['panel']} tabIndex={0}>
      <DeskHistory desk={desk} read={read} />
    </div>
  );
}
