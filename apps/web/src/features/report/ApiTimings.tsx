import { Table, type TableColumnsType } from 'antd';
import { useMemo } from 'react';
import type { OutputOf } from '#lib/call.ts';
import { formatCount } from '#lib/format.ts';
import { useCall } from '#lib/use-call.ts';
import { Chart, type ChartOption } from '#ui/Chart.tsx';
import { ReportCard } from './ReportCard.tsx';
import styles from './Report.module.css';

type Data = OutputOf<'report.apiTimings'>;
type Item = Data['items'][number];

const columns: TableColumnsType<Item> = [
  { title: '接口', dataIndex: 'api', render: (api: string) => <code>{api}</code> },
  { title: '次数', dataIndex: 'calls', align: 'right', sorter: (a, b) => a.calls - b.calls, render: formatCount },
  { title: '一半快于', dataIndex: 'p50_ms', align: 'right', sorter: (a, b) => a.p50_ms - b.p50_ms, render: ms },
  { title: '95% 快于', dataIndex: 'p95_ms', align: 'right', sorter: (a, b) => a.p95_ms - b.p95_ms, render: ms },
  {
    title: '出错',
    dataIndex: 'error_rate',
    align: 'right',
    sorter: (a, b) => a.error_rate - b.error_rate,
    render: (rate: number) => (
      <span className={rate > 0.05 ? styles['bad'] : undefined}>{`${(rate * 100).toFixed(1)}%`}</span>
    ),
  },
  { title: '最近的错误', dataIndex: 'last_error', render: (text: string | null) => text ?? '没有' },
];

function ms(value: number): string {
  return value < 1000 ? `${Math.round(value)} 毫秒` : `${(value / 1000).toFixed(1)} 秒`;
}

/** What the browsers saw of every call: how long, and how often it failed. */
export function ApiTimings({ days }: { days: number }) {
  const timings = useCall('report.apiTimings', { days });
  return (
    <ReportCard
      title="接口耗时与错误"
      query={timings}
      isEmpty={({ items }) => items.length === 0}
      empty="还没有接口记录。"
    >
      {(data) => <Timings data={data} />}
    </ReportCard>
  );
}

function Timings({ data: { items, hours } }: { data: Data }) {
  const option = useMemo<ChartOption>(
    () => ({
      xAxis: { type: 'category', data: hours.map(({ hour }) => hourOf(hour)) },
      yAxis: [
        { type: 'value', minInterval: 1 },
        { type: 'value', splitLine: { show: false }, axisLabel: { formatter: '{value} 毫秒' } },
      ],
      series: [
        { type: 'bar', name: '调用', barMaxWidth: 18, data: hours.map(({ calls }) => calls) },
        { type: 'line', name: '95% 快于（毫秒）', yAxisIndex: 1, data: hours.map(({ p95_ms }) => Math.round(p95_ms)) },
        {
          type: 'bar',
          name: '出错',
          barMaxWidth: 18,
          itemStyle: { color: '#d6453d' },
          data: hours.map(({ errors }) => errors),
        },
      ],
    }),
    [hours],
  );
  return (
    <>
      <Chart label="每小时的接口调用、出错次数与耗时" option={option} />
      <Table<Item>
        size="small"
        rowKey="api"
        columns={columns}
        dataSource={items}
        scroll={{ x: 'max-content' }}
        pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false }}
      />
    </>
  );
}

function hourOf(hour: string): string {
  const date = new Date(hour);
  return `${date.getMonth() + 1}/${date.getDate()} ${date.getHours()}:00`;
}
