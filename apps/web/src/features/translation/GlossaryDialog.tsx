import { DeleteOutlined } from '@ant-design/icons';
import type { Language } from '@mixreel/contract';
import { Button, Form, Input, Modal } from 'antd';
import { useCall, useSend } from '#lib/use-call.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ListStates } from '#ui/ListStates.tsx';
import styles from './Translation.module.css';

type Fields = { term: string; translation: string };

/** What this space always calls something in a language. */
export function GlossaryDialog({ language, onClose }: { language: Language; onClose: () => void }) {
  const [form] = Form.useForm<Fields>();
  const list = useCall('glossary.list', {});
  const save = useSend('glossary.save', { refresh: ['glossary.list'] });
  const remove = useSend('glossary.remove', { refresh: ['glossary.list'] });
  const submit = async (fields: Fields) => {
    await save.mutateAsync({ ...fields, language: language.language });
    form.resetFields();
  };
  return (
    <Modal open centered width={560} title={`术语表 · ${language.language_name}`} footer={null} onCancel={onClose}>
      <Form<Fields>
        form={form}
        className={styles['term'] ?? ''}
        requiredMark={false}
        onFinish={(fields) => void submit(fields).catch(() => {})}
      >
        <Form.Item name="term" rules={[{ required: true, whitespace: true, message: '填写原词' }]}>
          <Input aria-label="原词" placeholder="原词，如 保温杯" maxLength={100} />
        </Form.Item>
        <Form.Item name="translation" rules={[{ required: true, whitespace: true, message: '填写译法' }]}>
          <Input aria-label="译法" placeholder={`${language.language_name}里固定写作`} maxLength={100} />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={save.isPending}>
          保存
        </Button>
      </Form>
      <ListStates
        query={list}
        isEmpty={(items) => !items.some((one) => one.language === language.language)}
        empty={<EmptyState title="还没有术语" text="品牌、产品名这类固定的译法存在这里，翻译和检查都照着来。" />}
      >
        {(items) => (
          <ul className={styles['terms']} aria-label="术语">
            {items
              .filter((one) => one.language === language.language)
              .map(({ term_id, term, translation }) => (
                <li key={term_id}>
                  <b>{term}</b>
                  <span>{translation}</span>
                  <Button
                    type="text"
                    size="small"
                    danger
                    icon={<DeleteOutlined aria-hidden="true" />}
                    aria-label={`删除术语「${term}」`}
                    onClick={() => remove.mutate({ term_id })}
                  />
                </li>
              ))}
          </ul>
        )}
      </ListStates>
    </Modal>
  );
}
