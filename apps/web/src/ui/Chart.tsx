import { BarChart, LineChart } from 'echarts/charts';
import type { BarSeriesOption, LineSeriesOption } from 'echarts/charts';
import { GridComponent, LegendComponent, TooltipComponent } from 'echarts/components';
import type { GridComponentOption, LegendComponentOption, TooltipComponentOption } from 'echarts/components';
import { type ComposeOption, init, use as useParts } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { useEffect, useRef } from 'react';
import { useTheme } from './theme-choice.ts';

useParts([BarChart, LineChart, GridComponent, LegendComponent, TooltipComponent, CanvasRenderer]);

export type ChartOption = ComposeOption<
  BarSeriesOption | LineSeriesOption | GridComponentOption | LegendComponentOption | TooltipComponentOption
>;

type Props = { label: string; option: ChartOption; height?: number };

const COLOURS = {
  light: ['#2b59e0', '#1c9a86', '#d08700', '#cf2e2e'],
  dark: ['#7c9bff', '#4fc4b1', '#e6b04f', '#f47f79'],
};

/** A chart in the colours of the theme. `label` says in words what it shows. */
export function Chart({ label, option, height = 260 }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const isDark = useTheme((state) => state.is_dark);

  useEffect(() => {
    if (!place.current) return;
    const chart = init(place.current, isDark ? 'dark' : null);
    const text = isDark ? '#a4acb9' : '#535c6a';
    chart.setOption({
      backgroundColor: 'transparent',
      color: isDark ? COLOURS.dark : COLOURS.light,
      animationDuration: 200,
      textStyle: { fontFamily: getComputedStyle(document.body).fontFamily },
      grid: { left: 8, right: 16, top: 40, bottom: 8, containLabel: true },
      legend: { top: 4, left: 0, icon: 'roundRect', itemWidth: 12, itemHeight: 4, textStyle: { color: text } },
      // Tooltips of HTML would carry style attributes, which the page's content policy refuses.
      tooltip: { trigger: 'axis', renderMode: 'richText', confine: true },
      ...option,
    });
    const observer = new ResizeObserver(() => chart.resize());
    observer.observe(place.current);
    return () => {
      observer.disconnect();
      chart.dispose();
    };
  }, [option, isDark]);

  return <div ref={place} role="img" aria-label={label} style={{ height }} />;
}
