import { Table, type TableColumnsType } from 'antd';
import { formatCount } from '#lib/format.ts';
import { useCall } from '#lib/use-call.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ListStates } from '#ui/ListStates.tsx';
import { type AbilityTotal, amountText, type UsageTotal, usageTotals } from './usage-totals.ts';
import styles from './Ai.module.css';

/** An ability, or what one space used of one engine for it. */
type Row = (AbilityTotal & { key: string; children: UsageTotal[] }) | UsageTotal;

const columns: TableColumnsType<Row> = [
  {
    title: '能力',
    key: 'ability',
    render: (_, row) =>
      'children' in row ? <span className={styles['name']}>{row.ability_name}</span> : <SpaceOf usage={row} />,
  },
  { title: '次数', key: 'calls', align: 'right', render: (_, { calls }) => formatCount(calls) },
  { title: '用量', key: 'amount', align: 'right', render: (_, row) => amountText(row, formatCount) },
  { title: '失败', key: 'failures', align: 'right', render: (_, { failures }) => failures },
  {
    title: '费用',
    key: 'cost',
    align: 'right',
    render: (_, { cost }) => (cost > 0 ? `¥${cost.toFixed(2)}` : '免费'),
  },
];

function SpaceOf({ usage: { space_name, engine_name, calls, cache_hits } }: { usage: UsageTotal }) {
  const kept = cache_hits > 0 ? `，${Math.round((cache_hits / calls) * 100)}% 用了做好的` : '';
  return (
    <>
      {space_name}
      <span className={styles['quiet']}>
        {' '}
        {engine_name}
        {kept}
      </span>
    </>
  );
}

/** What was used and what it cost: each ability, and below it which space by which engine. */
export function UsageTable() {
  const usage = useCall('ai.usage', { days: 30 });
  return (
    <ListStates
      query={usage}
      isEmpty={(items) => items.length === 0}
      empty={
        <EmptyState title="这 30 天还没有人用过" text="有人用了配音、识别、文案或翻译之后，这里会列出次数与费用。" />
      }
    >
      {(items) => (
        <div className={styles['table']}>
          <Table<Row>
            size="middle"
            rowKey="key"
            columns={columns}
            dataSource={usageTotals(items).map((one) => ({ ...one, key: one.ability, children: one.parts }))}
            expandable={{ defaultExpandAllRows: true, indentSize: 20 }}
            pagination={false}
            scroll={{ x: 'max-content' }}
          />
        </div>
      )}
    </ListStates>
  );
}
