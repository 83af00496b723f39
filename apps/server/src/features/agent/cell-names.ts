import type { AgentRow } from '@mixreel/contract';
import type { App } from '#context.ts';
import { speechEngines } from '#features/ai/speech.ability.ts';
import { readMusicTitles } from '#features/music/music.queries.ts';
import type { CellNames } from './batch-table.ts';

/** What the voices that there are and the music of these rows are called. */
export async function readCellNames(app: App, space_id: string, rows: readonly AgentRow[]): Promise<CellNames> {
  const music = rows.map(({ music_id }) => music_id).filter(Boolean);
  const voices = speechEngines(app).flatMap((engine) => engine.voices);
  return new Map([
    ...voices.map(({ voice_id, voice_name }) => [voice_id, voice_name] as const),
    ...(await readMusicTitles(app.db, space_id, music)),
  ]);
}
