import type { AuditEntry } from '@mixreel/contract';
import type { TableColumnsType } from 'antd';
import { formatTime } from '#lib/format.ts';
import { useCall } from '#lib/use-call.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { PagedTable } from '#ui/PagedTable.tsx';
import { SearchInput } from '#ui/SearchInput.tsx';
import { subjectOf } from './audit-subject.ts';
import { usePagedSearch } from './use-paged-search.ts';
import styles from './Admin.module.css';

const columns: TableColumnsType<AuditEntry> = [
  { title: '时间', key: 'at', render: (_, { at }) => formatTime(at) },
  { title: '谁', key: 'who', render: (_, { user_name }) => <span className={styles['name']}>{user_name}</span> },
  {
    title: '做了什么',
    key: 'what',
    render: (_, { summary, input }) => (
      <>
        {summary} <span className={styles['quiet']}>{subjectOf(input)}</span>
      </>
    ),
  },
  { title: '网络地址', dataIndex: 'address' },
];

function showInput({ action, input, user_agent }: AuditEntry) {
  return <pre className={styles['input']}>{`${action}\n${JSON.stringify(input, null, 2)}\n${user_agent}`}</pre>;
}

/** Who did what. */
export function AuditPart() {
  const { text, keyword, search, setPage, input } = usePagedSearch();
  const audit = useCall('admin.audit', input, { keep_previous: true });
  return (
    <>
      <div className={styles['tools']}>
        <SearchInput label="搜索操作记录" placeholder="按人或内容搜索" value={text} onChange={search} />
      </div>
      <PagedTable
        label="操作记录"
        query={audit}
        columns={columns}
        rowKey="audit_id"
        onPage={setPage}
        expanded={showInput}
        empty={<EmptyState title="没有记录" text={keyword ? '换个词试试。' : '有人改动了什么，都会记在这里。'} />}
      />
    </>
  );
}
