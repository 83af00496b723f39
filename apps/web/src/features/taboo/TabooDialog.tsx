import { DeleteOutlined } from '@ant-design/icons';
import { Button, Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { formatTime } from '#lib/format.ts';
import { useCall, useSend } from '#lib/use-call.ts';
import { Choice } from '#ui/Choice.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ListStates } from '#ui/ListStates.tsx';
import { TabooNotes } from './TabooNotes.tsx';
import { useTaboo } from './use-taboo.ts';
import styles from './Taboo.module.css';

type Part = 'try' | 'exceptions';
const PARTS: { value: Part; label: string }[] = [
  { value: 'try', label: '查一段话' },
  { value: 'exceptions', label: '允许的词' },
];

/** What may not be said: a text to try, and the words that this space uses all the same. */
export function TabooDialog({ onClose }: { onClose: () => void }) {
  const [part, setPart] = useState<Part>('try');
  return (
    <Modal open centered width={680} title="违禁词" footer={null} onCancel={onClose}>
      <div className={styles['try']}>
        <Choice label="看什么" options={PARTS} value={part} onChange={setPart} />
      </div>
      {part === 'try' ? <Try /> : <Exceptions />}
    </Modal>
  );
}

function Try() {
  const { find } = useTaboo();
  const [text, setText] = useState('');
  const isFine = text.trim() !== '' && find(text).length === 0;
  return (
    <div className={styles['try']}>
      <p className={styles['about']}>
        台词、字幕、标题和分镜都按同一套规则检查：广告法、行业规定和各平台的规则，每处都写明依据。
      </p>
      <Input.TextArea
        aria-label="要检查的话"
        placeholder="把一段话贴进来，例如：全网最低价，三天见效"
        rows={5}
        maxLength={10_000}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <TabooNotes texts={[text]} onRewrite={([next = '']) => setText(next)} />
      {isFine && (
        <p className={styles['fine']} role="status">
          没有发现违禁词
        </p>
      )}
    </div>
  );
}

type Fields = { word: string; note: string };

function Exceptions() {
  const [form] = Form.useForm<Fields>();
  const { can_allow, allow, is_busy } = useTaboo();
  const exceptions = useCall('taboo.exceptions', {});
  const remove = useSend('taboo.disallow', { refresh: ['taboo.exceptions', 'candidate.check', 'caption.analyze'] });
  const submit = async ({ word, note }: Fields) => {
    await allow(word, note);
    form.resetFields();
  };
  return (
    <>
      <p className={styles['about']}>
        {can_allow
          ? '注册的名称、有证明的说法，可以在这里允许。谁允许的会记下来，由他负责。'
          : '只有空间所有者能允许或收回。'}
      </p>
      {can_allow && (
        <Form<Fields>
          form={form}
          className={styles['form'] ?? ''}
          requiredMark={false}
          initialValues={{ word: '', note: '' }}
          onFinish={(fields) => void submit(fields).catch(() => {})}
        >
          <Form.Item name="word" rules={[{ required: true, whitespace: true, message: '填写要允许的词' }]}>
            <Input aria-label="词" placeholder="词，如 销量第一" maxLength={40} />
          </Form.Item>
          <Form.Item name="note">
            <Input aria-label="凭什么" placeholder="凭什么可以用，如 2025 年检测报告" maxLength={200} />
          </Form.Item>
          <Button type="primary" htmlType="submit" loading={is_busy}>
            允许
          </Button>
        </Form>
      )}
      <ListStates
        query={exceptions}
        isEmpty={(items) => items.length === 0}
        empty={<EmptyState title="还没有允许的词" text="检查时点「这个词我们可以用」，也会记在这里。" />}
      >
        {(items) => (
          <ul className={styles['list']} aria-label="允许的词">
            {items.map(({ exception_id, word, note, allowed_by_name, created_at }) => (
              <li key={exception_id}>
                <b>{word}</b>
                <span>{note || '没有写依据'}</span>
                <small>
                  {allowed_by_name} · {formatTime(created_at)}
                </small>
                {can_allow && (
                  <Button
                    type="text"
                    size="small"
                    danger
                    icon={<DeleteOutlined aria-hidden="true" />}
                    aria-label={`不再允许「${word}」`}
                    loading={remove.isPending}
                    onClick={() => remove.mutate({ exception_id })}
                  />
                )}
              </li>
            ))}
          </ul>
        )}
      </ListStates>
    </>
  );
}
