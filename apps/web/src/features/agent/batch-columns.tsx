import {
  AGENT_COLUMNS,
  type AgentField,
  AgentRow,
  EMPTY_AGENT_ROW,
  type Music,
  RATIOS,
  type Ratio,
  SCRIPT_SECONDS,
  type Voice,
} from '@mixreel/contract';
import type { GridColumn } from '#ui/grid/column.ts';
import type { RowFacts } from './batch.ts';
import { PreviewCell } from './PreviewCell.tsx';
import { checkWords, lengthWords, likenessWords, stateWords, textOf } from './row-words.ts';
import { SEE, StateCell } from './StateCell.tsx';
import { ToldCell } from './ToldCell.tsx';

const WIDTHS: Record<AgentField, number> = {
  point: 120,
  hook: 200,
  lines: 300,
  clips: 220,
  voice_id: 96,
  music_id: 110,
  ratio: 64,
  title: 180,
  topics: 160,
  note: 120,
};
const DEFAULT_VOICE = '默认';
const NO_MUSIC = '无';

/** The columns of a batch as its table writes in them. */
export function batchColumns(
  voices: readonly Voice[],
  music: readonly Music[],
  factsOf: (row_id: string) => RowFacts = () => ({ check: undefined, outcome: undefined }),
): GridColumn<AgentRow>[] {
  const names: Partial<Record<AgentField, ReadonlyMap<string, string>>> = {
    voice_id: new Map([['', DEFAULT_VOICE], ...voices.map((one) => [one.voice_id, one.voice_name] as const)]),
    music_id: new Map([['', NO_MUSIC], ...music.map((one) => [one.music_id, one.title] as const)]),
    ratio: new Map((Object.keys(RATIOS) as Ratio[]).map((ratio) => [ratio, ratio])),
  };
  const written = AGENT_COLUMNS.map(({ field, name }) =>
    names[field] ? choiceColumn(field, name, names[field]) : textColumn(field, name),
  );
  const check = (row: AgentRow) => factsOf(row.row_id).check;
  const outcome = (row: AgentRow) => factsOf(row.row_id).outcome;
  return [
    told({ key: 'preview', name: '预览', width: 92, textOf: () => '' }, ({ row_id }) => (
      <PreviewCell row_id={row_id} />
    )),
    told(
      {
        key: 'state',
        name: '状态',
        width: 140,
        textOf: (row) => [textOf(stateWords(outcome(row))), outcome(row)?.artwork_id && SEE].filter(Boolean).join(' '),
      },
      (row) => <StateCell outcome={outcome(row)} />,
    ),
    told({ key: 'check', name: '检查', width: 120, textOf: (row) => textOf(checkWords(check(row))) }, (row) => (
      <ToldCell told={checkWords(check(row))} more={[check(row)?.problem, ...(check(row)?.warnings ?? [])]} />
    )),
    ...written,
    {
      ...lengthColumn,
      textOf: (row) => textOf(lengthWords(check(row))),
      render: (row) => <ToldCell told={lengthWords(check(row))} />,
    },
    told({ key: 'likeness', name: '重复度', width: 120, textOf: (row) => textOf(likenessWords(check(row))) }, (row) => (
      <ToldCell told={likenessWords(check(row))} />
    )),
  ];
}

function textColumn(field: AgentField, name: string): GridColumn<AgentRow> {
  const most = (AgentRow.shape[field] as { maxLength?: number | null }).maxLength ?? 1000;
  return {
    key: field,
    name,
    width: WIDTHS[field],
    takes: 'text',
    most,
    textOf: (row) => row[field],
    put(row, text) {
      const said = text.replace(/\r\n?/g, '\n');
      if (said.length > most) return { problem: `${name}最多 ${most} 个字` };
      return { row: row[field] === said ? row : { ...row, [field]: said } };
    },
    copy: (row, from) => ({ ...row, [field]: from[field] }),
    clear: (row) => (row[field] === '' ? row : { ...row, [field]: '' }),
  };
}

function choiceColumn(field: AgentField, name: string, words: ReadonlyMap<string, string>): GridColumn<AgentRow> {
  return {
    key: field,
    name,
    width: WIDTHS[field],
    takes: 'choice',
    options: [...words.values()],
    textOf: (row) => words.get(row[field]) ?? row[field],
    put(row, text) {
      const said = text.trim();
      const found = [...words].find(([value, word]) => word === said || value === said);
      const value = said === '' ? EMPTY_AGENT_ROW[field] : found?.[0];
      if (value === undefined) return { problem: `${name}没有「${said.slice(0, 20)}」` };
      return { row: row[field] === value ? row : { ...row, [field]: value } };
    },
    copy: (row, from) => ({ ...row, [field]: from[field] }),
    clear: (row) => ({ ...row, [field]: EMPTY_AGENT_ROW[field] }),
  };
}

/** How long rows will be; what is written there is how long they are to be. */
const lengthColumn: Omit<GridColumn<AgentRow>, 'textOf'> = {
  key: 'seconds',
  name: '时长',
  width: 84,
  takes: 'typed',
  put(row, text) {
    // A cell that was copied has both: how long the video will be, and how long it is to be.
    const [, said] = /要\s*(\d+)/u.exec(text) ?? /(\d+)/u.exec(text) ?? [];
    const seconds = text.trim() === '' ? 0 : Number(said);
    const { min, max } = SCRIPT_SECONDS;
    if (Number.isNaN(seconds) || (seconds !== 0 && (seconds < min || seconds > max))) {
      return { problem: `时长写 ${min} 到 ${max} 之间的秒数，留空就按台词` };
    }
    return { row: row.seconds === seconds ? row : { ...row, seconds } };
  },
  copy: (row, { seconds }) => ({ ...row, seconds }),
  clear: (row) => (row.seconds === 0 ? row : { ...row, seconds: 0 }),
};

type Shown = Pick<GridColumn<AgentRow>, 'key' | 'name' | 'width' | 'textOf'>;

/** What is told of a row, and not written. */
function told(shown: Shown, render: NonNullable<GridColumn<AgentRow>['render']>): GridColumn<AgentRow> {
  return {
    ...shown,
    takes: 'own',
    put: () => ({ problem: `「${shown.name}」不用填写` }),
    copy: (row) => row,
    clear: (row) => row,
    render,
  };
}
