import { Table, type TableColumnsType } from 'antd';
import type { ReactNode } from 'react';
import { ListStates } from './ListStates.tsx';
import { useLastPage } from './use-last-page.ts';
import styles from './PagedTable.module.css';

type Page<T> = { items: T[]; page_info: { page_index: number; page_size: number; total: number } };
type Query<T> = { data: Page<T> | undefined; error: Error | null; isFetching: boolean; refetch: () => unknown };

type Props<T> = {
  label: string;
  query: Query<T>;
  columns: TableColumnsType<T>;
  rowKey: keyof T & string;
  empty: ReactNode;
  onPage: (page_index: number) => void;
  expanded?: (item: T) => ReactNode;
};

/** A table of a long list, page by page, with its four states. */
export function PagedTable<T extends object>({ label, query, columns, rowKey, empty, onPage, expanded }: Props<T>) {
  const { page_index: shown = 1, page_size: size = 1 } = query.data?.page_info ?? {};
  useLastPage(query.data, { page_index: shown, page_size: size }, onPage);
  return (
    <ListStates query={query} isEmpty={({ page_info }) => page_info.total === 0} empty={empty}>
      {({ items, page_info: { page_index, page_size, total } }) => (
        <section className={styles['table']} aria-label={label} aria-busy={query.isFetching}>
          <Table<T>
            size="middle"
            rowKey={rowKey}
            columns={columns}
            dataSource={items}
            scroll={{ x: 'max-content' }}
            {...(expanded && { expandable: { expandedRowRender: expanded } })}
            pagination={{
              current: page_index,
              pageSize: page_size,
              total,
              onChange: onPage,
              showSizeChanger: false,
              hideOnSinglePage: true,
              showTotal: (count) => `共 ${count} 条`,
            }}
          />
        </section>
      )}
    </ListStates>
  );
}
