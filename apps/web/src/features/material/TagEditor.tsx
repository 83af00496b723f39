import { CloseOutlined, PlusOutlined } from '@ant-design/icons';
import { TAG_TYPES, type Tag, tagKey, type TagType } from '@mixreel/contract';
import { AutoComplete, Button, Select } from 'antd';
import { useState } from 'react';
import { useCall } from '#lib/use-call.ts';
import { useEditing } from './use-editing.ts';
import styles from './Detail.module.css';

type Props = {
  label: string;
  tags: Tag[];
  project_id: string | null;
  /** Null where they may only be read. */
  onChange: ((change: { add?: { tag_type: TagType; name: string }; remove?: string }) => Promise<unknown>) | null;
  /** Somebody has begun to write one, or is done. */
  onEditing?: (isEditing: boolean) => void;
};

const NAME_MAX = 20;

/** Tags as chips: those of the machine with how sure it was, those of people as they are. */
export function TagEditor({ label, tags, project_id, onChange, onEditing }: Props) {
  const [isAdding, setIsAdding] = useState(false);
  useEditing(isAdding, onEditing);
  return (
    <ul className={styles['tags']} aria-label={label}>
      {tags.map((tag) => (
        <li key={tagKey(tag)} data-source={tag.source} title={titleOf(tag)}>
          {tag.name}
          {onChange && (
            <button
              type="button"
              aria-label={`去掉标签${tag.name}`}
              onClick={() => void onChange({ remove: tagKey(tag) }).catch(() => {})}
            >
              <CloseOutlined aria-hidden="true" />
            </button>
          )}
        </li>
      ))}
      {tags.length === 0 && !isAdding && <li className={styles['noTag']}>没有标签</li>}
      {onChange && (
        <li className={styles['addTag']}>
          {isAdding ? (
            <AddTag project_id={project_id} onAdd={(add) => onChange({ add })} onClose={() => setIsAdding(false)} />
          ) : (
            <Button
              size="small"
              type="dashed"
              aria-label={`${label}：添加标签`}
              icon={<PlusOutlined aria-hidden="true" />}
              onClick={() => setIsAdding(true)}
            >
              标签
            </Button>
          )}
        </li>
      )}
    </ul>
  );
}

type AddProps = {
  project_id: string | null;
  onAdd: (tag: { tag_type: TagType; name: string }) => Promise<unknown>;
  onClose: () => void;
};

function AddTag({ project_id, onAdd, onClose }: AddProps) {
  const [tag_type, setType] = useState<TagType>('custom');
  const [name, setName] = useState('');
  const known = useCall('material.tagTypes', { ...(project_id && { project_id }) }, { stale_ms: 60_000 });
  const values = known.data?.items.find(({ type }) => type === tag_type)?.values ?? [];
  const add = () => {
    const wanted = name.trim().replaceAll(/[:：]/g, '');
    if (wanted === '') return onClose();
    onAdd({ tag_type, name: wanted }).then(
      () => setName(''),
      () => {},
    );
  };
  return (
    <>
      <Select<TagType>
        size="small"
        aria-label="标签种类"
        value={tag_type}
        popupMatchSelectWidth={false}
        options={Object.entries(TAG_TYPES).map(([value, label]) => ({ value: value as TagType, label }))}
        onChange={setType}
      />
      <AutoComplete
        size="small"
        autoFocus
        aria-label="新标签"
        placeholder="写好按 Enter"
        maxLength={NAME_MAX}
        value={name}
        options={values.slice(0, 50).map(({ label }) => ({ value: label }))}
        showSearch={{ filterOption: (text, option) => option?.value.includes(text) ?? false }}
        onChange={(value: string) => setName(value)}
        onInputKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Enter') add();
          if (event.key === 'Escape') {
            event.stopPropagation();
            onClose();
          }
        }}
      />
      <Button
        size="small"
        type="text"
        aria-label="不再添加标签"
        icon={<CloseOutlined aria-hidden="true" />}
        onClick={onClose}
      />
    </>
  );
}

function titleOf({ tag_type, source, score }: Tag): string {
  if (source === 'user') return `${TAG_TYPES[tag_type]}，手工添加`;
  return `${TAG_TYPES[tag_type]}，自动识别${score === null ? '' : `，${Math.round(score * 100)}% 把握`}`;
}
