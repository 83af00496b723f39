import { EditOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { useId, useState } from 'react';
import { useEditing } from './use-editing.ts';
import styles from './Detail.module.css';

type Props = {
  label: string;
  text: string;
  none: string;
  max_length: number;
  /** Set by hand, and so not what the machine found. */
  is_corrected: boolean;
  /** Null where it may only be read. */
  onSave: ((text: string) => Promise<unknown>) | null;
  onReset: () => Promise<unknown>;
  /** Somebody has begun to write, or is done. */
  onEditing?: (isEditing: boolean) => void;
};

/** A text that a machine found: read, put right, or taken back to what was found. */
export function EditableText({ label, text, none, max_length, is_corrected, onSave, onReset, onEditing }: Props) {
  const [draft, setDraft] = useState<string | null>(null);
  useEditing(draft !== null, onEditing);
  const [isBusy, setIsBusy] = useState(false);
  const id = useId();
  const run = async (work: () => Promise<unknown>) => {
    setIsBusy(true);
    try {
      await work();
      setDraft(null);
    } finally {
      setIsBusy(false);
    }
  };
  const save = () => void run(async () => onSave?.(draft?.trim() ?? '')).catch(() => {});
  return (
    <section className={styles['field']} aria-labelledby={id}>
      <h3 id={id}>
        {label}
        {is_corrected && <span className={styles['byHand']}>手工修改</span>}
        {is_corrected && onSave && (
          <Button size="small" type="link" disabled={isBusy} onClick={() => void run(onReset).catch(() => {})}>
            恢复识别结果
          </Button>
        )}
        {onSave && draft === null && (
          <Button
            size="small"
            type="text"
            aria-label={`编辑${label}`}
            icon={<EditOutlined aria-hidden="true" />}
            onClick={() => setDraft(text)}
          />
        )}
      </h3>
      {draft === null ? (
        <p data-none={text === ''}>{text || none}</p>
      ) : (
        <>
          <Input.TextArea
            autoFocus
            rows={3}
            maxLength={max_length}
            aria-labelledby={id}
            value={draft}
            onChange={(event) => setDraft(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') {
                event.stopPropagation();
                setDraft(null);
              }
              if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) save();
            }}
          />
          <div className={styles['fieldActs']}>
            <Button size="small" onClick={() => setDraft(null)}>
              取消
            </Button>
            <Button size="small" type="primary" loading={isBusy} onClick={save}>
              保存
            </Button>
          </div>
        </>
      )}
    </section>
  );
}
