import { FolderOutlined, PlaySquareOutlined } from '@ant-design/icons';
import type { Artwork } from '@mixreel/contract';
import { Button } from 'antd';
import { type KeyboardEvent, type MouseEvent, useCallback, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useCall } from '#lib/use-call.ts';
import { useSparsePages } from '#lib/use-sparse-pages.ts';
import { CardGrid, type CardGridHandle } from '#ui/CardGrid.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { stepInGrid } from '#ui/grid-geometry.ts';
import { GridSkeleton } from '#ui/GridSkeleton.tsx';
import { ListStates } from '#ui/ListStates.tsx';
import { SearchInput } from '#ui/SearchInput.tsx';
import { WORDS } from './artwork-words.ts';
import { ArtworkCard } from './ArtworkCard.tsx';
import { ArtworkDialog } from './ArtworkDialog.tsx';
import styles from './Artwork.module.css';

/** Most finished videos stand upright; others are shown whole within. */
const SIZE = { min_width: 160, ratio: 16 / 9, foot: 50 };

/** The finished videos of a project, by directory. Which one is open stands in the address. */
export function ArtworkPart({ project_id }: { project_id: string }) {
  const [params, setParams] = useSearchParams();
  const [keyword, setKeyword] = useState('');
  const dirs = useCall('artwork.dirs', { project_id });
  const dir_id = params.get('dir');
  const open = (to: string | null) =>
    setParams((now) => {
      const next = new URLSearchParams(now);
      if (to === null) next.delete('dir');
      else next.set('dir', to);
      return next;
    });
  return (
    <div className={styles['part']}>
      <nav className={styles['dirs']} aria-label={WORDS.dirs}>
        <DirButton
          name={WORDS.all}
          count={dirs.data?.dirs.reduce((sum, one) => sum + one.artwork_count, 0)}
          is_open={dir_id === null}
          onOpen={() => open(null)}
        />
        <ListStates query={dirs} isEmpty={() => false} empty={null} loading={<DirGhosts />}>
          {({ dirs: all }) =>
            all.map((dir) => (
              <DirButton
                key={dir.dir_id}
                name={dir.dir_name}
                count={dir.artwork_count}
                is_open={dir.dir_id === dir_id}
                onOpen={() => open(dir.dir_id)}
              />
            ))
          }
        </ListStates>
      </nav>
      <div className={styles['main']}>
        <div className={styles['tools']}>
          <SearchInput label={WORDS.search} placeholder={WORDS.search} value={keyword} onChange={setKeyword} />
        </div>
        <ArtworkGrid key={`${dir_id} ${keyword}`} project_id={project_id} dir_id={dir_id} keyword={keyword.trim()} />
      </div>
    </div>
  );
}

function ArtworkGrid({ project_id, dir_id, keyword }: { project_id: string; dir_id: string | null; keyword: string }) {
  const navigate = useNavigate();
  const grid = useRef<CardGridHandle>(null);
  const [active, setActive] = useState<number | null>(null);
  const [opened, setOpened] = useState<Artwork | null>(null);
  const list = useSparsePages('artwork.list', {
    project_id,
    ...(dir_id && { dir_id }),
    ...(keyword && { keyword }),
  });
  const { itemAt, total = 0 } = list;

  const handleClick = (event: MouseEvent) => {
    const target = event.target as HTMLElement;
    const index = Number(target.closest<HTMLElement>('[data-index]')?.dataset['index'] ?? -1);
    const item = itemAt(index);
    if (!item || target.closest('[data-act]')) return;
    setActive(index);
    setOpened(item);
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.metaKey || event.ctrlKey || event.altKey) return;
    const item = active === null ? undefined : itemAt(active);
    const shape = grid.current?.shape();
    const next = shape && total > 0 ? stepInGrid(event.key, active ?? -1, { ...shape, total }) : null;
    if (item && (event.key === ' ' || event.key === 'Enter')) setOpened(item);
    else if (next !== null) {
      const to = active === null ? 0 : next;
      setActive(to);
      grid.current?.reveal(to);
    } else return;
    event.preventDefault();
  };
  const renderCard = useCallback(
    (artwork: Artwork, index: number) => <ArtworkCard artwork={artwork} index={index} is_active={index === active} />,
    [active],
  );
  const idAt = useCallback((index: number) => `artwork-${itemAt(index)?.artwork_id ?? ''}`, [itemAt]);

  if (list.error) return <ErrorState error={list.error} onRetry={list.refetch} isRetrying={list.is_fetching} />;
  if (list.total === undefined) return <GridSkeleton label={WORDS.loading} size={SIZE} />;
  if (list.total === 0) {
    if (keyword) return <EmptyState title={WORDS.no_match} />;
    if (dir_id) return <EmptyState icon={<FolderOutlined />} title={WORDS.empty_dir} />;
    return (
      <EmptyState icon={<PlaySquareOutlined />} title={WORDS.empty_title} text={WORDS.empty_text}>
        <Button type="primary" onClick={() => void navigate('/studio/workspace')}>
          {WORDS.to_mix}
        </Button>
      </EmptyState>
    );
  }
  return (
    <>
      <CardGrid
        handle={grid}
        label={WORDS.list}
        total={total}
        size={SIZE}
        itemAt={itemAt}
        active={active}
        idAt={idAt}
        is_busy={list.is_fetching}
        onRange={list.onRange}
        onKeyDown={handleKey}
        onClick={handleClick}
        onDoubleClick={() => {}}
        renderCard={renderCard}
      />
      {opened && <ArtworkDialog artwork={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

type DirProps = { name: string; count: number | undefined; is_open: boolean; onOpen: () => void };

function DirButton({ name, count, is_open, onOpen }: DirProps) {
  return (
    <button type="button" aria-current={is_open ? 'page' : undefined} title={name} onClick={onOpen}>
      <FolderOutlined aria-hidden="true" />
      <span>{name}</span>
      {count !== undefined && <small>{count}</small>}
    </button>
  );
}

function DirGhosts() {
  return (
    <div role="status" aria-label="正在加载目录">
      {Array.from({ length: 3 }, (_, n) => (
        <div key={n} className={`skeleton ${styles['dirGhost']}`} />
      ))}
    </div>
  );
}
