import { Pagination } from 'antd';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { EmptyState } from './EmptyState.tsx';
import { ListStates } from './ListStates.tsx';
import { SearchInput } from './SearchInput.tsx';
import { useLastPage } from './use-last-page.ts';

type Page<T> = { items: T[]; page_info: { total: number } };
export type Query<T> = { data: Page<T> | undefined; error: Error | null; isFetching: boolean; refetch: () => unknown };
type Words = { title: string; text: string };

/** A word to search by and the page that is shown; another word begins with the first page. */
export function useSearchedPages(page_size: number) {
  const [text, setText] = useState('');
  const [page_index, setPage] = useState(1);
  const keyword = useDeferredValue(text.trim());
  return {
    /** What a call of a list takes. */
    input: { page_index, page_size, ...(keyword && { keyword }) },
    text,
    search: (value: string) => {
      setText(value);
      setPage(1);
    },
    setPage,
  };
}

type Props<T> = {
  pages: ReturnType<typeof useSearchedPages>;
  query: Query<T>;
  label: string;
  placeholder: string;
  /** Said when there is nothing at all, and when nothing has that word. */
  empty: Words;
  no_match: string;
  head_class?: string | undefined;
  pages_class?: string | undefined;
  children: (items: T[]) => ReactNode;
};

/** A list in pages with a box to search it by name. */
export function SearchedPages<T>(props: Props<T>) {
  const { pages, query, label, placeholder, empty, no_match, head_class = '', pages_class = '', children } = props;
  const { page_index, page_size, keyword } = pages.input;
  useLastPage(query.data, pages.input, pages.setPage);
  return (
    <>
      <div className={head_class}>
        <SearchInput label={label} placeholder={placeholder} value={pages.text} onChange={pages.search} />
      </div>
      <ListStates
        query={query}
        isEmpty={({ page_info }) => page_info.total === 0}
        empty={<EmptyState {...(keyword ? { title: no_match, text: '换个词试试。' } : empty)} />}
      >
        {({ items, page_info: { total } }) => (
          <>
            {children(items)}
            <Pagination
              className={pages_class}
              align="center"
              hideOnSinglePage
              current={page_index}
              pageSize={page_size}
              total={total}
              showSizeChanger={false}
              onChange={pages.setPage}
            />
          </>
        )}
      </ListStates>
    </>
  );
}
