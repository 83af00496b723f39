import { TEMPLATE_TYPES, type Template } from '@mixreel/contract';
import { useDeferredValue, useState } from 'react';
import { useCall } from '#lib/use-call.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ListStates } from '#ui/ListStates.tsx';
import { LoadingRows } from '#ui/LoadingRows.tsx';
import { Pill } from '#ui/Pill.tsx';
import { SearchInput } from '#ui/SearchInput.tsx';
import styles from './Dialogs.module.css';

type Props = {
  chosen: string | null;
  onChoose: (template: Template) => void;
  /** Only of this kind; all kinds without. */
  template_type?: Template['template_type'];
};

/** Templates to choose one of. */
export function TemplateOptions({ chosen, onChoose, template_type }: Props) {
  const [text, setText] = useState('');
  const keyword = useDeferredValue(text.trim());
  const input = { page_size: 100, ...(keyword && { keyword }), ...(template_type && { template_type }) };
  const list = useCall('template.list', input, { keep_previous: true });
  return (
    <div className={styles['lines']}>
      <SearchInput label="搜索模板" placeholder="按名称搜索" value={text} onChange={setText} />
      <ListStates
        query={list}
        loading={<LoadingRows count={3} label="正在加载模板" />}
        isEmpty={({ items }) => items.length === 0}
        empty={
          <EmptyState
            title={keyword ? '没有这样的模板' : '还没有模板'}
            text={keyword ? '换个词试试。' : '在混剪里点「存为模板」，下次就能直接用。'}
          />
        }
      >
        {({ items }) => (
          <ul className={styles['options']} aria-label="模板">
            {items.map((template) => (
              <li key={template.template_id}>
                <button type="button" aria-pressed={template.template_id === chosen} onClick={() => onChoose(template)}>
                  <strong>{template.template_name}</strong>
                  <small>{factsOf(template)}</small>
                  <Pill tone={template.is_system ? 'accent' : 'neutral'}>{TEMPLATE_TYPES[template.template_type]}</Pill>
                </button>
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
