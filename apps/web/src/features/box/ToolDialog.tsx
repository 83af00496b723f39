import { type BoxTool, type Material } from '@mixreel/contract';
import { Button, InputNumber, Modal } from 'antd';
import { useState } from 'react';
import { SourcePicker } from '#features/clean/SourcePicker.tsx';
import { showToast } from '#lib/toast.ts';
import { useSend } from '#lib/use-call.ts';
import { Choice } from '#ui/Choice.tsx';
import styles from './Box.module.css';

type Props = { project_id: string; tool: BoxTool; given: Material[]; onClose: () => void; onAdded: () => void };

/** What a tool is to work on, and how. */
export function ToolDialog({ project_id, tool, given, onClose, onAdded }: Props) {
  const [materials, setMaterials] = useState(given);
  const [isPicking, setIsPicking] = useState(false);
  const proposed = Object.fromEntries(tool.fields.map(({ key, value }) => [key, value]));
  const [options, setOptions] = useState<Record<string, string | number>>(proposed);
  const add = useSend('box.add', { refresh: ['task.list'] });
  const set = (key: string, value: string | number) => setOptions((now) => ({ ...now, [key]: value }));
  const kinds = (['video', 'image', 'audio'] as const).filter((kind) => tool.takes.includes(kind));
  const submit = async () => {
    const material_ids = materials.map(({ material_id }) => material_id);
    await add.mutateAsync({ project_id, tool: tool.tool, material_ids, options });
    showToast('success', `已开始处理 ${material_ids.length} 个素材，完成后在下面和素材库里`);
    onAdded();
  };
  if (isPicking) {
    return (
      <SourcePicker
        project_id={project_id}
        title={`用「${tool.name}」处理`}
        kinds={kinds}
        with_ai
        onPick={setMaterials}
        onClose={() => setIsPicking(false)}
      />
    );
  }
  return (
    <Modal
      open
      centered
      title={tool.name}
      okText="开始处理"
      cancelText="取消"
      okButtonProps={{ disabled: materials.length === 0, loading: add.isPending }}
      onOk={() => void submit().catch(() => {})}
      onCancel={onClose}
    >
      <p className={styles['about']}>{tool.about}</p>
      <div className={styles['field']}>
        <span>{materials.length > 0 ? `已选 ${materials.length} 个素材` : '还没有选素材'}</span>
        <Button onClick={() => setIsPicking(true)}>从素材库选</Button>
      </div>
      {tool.fields.map((field) => (
        <div key={field.key} className={styles['field']}>
          <span>{field.label}</span>
          {field.kind === 'choice' ? (
            <Choice
              label={field.label}
              options={field.options}
              value={String(options[field.key])}
              onChange={(value) => set(field.key, value)}
            />
          ) : (
            <InputNumber
              aria-label={field.label}
              min={field.min}
              max={field.max}
              step={field.step}
              suffix={field.unit}
              value={Number(options[field.key])}
              onChange={(value) => set(field.key, value ?? field.value)}
            />
          )}
        </div>
      ))}
    </Modal>
  );
}
