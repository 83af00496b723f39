import { SearchOutlined } from '@ant-design/icons';
import type { AuditEntry } from '@mixreel/contract';
import { Input, type TableColumnsType } from 'antd';
import { useDeferredValue, useState } from 'react';
import { formatTime } from '#lib/format.ts';
import { useCall } from '#lib/use-call.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { PagedTable } from '#ui/PagedTable.tsx';
import styles from './Admin.module.css';

const columns: TableColumnsType<AuditEntry> = [
  { title: '时间', key: 'at', render: (_, { at }) => formatTime(at) },
  { title: '谁', key: 'who', render: (_, { user_name }) => <span className={styles['name']}>{user_name}</span> },
  { title: '做了什么', dataIndex: 'summary' },
  { title: '网络地址', dataIndex: 'address' },
];

function showInput({ action, input, user_agent }: AuditEntry) {
  return <pre className={styles['input']}>{`${action}\n${JSON.stringify(input, null, 2)}\n${user_agent}`}</pre>;
}

/** Who did what. */
export function AuditPart() {
  const [page_index, setPage] = useState(1);
  const [text, setText] = useState('');
  const keyword = useDeferredValue(text.trim());
  const audit = useCall(
    'admin.audit',
    { page_index, page_size: 20, ...(keyword && { keyword }) },
    { keep_previous: true },
  );
  return (
    <>
      <div className={styles['tools']}>
        <Input
          allowClear
          prefix={<SearchOutlined aria-hidden="true" />}
          placeholder="按人或内容搜索"
          aria-label="搜索操作记录"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setPage(1);
          }}
        />
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
