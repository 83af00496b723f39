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

/** How long a line takes. */
export function lineSeconds(line: string, pace = 1): number {
  return Math.max(LEAST_S, spokenSeconds(line) * pace + PAUSE_S);
}

/** Silence behind a line that nobody waits through, and as how much of its own a line that is only read may stand. */
const SILENCE_MOST_S = 0.9;
const READ_MOST = 1.6;

/** What is short stands as long as its share of the video is, but not until it bores. */
export function heldSeconds(line: string, share: number, { is_spoken }: Pick<AgentBrief, 'is_spoken'>): number {
  const own = lineSeconds(line);
  return Math.max(own, Math.min(share, is_spoken ? own + SILENCE_MOST_S : own * READ_MOST));
}

/** Longer than asked for by less than anybody is told of. */
export const LENGTH_SLACK = 1.08;
const HALVINGS = 20;

type Timed = Pick<AgentRow, 'hook' | 'lines' | 'seconds'>;

/**
 * How long each line is shown. Lines of a row that is to have a length share it evenly, so that a line of one batch is
 * shown as long in every row and is made once; long ones take what they need, and the others less where that is too much.
 */
export function rowLengths({ seconds, ...row }: Timed, brief: Pick<AgentBrief, 'is_spoken'>): number[] {
  const lines = spokenLines(row);
  const held = (share: number) => lines.map((line) => heldSeconds(line, share, brief));
  const even = held(seconds / Math.max(1, lines.length));
  if (sum(even) <= seconds * LENGTH_SLACK) return even;
  let [least, most] = [0, seconds / lines.length];
  for (let n = 0; n < HALVINGS; n += 1) {
    const share = (least + most) / 2;
    if (sum(held(share)) <= seconds * LENGTH_SLACK) least = share;
    else most = share;
  }
  return held(least);
}

/** How long its video will be, spoken by a voice of this pace. */
export function rowSeconds(row: Timed, brief: Pick<AgentBrief, 'is_spoken'>, pace = 1): number {
  const lines = spokenLines(row);
  return sum(
    rowLengths(row, brief).map((held, n) => Math.max(isHeld(held, lines[n]!) ? held : 0, lineSeconds(lines[n]!, pace))),
  );
}

/** Whether it stands longer than it takes. */
export function isHeld(seconds: number, line: string): boolean {
  return seconds > lineSeconds(line) + 0.001;
}

function sum(lengths: readonly number[]): number {
  return lengths.reduce((all, one) => all + one, 0);
}

/** What films look like, moment by moment, by the id of their material: seconds and two words of a hash. */
export type Looks = ReadonlyMap<string, readonly [seconds: number, high: number, low: number][]>;

/** What a shot shows in so many seconds: a long one is cut at the end. */
export function shownOf(shot: AgentShot, seconds: number, contents: ReadonlyMap<string, string>, looks?: Looks): Shown {
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
  const lengths = rowLengths(row, { is_spoken });
  const voice = row.voice_id || DEFAULT_MIX_CONFIG.voice.voice_id;
  const shown = lengths.flatMap((seconds, n) => {
    const shot = row.shots[n];
    return shot ? [shownOf(shot, seconds, contents, looks)] : [];
  });
  let at = 0;
  const said = lines.map((line, n) => {
    const begun = at;
    at += lengths[n]!;
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
