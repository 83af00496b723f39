import { Input, Modal } from 'antd';
import { useId, useState } from 'react';
import { inputProblem, type OpenBox } from './message-box.ts';
import { Themed } from './Themed.tsx';
import styles from './MessageBox.module.css';

/** One open message box or input dialog. */
export function MessageBox({ box }: { box: OpenBox }) {
  return (
    <Themed>
      <Box box={box} />
    </Themed>
  );
}

function Box({ box }: { box: OpenBox }) {
  const [value, setValue] = useState(box.kind === 'input' ? (box.initial ?? '') : '');
  const [problem, setProblem] = useState<string | null>(null);
  const id = useId();

  const accept = () => {
    if (box.kind !== 'input') return box.finish(true);
    const trimmed = value.trim();
    const found = inputProblem(trimmed, box);
    if (found) setProblem(found);
    else box.finish(trimmed);
  };

  return (
    <Modal
      open
      centered
      width={420}
      title={box.title}
      okText={box.ok_label ?? (box.kind === 'alert' ? '知道了' : '确定')}
      cancelText={box.cancel_label ?? '取消'}
      okButtonProps={{ danger: box.is_danger ?? false, autoFocus: box.kind !== 'input' }}
      cancelButtonProps={box.kind === 'alert' ? { className: styles['absent'] ?? '' } : {}}
      onOk={accept}
      onCancel={() => box.finish(box.kind === 'input' ? null : false)}
    >
      {box.text && <p className={styles['text']}>{box.text}</p>}
      {box.kind === 'input' && (
        <div className={styles['field']}>
          <label htmlFor={id}>{box.label}</label>
          <Input
            id={id}
            autoFocus
            value={value}
            placeholder={box.placeholder ?? ''}
            maxLength={box.max_length ?? 200}
            status={problem ? 'error' : ''}
            aria-invalid={problem !== null}
            aria-describedby={problem ? `${id}-problem` : undefined}
            onChange={(event) => {
              setValue(event.target.value);
              setProblem(null);
            }}
            onFocus={(event) => event.target.select()}
            onPressEnter={(event) => {
              // Enter also confirms a word in a Chinese input method; that one is not an answer.
              if (!event.nativeEvent.isComposing) accept();
            }}
          />
          {problem && (
            <p id={`${id}-problem`} className={styles['problem']} role="alert">
              {problem}
            </p>
          )}
        </div>
      )}
    </Modal>
  );
}
