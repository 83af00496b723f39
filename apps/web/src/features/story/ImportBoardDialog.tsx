import { guessFields, type ImportField, readTable, STORY_ROWS_MAX, type StoryRow } from '@mixreel/contract';
import { Alert, Modal, Select, Switch } from 'antd';
import { useEffect, useId, useMemo, useState } from 'react';
import { readBase64 } from '#lib/base64.ts';
import { call, type InputOf, type OutputOf } from '#lib/call.ts';
import { Choice } from '#ui/Choice.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { LoadingRows } from '#ui/LoadingRows.tsx';
import { importProblem } from './import-file.ts';
import { ImportPreview } from './ImportPreview.tsx';
import styles from './Import.module.css';

type Split = NonNullable<InputOf<'story.parseFile'>['split']>;
export type ImportMode = 'append' | 'replace' | 'new';
export type ImportedRow = Omit<StoryRow, 'row_id'>;

const SPLITS: { value: Split; label: string }[] = [
  { value: 'line', label: '一行一镜' },
  { value: 'sentence', label: '一句一镜' },
  { value: 'paragraph', label: '一段一镜' },
];
const MODES: { value: ImportMode; label: string }[] = [
  { value: 'append', label: '接在后面' },
  { value: 'replace', label: '替换现有分镜' },
  { value: 'new', label: '新建故事板' },
];

type Props = {
  file: File;
  project_id: string;
  /** How many rows the board has that it may go into; null: it becomes a new one. */
  row_count: number | null;
  onImport: (rows: ImportedRow[], mode: ImportMode) => Promise<void> | void;
  onClose: () => void;
};
type Parsed = OutputOf<'story.parseFile'> | { error: Error } | null;
/** What a person said of the table that is shown; what they said nothing of is our guess. */
type Said = { table: number; has_headings?: boolean; fields: Map<number, ImportField | null> };
const NOTHING_SAID: Said = { table: 0, fields: new Map() };

/** What was found in a file, before it becomes rows: a person says which column is what. */
export function ImportBoardDialog({ file, project_id, row_count, onImport, onClose }: Props) {
  const [split, setSplit] = useState<Split>('line');
  const [mode, setMode] = useState<ImportMode>(row_count === null ? 'new' : row_count === 0 ? 'replace' : 'append');
  const [parsed, setParsed] = useState<Parsed>(null);
  const [attempt, setAttempt] = useState(0);
  const [said, setSaid] = useState(NOTHING_SAID);
  const [isSending, setIsSending] = useState(false);
  const id = useId();

  useEffect(() => {
    const stop = new AbortController();
    const parse = async () => {
      const problem = importProblem(file);
      if (problem) throw new Error(problem);
      const content_base64 = await readBase64(file);
      const given = { project_id, file_name: file.name, content_base64, split };
      return call('story.parseFile', given, { is_quiet: true, signal: stop.signal });
    };
    parse().then(
      (found) => !stop.signal.aborted && setParsed(found),
      (error: Error) => !stop.signal.aborted && setParsed({ error }),
    );
    return () => stop.abort();
  }, [file, split, attempt, project_id]);

  const found = parsed && 'tables' in parsed ? parsed : null;
  const table = found?.tables[said.table] ?? null;
  const hasHeadings = said.has_headings ?? table?.has_headings ?? false;
  const guessed = useMemo(() => {
    if (!table) return [];
    return hasHeadings === table.has_headings ? table.fields : guessFields(table.rows, hasHeadings);
  }, [table, hasHeadings]);
  const fields = useMemo(
    () => guessed.map((field, n) => (said.fields.has(n) ? (said.fields.get(n) ?? null) : field)),
    [guessed, said.fields],
  );
  const read = useMemo(() => (table ? readTable(table.rows, fields, hasHeadings) : null), [table, fields, hasHeadings]);
  const room = STORY_ROWS_MAX - (mode === 'append' ? (row_count ?? 0) : 0);
  const count = read?.rows.length ?? 0;
  const again = () => {
    setParsed(null);
    setSaid(NOTHING_SAID);
  };
  const bring = async () => {
    if (!read) return;
    setIsSending(true);
    try {
      await onImport(read.rows, mode);
      onClose();
    } catch {
      // Told already by whoever made the call.
      setIsSending(false);
    }
  };
  return (
    <Modal
      open
      centered
      width={1040}
      title={`导入「${file.name}」`}
      okText={read && count > 0 ? `导入 ${count} 行` : '导入'}
      cancelText="取消"
      okButtonProps={{ disabled: count === 0 || count > room }}
      confirmLoading={isSending}
      onOk={() => void bring()}
      onCancel={onClose}
    >
      <div className={styles['choices']}>
        {row_count !== null && row_count > 0 && (
          <Choice label="放在哪里" options={MODES} value={mode} onChange={setMode} />
        )}
        {/\.(txt|md|docx)$/i.test(file.name) && table?.name === '正文' && table.fields.length === 1 && (
          <Choice
            label="怎么分成镜头"
            options={SPLITS}
            value={split}
            onChange={(value) => {
              setSplit(value);
              again();
            }}
          />
        )}
        {found && found.tables.length > 1 && (
          <Select
            aria-label="文件里的哪一部分"
            value={said.table}
            options={found.tables.map(({ name, rows }, value) => ({ value, label: `${name}（${rows.length} 行）` }))}
            onChange={(value) => setSaid({ ...NOTHING_SAID, table: value })}
            popupMatchSelectWidth={false}
          />
        )}
        {table && (
          <span className={styles['switch']}>
            <Switch
              id={id}
              size="small"
              checked={hasHeadings}
              onChange={(has_headings) => setSaid({ table: said.table, has_headings, fields: new Map() })}
            />
            <label htmlFor={id}>第一行是标题</label>
          </span>
        )}
      </div>
      {parsed === null && <LoadingRows count={4} label="正在读取文件" />}
      {parsed && 'error' in parsed && (
        <ErrorState
          title="没有读出分镜"
          error={parsed.error}
          onRetry={() => {
            again();
            setAttempt(attempt + 1);
          }}
        />
      )}
      {found?.notices.map((notice) => (
        <Alert key={notice} className={styles['notice'] ?? ''} type="warning" showIcon title={notice} />
      ))}
      {count > room && (
        <Alert
          className={styles['notice'] ?? ''}
          type="error"
          showIcon
          title={`一个故事板最多 ${STORY_ROWS_MAX} 行，这里还能放 ${room} 行，文件里有 ${count} 行。请新建故事板，或分成几份导入`}
        />
      )}
      {table && read && (
        <ImportPreview
          rows={table.rows}
          fields={fields}
          has_headings={hasHeadings}
          problems={read.problems}
          onField={(column, field) => setSaid({ ...said, fields: new Map(said.fields).set(column, field) })}
        />
      )}
    </Modal>
  );
}
