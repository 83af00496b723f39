import { Pagination } from 'antd';
import type { ReactNode } from 'react';
import { EmptyState } from './EmptyState.tsx';
import { ListStates } from './ListStates.tsx';
import type { Query, useSearchedPages } from './SearchedPages.tsx';
import { SearchInput } from './SearchInput.tsx';
import { useLastPage } from './use-last-page.ts';
import styles from './ListPage.module.css';

type HeadProps = {
  /** Left out where the list is a part of a page that has a heading. */
  title?: string;
  subtitle: string;
  tools?: ReactNode;
};

/** What stands above a list that is a page of its own. */
export function ListHead({ title, subtitle, tools }: HeadProps) {
  return (
    <header className={styles['head']}>
      <div>
        {title && <h1>{title}</h1>}
        <p>{subtitle}</p>
      </div>
      {tools && <div className={styles['tools']}>{tools}</div>}
    </header>
  );
}

type Props<T> = Omit<HeadProps, 'tools'> & {
  pages: ReturnType<typeof useSearchedPages>;
  query: Query<T>;
  label: string;
  placeholder: string;
  buttons: ReactNode;
  /** Conditions beside the box, and whether one of them holds. */
  filters?: ReactNode;
  is_filtered?: boolean;
  loading: ReactNode;
  /** Said when there is nothing at all, with the buttons; and when nothing has that word. */
  empty: { icon: ReactNode; title: string; text: string };
  no_match: (keyword: string) => string;
  children: (items: T[]) => ReactNode;
};

/** A list in pages that is a page of its own, with a box to search it and buttons to make something new. */
export function ListPage<T>(props: Props<T>) {
  const { title, subtitle, pages, query, label, placeholder, buttons, loading, empty, no_match, children } = props;
  const { filters, is_filtered = false } = props;
  const { page_index, page_size, keyword } = pages.input;
  useLastPage(query.data, pages.input, pages.setPage);
  const search = <SearchInput label={label} placeholder={placeholder} value={pages.text} onChange={pages.search} />;
  return (
    <>
      <ListHead
        {...(title && { title })}
        subtitle={subtitle}
        tools={
          <>
            {search}
            {filters}
            {buttons}
          </>
        }
      />
      <ListStates
        query={query}
        loading={loading}
        isEmpty={({ page_info }) => page_info.total === 0}
        empty={
          keyword || is_filtered ? (
            <EmptyState title="没有找到" text={no_match(keyword ?? '')} />
          ) : (
            <div className={styles['empty']}>
              <EmptyState {...empty}>{buttons}</EmptyState>
            </div>
          )
        }
      >
        {({ items, page_info: { total } }) => (
          <>
            {children(items)}
            <Pagination
              className={styles['pages'] ?? ''}
              align="center"
              current={page_index}
              pageSize={page_size}
              total={total}
              hideOnSinglePage
              showSizeChanger={false}
              onChange={pages.setPage}
            />
          </>
        )}
      </ListStates>
    </>
  );
}
