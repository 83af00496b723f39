import type { HistoryEntry } from '@mixreel/contract';
import { HistoryPanel } from '#features/document/HistoryPanel.tsx';
import { call } from '#lib/call.ts';
import { player } from '#lib/player.ts';
import { showPast, useStudio, useStudioState } from './studio.ts';

/** What was done to the piece, and a way to any of it. */
export function PieceHistory() {
  const studio = useStudio();
  const shown = useStudioState(({ past }) => past?.entry.sequence ?? null);
  const { live } = studio;
  const show = async (entry: HistoryEntry) => {
    player.stop();
    const { state } = await call('document.at', { document_id: live.document_id, sequence: entry.sequence });
    showPast(studio, { entry, state });
  };
  return (
    <HistoryPanel
      live={live}
      shown={shown}
      onShow={(entry) => void show(entry).catch(() => {})}
      onPresent={() => showPast(studio, null)}
    />
  );
}
