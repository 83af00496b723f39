import { useMemo } from 'react';
import type { OutputOf } from '#lib/call.ts';
import { useCall } from '#lib/use-call.ts';
import { Chart, type ChartOption } from '#ui/Chart.tsx';
import { ReportCard } from './ReportCard.tsx';

const SHOWN = 8;

export function SlowPages({ days }: { days: number }) {
  const pages = useCall('report.slowPages', { days });
  return (
    <ReportCard
      title="打开最慢的页面"
      query={pages}
      isEmpty={({ items }) => items.length === 0}
      empty="还没有页面记录。"
    >
      {({ items }) => <PagesChart items={items} />}
    </ReportCard>
  );
}

function PagesChart({ items }: { items: OutputOf<'report.slowPages'>['items'] }) {
  const option = useMemo<ChartOption>(() => {
    // Bars are drawn from the bottom up.
    const shown = items.slice(0, SHOWN).toReversed();
    return {
      xAxis: { type: 'value', splitNumber: 4, axisLabel: { formatter: '{value} 毫秒', hideOverlap: true } },
      yAxis: { type: 'category', data: shown.map(({ page }) => page) },
      series: [
        { type: 'bar', name: '一半快于', barMaxWidth: 10, data: shown.map(({ p50_ms }) => Math.round(p50_ms)) },
        { type: 'bar', name: '95% 快于', barMaxWidth: 10, data: shown.map(({ p95_ms }) => Math.round(p95_ms)) },
      ],
    };
  }, [items]);
  const [slowest] = items;
  return (
    <Chart
      height={320}
      label={slowest ? `最慢的是 ${slowest.page}，95% 在 ${Math.round(slowest.p95_ms)} 毫秒内打开` : '打开最慢的页面'}
      option={option}
    />
  );
}
