import { TEMPLATE_TYPES, type Template } from '@mixreel/contract';
import { Form, Input } from 'antd';
import { useState } from 'react';
import { showToast } from '#lib/toast.ts';
import { useSend } from '#lib/use-call.ts';
import { Choice } from '#ui/Choice.tsx';
import { FormDialog } from '#ui/FormDialog.tsx';
import { useMix, useDesk } from '../document/use-mix.ts';
import styles from '#features/mix/Dialogs.module.css';

type TemplateType = Template['template_type'];
const TYPES = (Object.keys(TEMPLATE_TYPES) as TemplateType[]).map((value) => ({ value, label: TEMPLATE_TYPES[value] }));
const HINTS: Record<TemplateType, string> = {
  mix: '画面、字幕、配音、音乐、滤镜、转场和导出的设置，不含镜头和片段。',
  caption: '只有字幕的样式和位置。',
  structure: '镜头的顺序、名称、台词和各自的设置，不含片段。',
};

/** Keeps what this mix is set to, for other mixes. */
export function TemplateDialog({ mproject_id, onClose }: { mproject_id: string; onClose: () => void }) {
  const desk = useDesk();
  const { mproject_name } = useMix();
  const [template_type, setType] = useState<TemplateType>('mix');
  const add = useSend('template.add', { refresh: ['template.list'] });
  return (
    <FormDialog<{ template_name: string }>
      title="存为模板"
      is_sending={add.isPending}
      initial={{ template_name: mproject_name }}
      onClose={onClose}
      onSubmit={async ({ template_name }) => {
        // What was set last belongs to it.
        await desk.live.flush();
        await add.mutateAsync({ mproject_id, template_name: template_name.trim(), template_type });
        showToast('success', `已存为模板「${template_name.trim()}」`);
        onClose();
      }}
    >
      <div className={styles['field']}>
        <span>存什么</span>
        <Choice label="存什么" options={TYPES} value={template_type} onChange={setType} />
        <small>{HINTS[template_type]}</small>
      </div>
      <Form.Item
        name="template_name"
        label="模板名称"
        style={{ marginTop: 16 }}
        rules={[{ required: true, whitespace: true, message: '请填写名称' }]}
      >
        <Input maxLength={100} autoFocus />
      </Form.Item>
    </FormDialog>
  );
}
