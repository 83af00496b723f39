import { DownOutlined, LeftOutlined, RightOutlined } from '@ant-design/icons';
import { Checkbox } from 'antd';
import { useDeferredValue, useState } from 'react';
import type { OutputOf } from '#lib/call.ts';
import { formatCount } from '#lib/format.ts';
import { useCall } from '#lib/use-call.ts';
import { ListStates } from '#ui/ListStates.tsx';
import { SearchInput } from '#ui/SearchInput.tsx';
import type { LibraryView } from './library-view.ts';
import styles from './FilterPanel.module.css';

type TagTypes = OutputOf<'material.tagTypes'>['items'];
type Props = { project_id: string; view: LibraryView; onChange: (change: Partial<LibraryView>) => void };

const SHOWN = 8;
const CLOSED_KEY = 'material_filters_closed';

/** Tags by their kind, with how many materials have each. */
export function FilterPanel({ project_id, view, onChange }: Props) {
  const [isClosed, setIsClosed] = useState(() => localStorage.getItem(CLOSED_KEY) === 'true');
  const [text, setText] = useState('');
  const keyword = useDeferredValue(text.trim().toLowerCase());
  const types = useCall(
    'material.tagTypes',
    { project_id, material_type: view.type },
    { keep_previous: true, stale_ms: 30_000 },
  );
  const close = (to: boolean) => {
    localStorage.setItem(CLOSED_KEY, String(to));
    setIsClosed(to);
  };
  const toggle = (key: string) =>
    onChange({ tags: view.tags.includes(key) ? view.tags.filter((one) => one !== key) : [...view.tags, key] });

  if (isClosed) {
    return (
      <aside className={styles['closed']} aria-label="标签筛选">
        <button type="button" aria-label="展开标签筛选" aria-expanded={false} onClick={() => close(false)}>
          <RightOutlined aria-hidden="true" />
          <span>标签{view.tags.length > 0 && ` ${view.tags.length}`}</span>
        </button>
      </aside>
    );
  }
  return (
    <aside className={styles['panel']} aria-label="标签筛选">
      <div className={styles['head']}>
        <SearchInput label="搜索标签" placeholder="搜索标签" value={text} onChange={setText} />
        <button type="button" aria-label="收起标签筛选" aria-expanded onClick={() => close(true)}>
          <LeftOutlined aria-hidden="true" />
        </button>
      </div>
      <div className={styles['list']}>
        <ListStates
          query={types}
          isEmpty={({ items }) => items.every(({ values }) => values.length === 0)}
          empty={<p className={styles['none']}>素材分析完成后，这里会出现可以筛选的标签。</p>}
        >
          {({ items }) => <Groups items={items} keyword={keyword} chosen={view.tags} onToggle={toggle} />}
        </ListStates>
      </div>
    </aside>
  );
}

type GroupsProps = { items: TagTypes; keyword: string; chosen: string[]; onToggle: (key: string) => void };

function Groups({ items, keyword, chosen, onToggle }: GroupsProps) {
  const found = items
    .map((type) => ({
      ...type,
      values: type.values.filter(({ label }) => label.toLowerCase().includes(keyword)),
    }))
    .filter(({ values }) => values.length > 0);
  if (found.length === 0) return <p className={styles['none']}>没有这样的标签。</p>;
  return found.map((type) => (
    <Group key={type.type} type={type} isSearch={keyword !== ''} chosen={chosen} onToggle={onToggle} />
  ));
}

type GroupProps = { type: TagTypes[number]; isSearch: boolean; chosen: string[]; onToggle: (key: string) => void };

function Group({ type: { type, label, values }, isSearch, chosen, onToggle }: GroupProps) {
  const [isOpen, setIsOpen] = useState(true);
  const [isLong, setIsLong] = useState(false);
  const isExpanded = isOpen || isSearch;
  const shown = isLong || isSearch ? values : values.filter(({ value }, n) => n < SHOWN || chosen.includes(value));
  return (
    <section className={styles['group']} aria-labelledby={`tags-${type}`}>
      <h2 id={`tags-${type}`}>
        <button type="button" aria-expanded={isExpanded} onClick={() => setIsOpen(!isOpen)}>
          {label}
          <DownOutlined aria-hidden="true" data-open={isExpanded} />
        </button>
      </h2>
      {isExpanded && (
        <ul>
          {shown.map(({ value, label: name, count }) => (
            <li key={value}>
              <Checkbox checked={chosen.includes(value)} onChange={() => onToggle(value)}>
                <span className={styles['name']}>{name}</span>
              </Checkbox>
              <span className={styles['count']}>{formatCount(count)}</span>
            </li>
          ))}
          {shown.length < values.length && (
            <li>
              <button type="button" className={styles['more']} onClick={() => setIsLong(true)}>
                还有 {values.length - shown.length} 个
              </button>
            </li>
          )}
        </ul>
      )}
    </section>
  );
}
