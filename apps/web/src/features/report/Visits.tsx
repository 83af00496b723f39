import { useMemo } from 'react';
import type { OutputOf } from '#lib/call.ts';
import { formatCount, formatWait } from '#lib/format.ts';
import { useCall } from '#lib/use-call.ts';
import { Chart, type ChartOption } from '#ui/Chart.tsx';
import { ReportCard } from './ReportCard.tsx';
import styles from './Report.module.css';

type Data = OutputOf<'report.visits'>;

export function Visits({ days }: { days: number }) {
  const visits = useCall('report.visits', { days });
  return (
    <ReportCard
      title="访问"
      query={visits}
      isEmpty={({ total }) => total.page_views === 0}
      empty="这段时间还没有人访问。"
    >
      {(data) => <VisitsChart data={data} />}
    </ReportCard>
  );
}

function VisitsChart({ data: { days, total, pages } }: { data: Data }) {
  const option = useMemo<ChartOption>(
    () => ({
      xAxis: { type: 'category', data: days.map(({ day }) => day.slice(5)), boundaryGap: false },
      yAxis: { type: 'value', minInterval: 1 },
      series: [
        {
          type: 'line',
          name: '浏览',
          smooth: 0.3,
          smoothMonotone: 'x',
          areaStyle: { opacity: 0.08 },
          data: days.map((day) => day.page_views),
        },
        { type: 'line', name: '访客', smooth: 0.3, smoothMonotone: 'x', data: days.map((day) => day.visitors) },
      ],
    }),
    [days],
  );
  const facts = [
    ['浏览', formatCount(total.page_views)],
    ['访客', formatCount(total.visitors)],
    ['访问', formatCount(total.visits)],
    ['平均停留', total.stay_s > 0 ? formatWait(total.stay_s) : '0 秒'],
  ];
  return (
    <>
      <dl className={styles['figures']}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Chart label={`每日访问：共 ${total.page_views} 次浏览，${total.visitors} 位访客`} option={option} />
      <ol className={styles['bars']} aria-label="看得最多的页面">
        {pages.slice(0, 6).map(({ page, page_views }) => (
          <li key={page}>
            <span>{page}</span>
            <span>{formatCount(page_views)}</span>
          </li>
        ))}
      </ol>
    </>
  );
}
