import { ERRORS, SHEET_FIELDS, type SheetItem, STORY_FILE_BYTES_MAX } from '@mixreel/contract';
import { Alert, Checkbox, Modal, Select } from 'antd';
import { useEffect, useState } from 'react';
import { readBase64 } from '#lib/base64.ts';
import { call, CallError, isPassing, type OutputOf } from '#lib/call.ts';
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
type Answer = OutputOf<'writer.file'>;
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
  const [chosen, setChosen] = useState<string | null>(null);
  const { project_id, story_board_id } = place;
  const extensions = [...SHEET_EXTENSIONS, ...(reader?.extensions ?? [])];
  const wrong = refusalOf(file, extensions);
  const isWrong = wrong !== null;
  useEffect(() => {
    if (isWrong) return;
    const stop = new AbortController();
    const ask = async () => {
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
  }, [file, attempt, project_id, story_board_id, reader, isWrong]);

  const answer = read && 'items' in read ? read : null;
  const items = answer?.items ?? [];
  const products = [...new Set(items.flatMap(({ product }) => product ?? []))];
  const product = products.length > 1 ? (chosen ?? products[0]!) : null;
  const isShown = (n: number) => product === null || [null, product].includes(items[n]!.product);
  const conflicts = (answer?.conflicts ?? []).filter((one) => product === null || one.product === product);
  const asked = (n: number) => conflicts.filter((one) => one.items.includes(n));
  const shown = items.flatMap((_, n) => (isShown(n) ? n : []));
  // Of what the file says in several ways somebody has to choose one.
  const plain = shown.filter((n) => !items[n]!.is_known && asked(n).length === 0);
  const toggle = (n: number, isTicked: boolean) => {
    const others = new Set(asked(n).flatMap((one) => one.items));
    const next = new Set([...ticked].filter((one) => !others.has(one)));
    if (isTicked) next.add(n);
    else next.delete(n);
    setTicked(next);
  };
  const tickAll = (isTicked: boolean) =>
    setTicked(new Set([...(isTicked ? plain : []), ...[...ticked].filter((n) => asked(n).length > 0)]));
  const tickedPlain = plain.filter((n) => ticked.has(n)).length;
  const error = wrong ?? (read && 'error' in read ? read.error : null);
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
      {read === null && !wrong && <LoadingRows count={4} label="正在读取文件" />}
      {error && (
        <ErrorState
          title="没有读出资料"
          error={error}
          onRetry={
            mayPass(error)
              ? () => {
                  setRead(null);
                  setAttempt(attempt + 1);
                }
              : null
          }
        />
      )}
      <div className={styles['told']}>
        {answer?.notices.map((notice) => (
          <Alert key={notice} type="warning" showIcon title={notice} />
        ))}
        {product !== null && (
          <div className={styles['which']}>
            <span aria-hidden="true">哪个商品</span>
            <Select
              aria-label="哪个商品"
              className={styles['product']}
              showSearch
              value={product}
              options={products.map((value) => ({ value, label: value }))}
              onChange={(value) => {
                setChosen(value);
                setTicked(new Set());
              }}
            />
          </div>
        )}
        {conflicts.map(({ what, texts }) => (
          <Alert key={what} type="warning" showIcon title={conflictWords(what, texts)} />
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
            全部 {plain.length} 条{conflicts.length > 0 && `（${conflicts.map(({ what }) => what).join('、')}另选）`}
          </Checkbox>
          <ul className={styles['items']} aria-label="找到的资料">
            {shown
              .map((n) => [n, items[n]!] as const)
              .map(([n, { field, text, sentence, page, is_known }]) => (
                <li key={n}>
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

function refusalOf({ name, size }: File, extensions: string[]): Error | null {
  if (!extensions.some((extension) => name.toLowerCase().endsWith(extension))) {
    return new CallError(
      ERRORS.invalid.code,
      `只能读取 ${extensions.map((one) => one.slice(1)).join('、')} 文件`,
      null,
    );
  }
  if (size <= STORY_FILE_BYTES_MAX) return null;
  const most = formatSize(STORY_FILE_BYTES_MAX);
  return new CallError(ERRORS.invalid.code, `文件最大 ${most}，图片多的请去掉图片另存一份`, null);
}

/** A file that cannot be read does not get better by reading it again; a model that is not there yet may come. */
function mayPass(error: Error): boolean {
  const passing: number[] = [ERRORS.preparing.code, ERRORS.ai_failed.code];
  return isPassing(error) || (error instanceof CallError && passing.includes(error.code));
}

/** All of them stand in the list below. */
const SHOWN = 5;

function conflictWords(what: string, texts: string[]): string {
  const more = texts.length > SHOWN ? '……' : '';
  return `${what}有 ${texts.length} 种说法：${texts.slice(0, SHOWN).join('、')}${more}。请勾选对的那一条`;
}
