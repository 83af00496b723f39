import type { HistoryEntry } from '@mixreel/contract';
import { HistoryPanel } from '#features/document/HistoryPanel.tsx';
import { call } from '#lib/call.ts';
import { useDesk, useMixState } from './use-mix.ts';
import styles from './Inspector.module.css';

/** What was done to the mix, and a way to any of it: shown as it was, and played. */
export function MixHistory() {
  const desk = useDesk();
  const shown = useMixState(({ past }) => past?.entry.sequence ?? null);
  const { document_id } = desk.live;
  const show = async (entry: HistoryEntry) => {
    const { sequence } = entry;
    const [{ state }, mix] = await Promise.all([
      call('document.at', { document_id, sequence }),
      call('mix.detail', { mproject_id: document_id, sequence }),
    ]);
    desk.showPast({ entry, state, mix });
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
    <div className={styles['panel']} tabIndex={0}>
      <HistoryPanel
        live={desk.live}
        shown={shown}
        onShow={(entry) => void show(entry).catch(() => {})}
        onPresent={() => desk.showPast(null)}
      />
    </div>
  );
}
