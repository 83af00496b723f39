import type { Music } from '@mixreel/contract';
import { Pagination, Select } from 'antd';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { useCall } from '#lib/use-call.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ListStates } from '#ui/ListStates.tsx';
import { LoadingRows } from '#ui/LoadingRows.tsx';
import { SearchInput } from '#ui/SearchInput.tsx';
import { useLastPage } from '#ui/use-last-page.ts';
import { ENERGIES, rangeOf, TEMPOS } from './music-words.ts';
import { MusicRow } from './MusicRow.tsx';
import styles from './Music.module.css';

const PAGE = 30;
const EVERY = { keyword: '', mood: '', category: '', tempo: '', energy: '' };

type Props = {
  /** What the space has uploaded, rather than the library. */
  is_own: boolean;
  chosen: string | null;
  onChoose: ((music: Music) => void) | null;
  /** What stands in the place of an empty list. */
  empty: ReactNode;
  /** What stands beside the search. */
  extra?: ReactNode;
  /** What stands at the end of each row. */
  renderActions?: (music: Music) => ReactNode;
};

/** Music found by mood, speed and energy, heard on click. */
export function MusicList({ is_own, chosen, onChoose, empty, extra, renderActions }: Props) {
  const [filter, setFilter] = useState(EVERY);
  const [page_index, setPage] = useState(1);
  const keyword = useDeferredValue(filter.keyword.trim());
  const tempo = rangeOf(TEMPOS, filter.tempo);
  const energy = rangeOf(ENERGIES, filter.energy);
  const list = useCall(
    'music.list',
    {
      page_index,
      page_size: PAGE,
      is_own,
      ...(keyword && { keyword }),
      ...(filter.mood && { mood: filter.mood }),
      ...(filter.category && { category: filter.category }),
      tempo_min: tempo.min,
      tempo_max: tempo.max,
      energy_min: energy.min,
      energy_max: energy.max,
    },
    { keep_previous: true },
  );
  useLastPage(list.data, { page_index, page_size: PAGE }, setPage);
  const set = (changed: Partial<typeof EVERY>) => {
    setFilter({ ...filter, ...changed });
    setPage(1);
  };
  const isFiltered = Object.values(filter).some(Boolean);
  const optionsOf = (all: string, values: string[] = []) => [
    { value: '', label: all },
    ...values.map((value) => ({ value, label: value })),
  ];

  return (
    <>
      <div className={styles['filters']}>
        <div className={styles['search']}>
          <SearchInput
            label="搜索音乐"
            placeholder="曲名、情绪或风格"
            value={filter.keyword}
            onChange={(text) => set({ keyword: text })}
          />
          {extra}
        </div>
        <div className={styles['selects']}>
          <Select
            aria-label="情绪"
            value={filter.mood}
            onChange={(mood) => set({ mood })}
            options={optionsOf('情绪不限', list.data?.moods)}
          />
          <Select
            aria-label="风格"
            value={filter.category}
            onChange={(category) => set({ category })}
            options={optionsOf('风格不限', list.data?.categories)}
          />
          <Select aria-label="速度" value={filter.tempo} onChange={(value) => set({ tempo: value })} options={TEMPOS} />
          <Select
            aria-label="能量"
            value={filter.energy}
            onChange={(value) => set({ energy: value })}
            options={ENERGIES}
          />
        </div>
      </div>
      <ListStates
        query={list}
        loading={<LoadingRows count={7} label="正在加载音乐" />}
        isEmpty={({ page_info }) => page_info.total === 0}
        empty={
          isFiltered ? (
            <EmptyState title="没有这样的音乐" text="放宽情绪、速度或能量再试。">
              <button type="button" className={styles['clear']} onClick={() => set(EVERY)}>
                清除条件
              </button>
            </EmptyState>
          ) : (
            empty
          )
        }
      >
        {({ items, page_info: { total } }) => (
          <>
            <ul className={styles['list']} aria-label={is_own ? '我的音乐' : '免版权音乐'} aria-busy={list.isFetching}>
              {items.map((music) => (
                <MusicRow
                  key={music.music_id}
                  music={music}
                  isChosen={music.music_id === chosen}
                  onChoose={onChoose && (() => onChoose(music))}
                  actions={renderActions?.(music)}
                />
              ))}
            </ul>
            <Pagination
              className={styles['pages'] ?? ''}
              size="small"
              align="center"
              current={page_index}
              pageSize={PAGE}
              total={total}
              hideOnSinglePage
              showSizeChanger={false}
              onChange={setPage}
            />
          </>
        )}
      </ListStates>
    </>
  );
}
