import { HeartOutlined } from '@ant-design/icons';
import type { Generation } from '@mixreel/contract';
import { Button, Pagination } from 'antd';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { EmptyState } from '#ui/EmptyState.tsx';
import { GridSkeleton } from '#ui/GridSkeleton.tsx';
import { ListStates } from '#ui/ListStates.tsx';
import { SearchInput } from '#ui/SearchInput.tsx';
import { GenerationCard } from './GenerationCard.tsx';
import { HISTORY_PAGE, type HistoryCalls, useHistory } from './use-history.ts';
import styles from './Generate.module.css';

const SKELETON = { min_width: 224, ratio: 1.25, foot: 84 };

type Props = {
  calls: HistoryCalls;
  project_id: string;
  empty: { title: string; text: string };
  onOpen: (generation: Generation) => void;
  onAgain: (generation: Generation) => void;
  /** Further buttons on a finished card. */
  more?: (generation: Generation) => ReactNode;
};

/** Everything that was made here, newest first. */
export function HistoryWall({ calls, project_id, empty, onOpen, onAgain, more }: Props) {
  const [keyword, setKeyword] = useState('');
  const [only_liked, setOnlyLiked] = useState(false);
  const [page_index, setPage] = useState(1);
  const sought = useDeferredValue(keyword.trim());
  const filter = { page_index, ...(sought && { keyword: sought }), ...(only_liked && { only_liked }) };
  const history = useHistory(calls, project_id, filter);
  const search = (text: string) => {
    setKeyword(text);
    setPage(1);
  };
  // What was on the last page may all be gone.
  const last = history.data ? Math.max(1, Math.ceil(history.data.page_info.total / HISTORY_PAGE)) : page_index;
  if (page_index > last) setPage(last);
  const isFiltered = sought !== '' || only_liked;
  return (
    <>
      <header className={styles['head']}>
        <h2>历史记录</h2>
        <SearchInput label="搜索历史" placeholder="按描述搜索" value={keyword} onChange={search} />
        <Button
          type={only_liked ? 'primary' : 'default'}
          ghost={only_liked}
          icon={<HeartOutlined aria-hidden="true" />}
          aria-pressed={only_liked}
          onClick={() => {
            setOnlyLiked(!only_liked);
            setPage(1);
          }}
        >
          满意的
        </Button>
      </header>
      <ListStates
        query={history}
        loading={<GridSkeleton label="正在读取历史" size={SKELETON} />}
        isEmpty={({ items }) => items.length === 0}
        empty={
          isFiltered ? (
            <EmptyState title="没有找到" text="换个词，或去掉「满意的」再看看。" />
          ) : (
            <EmptyState {...empty} />
          )
        }
      >
        {({ items, page_info }) => (
          <>
            <div className={styles['cards']}>
              {items.map((one) => (
                <GenerationCard
                  key={one.generation_id}
                  generation={one}
                  onOpen={onOpen}
                  onAgain={onAgain}
                  more={more?.(one)}
                />
              ))}
            </div>
            <Pagination
              className={styles['pages'] ?? ''}
              align="center"
              hideOnSinglePage
              current={page_index}
              pageSize={HISTORY_PAGE}
              total={page_info.total}
              showSizeChanger={false}
              onChange={setPage}
            />
          </>
        )}
      </ListStates>
    </>
  );
}
