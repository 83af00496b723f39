import {
  type AgentBrief,
  type AgentRow,
  type AgentShot,
  DEFAULT_MIX_CONFIG,
  spokenLines,
  spokenSeconds,
} from '@mixreel/contract';
import type { Forecast, Shown } from '@mixreel/media';

const PAUSE_S = DEFAULT_MIX_CONFIG.voice.pause_ms / 1000;
/** A line that nobody speaks is read in about this. */
const LEAST_S = 1;

/** How long a line is shown. */
export function lineSeconds(line: string): number {
  return Math.max(LEAST_S, spokenSeconds(line) + PAUSE_S);
}

export function rowSeconds(row: Pick<AgentRow, 'hook' | 'lines'>): number {
  return spokenLines(row).reduce((sum, line) => sum + lineSeconds(line), 0);
}

/** What films look like, moment by moment, by the id of their material: seconds and two words of a hash. */
export type Looks = ReadonlyMap<string, readonly [seconds: number, high: number, low: number][]>;

/** What a shot shows while a line is said: a long one is cut at the end. */
export function shownOf(shot: AgentShot, line: string, contents: ReadonlyMap<string, string>, looks?: Looks): Shown {
  const seconds = lineSeconds(line);
  const from = shot.start_ms / 1000;
  const to = Math.min(shot.end_ms / 1000, from + seconds);
  const shown = {
    content: contents.get(shot.material_id) ?? shot.material_id,
    fromSeconds: from,
    toSeconds: to,
    seconds,
  };
  const seen = looks?.get(shot.material_id)?.filter(([at]) => at >= from && at < to) ?? [];
  return seen.length > 0 ? { ...shown, looks: Uint32Array.from(seen.flatMap(([, ...words]) => words)) } : shown;
}

/** What will be seen, heard and read in a row's video, as the planner of mixes foretells it. */
export function foretell(
  row: AgentRow,
  { is_spoken }: Pick<AgentBrief, 'is_spoken'>,
  contents: ReadonlyMap<string, string>,
  looks?: Looks,
): Forecast {
  const lines = spokenLines(row);
  const voice = row.voice_id || DEFAULT_MIX_CONFIG.voice.voice_id;
  const shown = lines.flatMap((line, n) => {
    const shot = row.shots[n];
    return shot ? [shownOf(shot, line, contents, looks)] : [];
  });
  let at = 0;
  const said = lines.map((line) => {
    const begun = at;
    at += lineSeconds(line);
    return { key: `${voice}\n${line}`, fromSeconds: begun, seconds: spokenSeconds(line) };
  });
  const { duck_db, volume } = DEFAULT_MIX_CONFIG.music;
  return {
    shown,
    said: is_spoken ? said : [],
    own: is_spoken ? [] : shown,
    music: row.music_id
      ? { content: row.music_id, startSeconds: 0, underSpeech: duck_db - 20 * Math.log10(volume) }
      : null,
    text: lines.join(''),
  };
}
