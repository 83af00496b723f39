import { CloseOutlined } from '@ant-design/icons';
import { Button, Select } from 'antd';
import { ClipFilters } from '#features/search/ClipFilters.tsx';
import { RIGHTS_PROBLEM_NAMES } from '#features/search/rights.ts';
import { CLIP_SORT_NAMES, STATUS_NAMES } from '#features/search/search-words.ts';
import { Choice } from '#ui/Choice.tsx';
import { ChoicePill, TogglePill } from '#ui/FilterPill.tsx';
import { isNarrowed, isSearch, type LibraryView, NO_FILTERS } from './library-view.ts';
import { type CardSize, SIZE_NAMES, SORT_NAMES, WORDS } from './material-words.ts';
import { PersonPill } from './PersonPill.tsx';
import styles from './Library.module.css';

type Props = {
  project_id: string;
  view: LibraryView;
  has_folders: boolean;
  onChange: (change: Partial<LibraryView>) => void;
  size: CardSize;
  onSize: (size: CardSize) => void;
};

/** What narrows the list, its order, and how large its cards are. */
export function FilterBar({ project_id, view, has_folders: hasFolders, onChange, size, onSize }: Props) {
  const isShots = isSearch(view);
  const hasPicture = view.type !== 'audio';
  const hasTime = view.type === 'video' || view.type === 'audio';
  return (
    <div className={styles['filters']}>
      <div className={styles['pills']} role="group" aria-label="筛选">
        <ClipFilters value={view} has_picture={hasPicture} has_time={hasTime} onChange={onChange} />
        {hasPicture && (
          <PersonPill project_id={project_id} value={view.person} onChange={(person) => onChange({ person })} />
        )}
        {hasFolders && view.folder === null && (
          <TogglePill label="不在任何文件夹" is_on={view.flat} onChange={(flat) => onChange({ flat })} />
        )}
        {!isShots && (
          <>
            <TogglePill label="收藏" is_on={view.liked} onChange={(liked) => onChange({ liked })} />
            <TogglePill label="未使用" is_on={view.unused} onChange={(unused) => onChange({ unused })} />
            <ChoicePill
              label="分析状态"
              options={STATUS_NAMES}
              value={view.status}
              onChange={(status) => onChange({ status })}
            />
            <ChoicePill
              label="授权"
              options={RIGHTS_PROBLEM_NAMES}
              value={view.rights}
              onChange={(rights) => onChange({ rights })}
            />
          </>
        )}
        {view.tags.map((key) => (
          <button
            key={key}
            type="button"
            className={styles['tagOn']}
            aria-label={`去掉标签${key.slice(key.indexOf(':') + 1)}`}
            onClick={() => onChange({ tags: view.tags.filter((one) => one !== key) })}
          >
            {key.slice(key.indexOf(':') + 1)}
            <CloseOutlined aria-hidden="true" />
          </button>
        ))}
        {isNarrowed(view) && (
          <Button size="small" type="link" onClick={() => onChange(NO_FILTERS)}>
            {WORDS.clear_filters}
          </Button>
        )}
      </div>
      {isShots ? (
        <Select
          aria-label="镜头顺序"
          size="small"
          value={view.clip_sort}
          options={optionsOf(CLIP_SORT_NAMES)}
          popupMatchSelectWidth={false}
          onChange={(clip_sort) => onChange({ clip_sort })}
        />
      ) : (
        <Select
          aria-label="素材顺序"
          size="small"
          value={view.sort}
          options={optionsOf(SORT_NAMES)}
          popupMatchSelectWidth={false}
          onChange={(sort) => onChange({ sort })}
        />
      )}
      <Choice label="卡片大小" options={optionsOf(SIZE_NAMES)} value={size} onChange={onSize} />
    </div>
  );
}

function optionsOf<T extends string>(names: Record<T, string>): { value: T; label: string }[] {
  return (Object.keys(names) as T[]).map((value) => ({ value, label: names[value] }));
}
