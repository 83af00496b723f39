import type { FeishuAccount } from '@mixreel/contract';
import type { TableColumnsType } from 'antd';
import { useConfig } from '#lib/app-config.ts';
import { formatTime } from '#lib/format.ts';
import { useCall } from '#lib/use-call.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { PagedTable } from '#ui/PagedTable.tsx';
import { SearchInput } from '#ui/SearchInput.tsx';
import { PersonCell } from './PersonCell.tsx';
import { usePagedSearch } from './use-paged-search.ts';
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
  const { text, keyword, search, setPage, input } = usePagedSearch();
  const isConfigured = useConfig((state) => state.project?.sign_in.feishu ?? false);
  const accounts = useCall('admin.feishuAccounts', input, { keep_previous: true });
  const hint = isConfigured
    ? '有人用飞书登录过之后，会出现在这里。'
    : '还没有接入飞书。部署时设置 FEISHU_APP_ID 和 FEISHU_APP_SECRET，登录页就会有飞书扫码。';
  return (
    <>
      <div className={styles['tools']}>
        <SearchInput label="搜索飞书账号" placeholder="按名字或邮箱搜索" value={text} onChange={search} />
      </div>
      <PagedTable
        label="飞书账号"
        query={accounts}
        columns={columns}
        rowKey="open_id"
        onPage={setPage}
        empty={
          <EmptyState title={keyword ? '没有找到' : '还没有飞书账号'} text={keyword ? '换个名字或邮箱试试。' : hint} />
        }
      />
    </>
  );
}
