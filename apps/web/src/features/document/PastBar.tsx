import { type HistoryEntry, nameOfCopy } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { call } from '#lib/call.ts';
import { formatAgo } from '#lib/format.ts';
import { readAgain } from '#lib/read-again.ts';
import { showToast } from '#lib/toast.ts';
import { inputBox } from '#ui/message-box.ts';
import type { LiveDocument } from './live-document.ts';
import { stepBack } from './step-back.ts';
import styles from './History.module.css';

const NAME_MAX = 100;
const checkName = (value: string) => (value ? null : '名称不能为空');

type Props = {
  live: LiveDocument;
  /** The step that is looked at. */
  entry: HistoryEntry;
  /** What it is, and what it is called. */
  noun: string;
  name: string;
  may_edit: boolean;
  onRestore: () => void;
  onNamed: (version_name: string) => void;
  onCopied: (document_id: string) => void;
  onCompare: () => void;
};

/** Says that this is how a document was, and what can be done with that. */
export function PastBar({ live, entry, noun, name, may_edit, onRestore, onNamed, onCopied, onCompare }: Props) {
  const cache = useQueryClient();
  const { document_id } = live;
  const { sequence, words, created_at, version_name } = entry;

  const restore = () => {
    onRestore();
    const action = { label: '撤销', run: () => stepBack(live, 'undo') };
    showToast('success', '已恢复到这个版本', { action });
  };
  const rename = async () => {
    const title = '给这个版本命名';
    const given = { title, label: '版本名称', initial: version_name ?? '', max_length: NAME_MAX, check: checkName };
    const chosen = await inputBox({ ...given, text: '命名的版本一直保留。', ok_label: '保存' });
    if (!chosen) return;
    await call('document.nameVersion', { document_id, sequence, version_name: chosen });
    await readAgain(cache, 'document.history', { document_id });
    onNamed(chosen);
  };
  const branch = async () => {
    const initial = nameOfCopy(name);
    const given = { title: '另存为副本', label: '副本名称', initial, max_length: NAME_MAX, check: checkName };
    const chosen = await inputBox({ ...given, text: `原来的${noun}不受影响。`, ok_label: '存为副本' });
    if (!chosen) return;
    const made = await call('document.branch', { document_id, sequence, name: chosen });
    onCopied(made.document_id);
  };
  return (
    <div className={styles['past']} role="status">
      <p>
        正在看{formatAgo(created_at)}「{version_name ?? words}」之后的样子，不能修改
      </p>
      <Button size="small" onClick={onCompare}>
        对比
      </Button>
      {may_edit && (
        <>
          <Button size="small" onClick={() => void rename().catch(() => {})}>
            命名
          </Button>
          <Button size="small" onClick={() => void branch().catch(() => {})}>
            另存为副本
          </Button>
          <Button size="small" type="primary" onClick={restore}>
            恢复到这个版本
          </Button>
        </>
      )}
    </div>
  );
}
