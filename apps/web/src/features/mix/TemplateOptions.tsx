import { DeleteOutlined } from '@ant-design/icons';
import { TEMPLATE_TYPES, type Template } from '@mixreel/contract';
import { Button, Tooltip } from 'antd';
import { useDeferredValue, useState } from 'react';
import { useCanEdit } from '#features/team/space.ts';
import { useCall, useSend } from '#lib/use-call.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ListStates } from '#ui/ListStates.tsx';
import { LoadingRows } from '#ui/LoadingRows.tsx';
import { confirmBox } from '#ui/message-box.ts';
import { Pill } from '#ui/Pill.tsx';
import { SearchInput } from '#ui/SearchInput.tsx';
import styles from './Dialogs.module.css';

type Props = {
  chosen: string | null;
  onChoose: (template: Template) => void;
  /** Sequences of shots are for new mixes. */
  has_structures: boolean;
};

/** Templates to choose one of. */
export function TemplateOptions({ chosen, onChoose, has_structures }: Props) {
  const canEdit = useCanEdit();
  const [text, setText] = useState('');
  const keyword = useDeferredValue(text.trim());
  const list = useCall('template.list', { page_size: 100, ...(keyword && { keyword }) }, { keep_previous: true });
  const remove = useSend('template.delete', { refresh: ['template.list'] });
  const shown = (items: Template[]) =>
    items.filter(({ template_type }) => has_structures || template_type !== 'structure');
  const askToRemove = async ({ template_id, template_name }: Template) => {
    const text = '已经用它的混剪不受影响。';
    if (await confirmBox({ title: `删除模板「${template_name}」？`, text, ok_label: '删除', is_danger: true })) {
      await remove.mutateAsync({ template_id }).catch(() => {});
    }
  };
  return (
    <div className={styles['lines']}>
      <SearchInput label="搜索模板" placeholder="按名称搜索" value={text} onChange={setText} />
      <ListStates
        query={list}
        loading={<LoadingRows count={3} label="正在加载模板" />}
        isEmpty={({ items }) => shown(items).length === 0}
        empty={
          <EmptyState
            title={keyword ? '没有这样的模板' : '还没有模板'}
            text={keyword ? '换个词试试。' : '在混剪里点「存为模板」，下次就能直接用。'}
          />
        }
      >
        {({ items }) => (
          <ul className={styles['options']} aria-label="模板">
            {shown(items).map((template) => (
              <li key={template.template_id} className={styles['template']}>
                <button type="button" aria-pressed={template.template_id === chosen} onClick={() => onChoose(template)}>
                  <strong>{template.template_name}</strong>
                  <small>{factsOf(template)}</small>
                  <Pill tone={template.is_system ? 'accent' : 'neutral'}>{TEMPLATE_TYPES[template.template_type]}</Pill>
                </button>
                {canEdit && !template.is_system && (
                  <Tooltip title="删除模板">
                    <Button
                      size="small"
                      type="text"
                      icon={<DeleteOutlined aria-hidden="true" />}
                      aria-label={`删除模板 ${template.template_name}`}
                      onClick={() => void askToRemove(template)}
                    />
                  </Tooltip>
                )}
              </li>
            ))}
          </ul>
        )}
      </ListStates>
    </div>
  );
}

function factsOf({ is_system, creator_name, shootings, use_count }: Template): string {
  return [
    is_system ? '自带' : creator_name,
    shootings.length > 0 && `${shootings.length} 个镜头`,
    use_count > 0 && `用过 ${use_count} 次`,
  ]
    .filter(Boolean)
    .join(' · ');
}
