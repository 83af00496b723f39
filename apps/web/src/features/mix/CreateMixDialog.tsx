import { type MixCard, nameOfCopy, type Ratio, RATIOS } from '@mixreel/contract';
import { Input, Modal } from 'antd';
import { useDeferredValue, useId, useState } from 'react';
import { formatAgo } from '#lib/format.ts';
import { onward } from '#lib/go.ts';
import { useCall, useSend } from '#lib/use-call.ts';
import { Choice } from '#ui/Choice.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ListStates } from '#ui/ListStates.tsx';
import { SearchInput } from '#ui/SearchInput.tsx';
import { editorPath } from './editor-path.ts';
import { linesOf, linesProblem } from './lines.ts';
import { LinesField } from './LinesField.tsx';
import { WORDS } from './mix-words.ts';
import { TemplateOptions } from './TemplateOptions.tsx';
import styles from './Dialogs.module.css';

type From = 'lines' | 'blank' | 'template' | 'copy';

const FROMS: { value: From; label: string }[] = [
  { value: 'lines', label: '写台词' },
  { value: 'blank', label: '空白' },
  { value: 'template', label: '用模板' },
  { value: 'copy', label: '复制混剪' },
];
const RATIO_OPTIONS = (Object.keys(RATIOS) as Ratio[]).map((value) => ({ value, label: value }));

type Props = {
  project_id: string;
  /** To copy from the start. */
  copy_of?: MixCard | null;
  onClose: () => void;
};

/** A new mix: from lines, from nothing, from a template or from another mix. */
export function CreateMixDialog({ project_id, copy_of = null, onClose }: Props) {
  const name_id = useId();
  const [from, setFrom] = useState<From>(copy_of ? 'copy' : 'lines');
  const [name, setName] = useState(copy_of ? nameOfCopy(copy_of.mproject_name) : '');
  const [text, setText] = useState('');
  const [ratio, setRatio] = useState<Ratio>('9:16');
  const [template_id, setTemplate] = useState<string | null>(null);
  const [source, setSource] = useState<string | null>(copy_of?.mproject_id ?? null);
  const add = useSend('mix.add', { refresh: ['mix.list'] });

  const lines = from === 'lines' || from === 'template' ? linesOf(text) : [];
  const isReady =
    linesProblem(lines) === null &&
    (from !== 'lines' || lines.length > 0) &&
    (from !== 'template' || template_id !== null) &&
    (from !== 'copy' || source !== null);
  // Until the editor is there: another click, or Enter held down, would make another one.
  const isMaking = add.isPending || add.isSuccess;
  const make = async () => {
    if (!isReady || isMaking) return;
    const goOn = onward();
    const { mproject_id } = await add.mutateAsync({
      project_id,
      mproject_name: name.trim() || nameOf(lines),
      lines,
      ...(from === 'template' && template_id && { template_id }),
      ...(from === 'copy' && source && { copy_of: source }),
      ...((from === 'lines' || from === 'blank') && ratio !== '9:16' && { config: { picture: { ratio } } }),
    });
    goOn(editorPath(mproject_id));
  };
  return (
    <Modal
      open
      centered
      width={600}
      title={WORDS.create}
      okText={from === 'lines' && lines.length > 0 ? `创建，${lines.length} 个镜头` : '创建'}
      cancelText="取消"
      okButtonProps={{ disabled: !isReady }}
      confirmLoading={isMaking}
      onOk={() => void make().catch(() => {})}
      onCancel={onClose}
    >
      <div className={styles['form']}>
        <Choice label="怎么开始" options={FROMS} value={from} onChange={setFrom} />
        <div className={styles['field']}>
          <label htmlFor={name_id}>名称</label>
          <Input
            id={name_id}
            maxLength={100}
            placeholder={nameOf(lines)}
            value={name}
            onChange={(event) => setName(event.target.value)}
            onPressEnter={(event) => {
              if (!event.nativeEvent.isComposing) void make().catch(() => {});
            }}
          />
        </div>
        {from === 'lines' && (
          <LinesField
            project_id={project_id}
            value={text}
            onChange={setText}
            onFileName={(read) => setName((now) => now || read)}
          />
        )}
        {(from === 'lines' || from === 'blank') && (
          <div className={styles['field']}>
            <span>画面比例</span>
            <Choice label="画面比例" options={RATIO_OPTIONS} value={ratio} onChange={setRatio} />
          </div>
        )}
        {from === 'template' && (
          <TemplateOptions
            has_structures
            chosen={template_id}
            onChoose={(template) => setTemplate(template.template_id)}
          />
        )}
        {from === 'copy' && <MixOptions project_id={project_id} chosen={source} onChoose={setSource} />}
      </div>
    </Modal>
  );
}

function nameOf(lines: string[]): string {
  return lines[0]?.slice(0, 20) ?? WORDS.untitled;
}

type OptionsProps = { project_id: string; chosen: string | null; onChoose: (mproject_id: string) => void };

function MixOptions({ project_id, chosen, onChoose }: OptionsProps) {
  const [text, setText] = useState('');
  const keyword = useDeferredValue(text.trim());
  const list = useCall('mix.list', { project_id, page_size: 50, ...(keyword && { keyword }) }, { keep_previous: true });
  return (
    <div className={styles['lines']}>
      <SearchInput label={WORDS.search_label} placeholder={WORDS.search_placeholder} value={text} onChange={setText} />
      <ListStates
        query={list}
        isEmpty={({ items }) => items.length === 0}
        empty={<EmptyState title={keyword ? WORDS.none_title : WORDS.empty_title} />}
      >
        {({ items }) => (
          <ul className={styles['options']} aria-label="要复制的混剪">
            {items.map(({ mproject_id, mproject_name, shooting_count, clip_count, updated_at }) => (
              <li key={mproject_id}>
                <button type="button" aria-pressed={mproject_id === chosen} onClick={() => onChoose(mproject_id)}>
                  <strong>{mproject_name}</strong>
                  <small>
                    {shooting_count} 个镜头 · {clip_count} 个片段 · {formatAgo(updated_at)}
                  </small>
                </button>
              </li>
            ))}
          </ul>
        )}
      </ListStates>
    </div>
  );
}
