import {
  type MixOverrides,
  mixRecordOf,
  type Passage,
  resolveConfig,
  type Script,
  shootingsOf,
  spokenSeconds,
  STORY_COLUMNS,
  type StoryField,
  storyRowsOf,
  writeCell,
} from '@mixreel/contract';
import type { State } from '@mixreel/document';

/** `said`: what is heard and shown; `all`: also what only those read who make the video. */
export type Parts = 'said' | 'all';

const SAID: StoryField[] = ['line', 'caption'];

/** What is to be translated of a board, row by row. */
export function storyPassages(state: State, parts: Parts): Passage[] {
  const texts = STORY_COLUMNS.filter(
    ({ field, takes }) => takes === 'text' && (parts === 'all' || SAID.includes(field)),
  );
  return storyRowsOf(state).flatMap((row, n) =>
    texts.flatMap((column): Passage[] => {
      const { field, name } = column;
      const text = writeCell(column, row[field]);
      const kind = field === 'line' || field === 'caption' ? field : 'words';
      const seconds = row.duration_ms === null || kind === 'words' ? null : row.duration_ms / 1000;
      if (!isSaid(text)) return [];
      return [{ key: `${row.row_id} ${field}`, place: `第 ${n + 1} 行${name}`, kind, text, seconds, follows: false }];
    }),
  );
}

/** What is to be translated of a mix: titles, and shooting by shooting its wordings and typed captions. */
export function mixPassages(state: State): Passage[] {
  const { config, template_config } = mixRecordOf(state);
  return [
    ...titlesOf(config).map(([key, text]): Passage => {
      return {
        key,
        place: key === 'title' ? '标题' : `标题 ${key.slice(6)}`,
        kind: 'words',
        text,
        seconds: null,
        follows: false,
      };
    }),
    ...shootingsOf(state).flatMap((shooting, n) => {
      const held = resolveConfig({ template: template_config, project: config, shooting: shooting.config });
      return shooting.scripts.flatMap((script, at) => {
        const which = shooting.scripts.length > 1 ? `说法 ${at + 1} 的` : '';
        return scriptPassages(script, `镜头 ${n + 1} ${which}`, held);
      });
    }),
  ];
}

type Held = ReturnType<typeof resolveConfig>;

function scriptPassages({ script_id, text, captions }: Script, place: string, { duration, voice }: Held): Passage[] {
  const isFixed = duration.rule === 'fixed';
  // Where the shot lasts as long as the voice, the clips were chosen for how long the line takes now.
  const seconds = isFixed ? duration.fixed_ms / 1000 : spokenSeconds(text, voice.rate);
  const line: Passage = {
    key: `${script_id} text`,
    place: `${place}台词`,
    kind: 'line',
    text,
    seconds,
    follows: !isFixed,
  };
  return [
    ...(isSaid(text) ? [line] : []),
    ...(captions ?? []).flatMap((one, n): Passage[] => {
      if (!isSaid(one.text)) return [];
      const shown = (one.end_ms - one.start_ms) / 1000;
      const key = `${script_id} caption ${n}`;
      return [{ key, place: `${place}字幕 ${n + 1}`, kind: 'caption', text: one.text, seconds: shown, follows: false }];
    }),
  ];
}

/** The title of a mix and those that take turns, by their keys. */
export function titlesOf({ title, vary }: MixOverrides): [key: string, text: string][] {
  const titles = (vary?.titles ?? []).map((text, n): [string, string] => [`title ${n + 1}`, text]);
  return [...(title?.text ? [['title', title.text] as [string, string]] : []), ...titles];
}

function isSaid(text: string): boolean {
  return /\p{L}/u.test(text);
}
