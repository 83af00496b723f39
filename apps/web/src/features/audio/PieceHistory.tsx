import type { HistoryEntry } from '@mixreel/contract';
import { DeskHistory } from '#features/document/DeskHistory.tsx';
import { readPast } from '#features/document/document-desk.ts';
import { player } from '#lib/player.ts';
import { useStudio } from './studio.ts';

/** What was done to the piece, and a way to any of it. */
export function PieceHistory() {
  const studio = useStudio();
  const read = (entry: HistoryEntry) => {
    player.stop();
    return readPast(studio.live, entry);
  };
  return <DeskHistory desk={studio} read={read} />;
}
