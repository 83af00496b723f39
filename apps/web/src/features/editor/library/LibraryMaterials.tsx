import { FolderOpenOutlined } from '@ant-design/icons';
import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import { useSparsePages } from '#lib/use-sparse-pages.ts';
import { Choice } from '#ui/Choice.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { LoadingRows } from '#ui/LoadingRows.tsx';
import { SearchInput } from '#ui/SearchInput.tsx';
import type { AddedClip } from '../document/acts.ts';
import { useMix } from '../document/use-mix.ts';
import { countUses, itemOfMaterial } from './library-items.ts';
import { LibraryGrid } from './LibraryGrid.tsx';
import styles from './Library.module.css';

type Type = 'video' | 'image' | 'ai_image';
const TYPES: { value: Type; label: string }[] = [
  { value: 'video', label: '视频' },
  { value: 'image', label: '图片' },
  { value: 'ai_image', label: 'AI 图片' },
];

type Props = { project_id: string; onAdd: ((clips: AddedClip[]) => void) | null };

/** Whole materials by name. */
export function LibraryMaterials({ project_id, onAdd }: Props) {
  const [text, setText] = useState('');
  const [type, setType] = useState<Type>('video');
  const keyword = useDeferredValue(text.trim());
  return (
    <>
      <div className={styles['box']}>
        <SearchInput label="搜索素材" placeholder="按名称搜索" value={text} onChange={setText} />
        <Choice label="素材类型" options={TYPES} value={type} onChange={setType} />
      </div>
      <Results key={`${type} ${keyword}`} project_id={project_id} keyword={keyword} type={type} onAdd={onAdd} />
    </>
  );
}

function Results({ project_id, keyword, type, onAdd }: Props & { keyword: string; type: Type }) {
  const list = useSparsePages('material.list', { project_id, material_type: type, ...(keyword && { keyword }) });
  const mix = useMix();
  const uses = useMemo(() => countUses(mix), [mix]);
  const { itemAt: materialAt, total } = list;
  const itemAt = useCallback(
    (index: number) => {
      const material = materialAt(index);
      return material && itemOfMaterial(material, uses);
    },
    [materialAt, uses],
  );
  if (list.error) return <ErrorState error={list.error} onRetry={list.refetch} isRetrying={list.is_fetching} />;
  if (total === undefined) return <LoadingRows label="正在加载素材" />;
  if (total === 0) {
    return (
      <EmptyState
        icon={<FolderOpenOutlined />}
        title={keyword ? '没有这样的素材' : '还没有这类素材'}
        text={keyword ? '换个词试试。' : '先到素材库上传。'}
      />
    );
  }
  return (
    <LibraryGrid
      label="素材"
      total={total}
      itemAt={itemAt}
      is_busy={list.is_fetching}
      onRange={list.onRange}
      onAdd={onAdd}
    />
  );
}
