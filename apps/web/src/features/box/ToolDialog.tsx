import { type BoxTool, type Material } from '@mixreel/contract';
import { Button, Modal } from 'antd';
import { useState } from 'react';
import { SourcePicker } from '#features/clean/SourcePicker.tsx';
import { showToast } from '#lib/toast.ts';
import { useSend } from '#lib/use-call.ts';
import { usualTime, workTime } from './box-time.ts';
import { BoxNotes } from './BoxNotes.tsx';
import { SubtitleDialog } from './SubtitleDialog.tsx';
import { SubtitleSources } from './SubtitleSources.tsx';
import { type Options, optionsProblem, proposedOptions, ToolFields } from './ToolFields.tsx';
import { ToolPicture } from './ToolPicture.tsx';
import styles from './Box.module.css';

type Props = { project_id: string; tool: BoxTool; given: Material[]; onClose: () => void; onAdded: () => void };

/** What a tool is to work on, and how. */
export function ToolDialog({ project_id, tool, given, onClose, onAdded }: Props) {
  const [materials, setMaterials] = useState(given);
  const [isPicking, setIsPicking] = useState(false);
  const [options, setOptions] = useState(() => proposedOptions(tool));
  const [corrected, setCorrected] = useState<Material | null>(null);
  const add = useSend('box.add', { refresh: ['task.list'] });
  const kinds = (['video', 'image', 'audio'] as const).filter((kind) => tool.takes.includes(kind));
  const problem = optionsProblem(tool, options);
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
        ok={(count) => `选这 ${count} 个`}
        onPick={setMaterials}
        onClose={() => setIsPicking(false)}
      />
    );
  }
  if (corrected) return <SubtitleDialog {...corrected} onClose={() => setCorrected(null)} />;
  return (
    <Modal
      open
      centered
      title={tool.name}
      okText="开始处理"
      cancelText="取消"
      okButtonProps={{ disabled: materials.length === 0 || problem !== null, loading: add.isPending }}
      onOk={() => void submit().catch(() => {})}
      onCancel={onClose}
    >
      <div className={styles['explained']}>
        <ToolPicture tool={tool.tool} />
        <p className={styles['about']}>{tool.about}</p>
      </div>
      <div className={styles['field']}>
        <span>{materials.length > 0 ? `已选 ${materials.length} 个素材` : '还没有选素材'}</span>
        <Button onClick={() => setIsPicking(true)}>从素材库选</Button>
      </div>
      {isOfSpoken(tool, options) && <SubtitleSources materials={materials} onCorrect={setCorrected} />}
      <ToolFields project_id={project_id} tool={tool} options={options} onChange={setOptions} />
      <BoxNotes
        project_id={project_id}
        tools={[tool.tool]}
        material_ids={materials.map(({ material_id }) => material_id)}
      />
      <p className={styles['estimate']} role="status">
        {problem ?? (materials.length > 0 ? `预计 ${workTime([tool], materials)}` : usualTime(tool))}
      </p>
    </Modal>
  );
}

/** Whether it works on what is said, which somebody may have heard better than the machine. */
function isOfSpoken({ tool }: BoxTool, options: Options): boolean {
  if (tool === 'subtitle_extract') return options['source'] !== 'written';
  return tool === 'subtitle_burn' || tool === 'subtitle_translate';
}
