import { SearchOutlined } from '@ant-design/icons';
import type { FeishuAccount } from '@mixreel/contract';
import { Input, type TableColumnsType } from 'antd';
import { useDeferredValue, useState } from 'react';
import { formatTime } from '#lib/format.ts';
import { useCall } from '#lib/use-call.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { PagedTable } from '#ui/PagedTable.tsx';
import { PersonCell } from './PersonCell.tsx';
import styles from './Admin.module.css';

const columns: TableColumnsType<FeishuAccount> = [
  {
    title: '飞书账号',
    key: 'name',
    render: (_, { name, en_name, avatar }) => (
      <PersonCell name={name} avatar={avatar} {...(en_name && { note: en_name })} />
    ),
  },
  { title: '邮箱', key: 'email', render: (_, { email }) => email ?? '未授权' },
  { title: '手机', key: 'mobile', render: (_, { mobile }) => mobile ?? '未授权' },
  { title: '工号', key: 'employee_no', render: (_, { employee_no }) => employee_no ?? '未授权' },
  { title: '企业', dataIndex: 'tenant_key' },
  { title: '上次登录', key: 'last', render: (_, { last_login_at }) => formatTime(last_login_at) },
];

/** The Feishu accounts that have signed in. */
export function FeishuPart() {
  const [page_index, setPage] = useState(1);
  const [text, setText] = useState('');
  const keyword = useDeferredValue(text.trim());
  const accounts = useCall(
    'admin.feishuAccounts',
    { page_index, page_size: 20, ...(keyword && { keyword }) },
    { keep_previous: true },
  );
  return (
    <>
      <div className={styles['tools']}>
        <Input
          allowClear
          prefix={<SearchOutlined aria-hidden="true" />}
          placeholder="按名字或邮箱搜索"
          aria-label="搜索飞书账号"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setPage(1);
          }}
        />
      </div>
      <PagedTable
        label="飞书账号"
        query={accounts}
        columns={columns}
        rowKey="union_id"
        onPage={setPage}
        empty={<EmptyState title="还没有飞书账号" text="有人用飞书登录过之后，会出现在这里。" />}
      />
    </>
  );
}
