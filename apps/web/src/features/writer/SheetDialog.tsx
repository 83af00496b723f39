import { SHEET_FIELDS, type SheetItem, STORY_FILE_BYTES_MAX } from '@mixreel/contract';
import { Alert, Checkbox, Modal } from 'antd';
import { useEffect, useState } from 'react';
import { readBase64 } from '#lib/base64.ts';
import { call, type OutputOf } from '#lib/call.ts';
import { formatSize } from '#lib/format.ts';
import { ErrorState } from '#ui/ErrorState.tsx';
import { LoadingRows } from '#ui/LoadingRows.tsx';
import styles from './Writer.module.css';

export const SHEET_EXTENSIONS = ['.docx', '.pdf', '.xlsx', '.csv', '.pptx', '.txt', '.md'];

type Props = {
  place: { project_id: string; story_board_id?: string };
  file: File;
  onTake: (items: SheetItem[]) => void;
  onClose: () => void;
  /** Other files than documents that are read, too, and who reads all of them. */
  reader?: SheetReader;
};
type Answer = OutputOf<'writer.file'> & { conflicts?: { field: SheetItem['field']; texts: string[] }[] };
export type SheetReader = {
  extensions: string[];
  read: (given: { file_name: string; content_base64: string }, signal: AbortSignal) => Promise<Answer>;
};
type Read = Answer | { error: Error } | null;

/** What a product sheet says, each with the sentence and page it came from; only what is ticked counts. */
export function SheetDialog({ place, file, onTake, onClose, reader }: Props) {
  const [read, setRead] = useState<Read>(null);
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const [attempt, setAttempt] = useState(0);
  const { project_id, story_board_id } = place;
  useEffect(() => {
    const stop = new AbortController();
    const ask = async () => {
      const extensions = [...SHEET_EXTENSIONS, ...(reader?.extensions ?? [])];
      if (!extensions.some((extension) => file.name.toLowerCase().endsWith(extension))) {
        throw new Error(`只能读取 ${extensions.map((one) => one.slice(1)).join('、')} 文件`);
      }
      if (file.size > STORY_FILE_BYTES_MAX) {
        throw new Error(`文件最大 ${formatSize(STORY_FILE_BYTES_MAX)}，图片多的请去掉图片另存一份`);
      }
      const content_base64 = await readBase64(file);
      if (reader) return reader.read({ file_name: file.name, content_base64 }, stop.signal);
      const given = { project_id, ...(story_board_id && { story_board_id }), file_name: file.name, content_base64 };
      return call('writer.file', given, { is_quiet: true, signal: stop.signal });
    };
    ask().then(
      (found) => !stop.signal.aborted && setRead(found),
      (error: Error) => !stop.signal.aborted && setRead({ error }),
    );
    return () => stop.abort();
  }, [file, attempt, project_id, story_board_id, reader]);

  const items = read && 'items' in read ? read.items : [];
  const conflicts = (read && 'items' in read && read.conflicts) || [];
  const asked = new Set(conflicts.map(({ field }) => field));
  // Of what the file says in several ways somebody has to choose one.
  const plain = items.flatMap(({ is_known, field }, n) => (is_known || asked.has(field) ? [] : n));
  const toggle = (n: number, isTicked: boolean) => {
    const { field } = items[n]!;
    const next = new Set([...ticked].filter((one) => !asked.has(field) || items[one]?.field !== field));
    if (isTicked) next.add(n);
    else next.delete(n);
    setTicked(next);
  };
  const tickAll = (isTicked: boolean) =>
    setTicked(new Set([...(isTicked ? plain : []), ...[...ticked].filter((n) => asked.has(items[n]!.field))]));
  const tickedPlain = plain.filter((n) => ticked.has(n)).length;
  return (
    <Modal
      open
      centered
      width={760}
      title={`「${file.name}」里的商品资料`}
      okText={ticked.size > 0 ? `采用 ${ticked.size} 条` : '采用'}
      cancelText="取消"
      okButtonProps={{ disabled: ticked.size === 0 }}
      onOk={() => {
        onTake(items.filter((_, n) => ticked.has(n)));
        onClose();
      }}
      onCancel={onClose}
    >
      {read === null && <LoadingRows count={4} label="正在读取文件" />}
      {read && 'error' in read && (
        <ErrorState
          title="没有读出资料"
          error={read.error}
          onRetry={() => {
            setRead(null);
            setAttempt(attempt + 1);
          }}
        />
      )}
      <div className={styles['told']}>
        {read &&
          'notices' in read &&
          read.notices.map((notice) => <Alert key={notice} type="warning" showIcon title={notice} />)}
        {conflicts.map(({ field, texts }) => (
          <Alert key={field} type="warning" showIcon title={conflictWords(field, texts)} />
        ))}
      </div>
      {items.length > 0 && (
        <>
          <p className={styles['quiet']}>对着原句看一遍，勾上的才算数；勾上的价格、数字和名称会锁定。</p>
          <Checkbox
            checked={tickedPlain === plain.length && plain.length > 0}
            indeterminate={tickedPlain > 0 && tickedPlain < plain.length}
            onChange={({ target }) => tickAll(target.checked)}
          >
            全部 {plain.length} 条
            {asked.size > 0 && `（${[...asked].map((field) => SHEET_FIELDS[field]).join('、')}另选）`}
          </Checkbox>
          <ul className={styles['items']} aria-label="找到的资料">
            {items.map(({ field, text, sentence, page, is_known }, n) => (
              <li key={`${field} ${text}`}>
                <Checkbox
                  checked={ticked.has(n)}
                  disabled={is_known}
                  onChange={({ target }) => toggle(n, target.checked)}
                >
                  <b>{SHEET_FIELDS[field]}</b>
                  {text}
                </Checkbox>
                <small>
                  {is_known ? '已经有了 · ' : ''}
                  {page !== null && `第 ${page} 页 · `}原文：{sentence}
                </small>
              </li>
            ))}
          </ul>
        </>
      )}
    </Modal>
  );
}

/** All of them stand in the list below. */
const SHOWN = 5;

function conflictWords(field: SheetItem['field'], texts: string[]): string {
  const more = texts.length > SHOWN ? '……' : '';
  return `${SHEET_FIELDS[field]}有 ${texts.length} 种说法：${texts.slice(0, SHOWN).join('、')}${more}。请勾选对的那一条`;
}
