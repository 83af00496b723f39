import type { HistoryEntry } from '@mixreel/contract';
import { useStore } from 'zustand';
import { type DocumentDesk, type Past, readPast } from './document-desk.ts';
import { HistoryPanel } from './HistoryPanel.tsx';

type Props<P extends Past> = {
  desk: DocumentDesk<P>;
  /** Reads the document as it was, with all that is shown of it. */
  read: (entry: HistoryEntry) => Promise<P>;
};

/** What was done to a document, and a way to any of it. */
export function DeskHistory<P extends Past>({ desk, read }: Props<P>) {
  const shown = useStore(desk.use, ({ past }) => past?.entry.sequence ?? null);
  return (
    <HistoryPanel
      live={desk.live}
      shown={shown}
      onShow={(entry) => void read(entry).then(desk.showPast, () => {})}
      onPresent={() => desk.showPast(null)}
    />
  );
}

/** Of a document that is shown by its state alone. */
export function PlainHistory({ desk }: { desk: DocumentDesk }) {
  return <DeskHistory desk={desk} read={(entry) => readPast(desk.live, entry)} />;
}
