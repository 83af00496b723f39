import { Table, type TableColumnsType } from 'antd';
import { formatCount } from '#lib/format.ts';
import { useCall } from '#lib/use-call.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ListStates } from '#ui/ListStates.tsx';
import { ABILITY_NAMES } from './ai-words.ts';
import { usageTotals, type UsageTotal } from './usage-totals.ts';
import styles from './Ai.module.css';

const columns: TableColumnsType<UsageTotal> = [
  { title: '空间', key: 'space', render: (_, { space_name }) => <span className={styles['name']}>{space_name}</span> },
  { title: '引擎', key: 'engine', render: (_, { engine_name }) => engine_name },
  { title: '能力', key: 'ability', render: (_, { ability }) => ABILITY_NAMES[ability] },
  { title: '次数', key: 'calls', align: 'right', render: (_, { calls }) => formatCount(calls) },
  {
    title: '命中缓存',
    key: 'hits',
    align: 'right',
    render: (_, { calls, cache_hits }) => (calls > 0 ? `${Math.round((cache_hits / calls) * 100)}%` : '0%'),
  },
  { title: '字数', key: 'characters', align: 'right', render: (_, { characters }) => formatCount(characters) },
  { title: '分钟', key: 'minutes', align: 'right', render: (_, { seconds }) => (seconds / 60).toFixed(1) },
  { title: '失败', key: 'failures', align: 'right', render: (_, { failures }) => failures },
  {
    title: '费用',
    key: 'cost',
    align: 'right',
    render: (_, { cost }) => (cost > 0 ? `¥${cost.toFixed(2)}` : '免费'),
  },
];

export function UsageTable() {
  const usage = useCall('ai.usage', { days: 30 });
  return (
    <ListStates
      query={usage}
      isEmpty={(items) => items.length === 0}
      empty={<EmptyState title="这 30 天还没有人用过" text="有人试听或合成配音之后，这里会按空间列出次数与费用。" />}
    >
      {(items) => (
        <div className={styles['table']}>
          <Table<UsageTotal>
            size="middle"
            rowKey="key"
            columns={columns}
            dataSource={usageTotals(items)}
            pagination={false}
            scroll={{ x: 'max-content' }}
          />
        </div>
      )}
    </ListStates>
  );
}
