import { formatAgo, formatCount } from '#lib/format.ts';
import { useCall } from '#lib/use-call.ts';
import { ReportCard } from './ReportCard.tsx';
import styles from './Report.module.css';

/** What this version of the pages counts. */
const KEYS: Record<string, string> = {
  script_error: '脚本错误',
  unhandled_rejection: '没有处理的异步错误',
  page_failed: '页面打不开',
  start_ms: '启动用时（毫秒）',
};
const nameOf = (key: string) => KEYS[key] ?? key;

const KINDS = { error: '错误', fatal: '严重', info: '信息' };

/** Alarms and counters of the monitoring client. */
export function Alarms({ days }: { days: number }) {
  const monitor = useCall('report.monitor', { days });
  return (
    <ReportCard
      title="告警与计数"
      query={monitor}
      isEmpty={({ alarms, counts, values }) => alarms.length + counts.length + values.length === 0}
      empty="这段时间一切正常。"
    >
      {({ alarms, counts, values }) => (
        <ul className={styles['lines']}>
          {alarms.slice(0, 6).map(({ title, message, tag, at }) => (
            <li key={`${at}${title}`} data-kind="fatal">
              <b>{title}</b> {tag} <span>{message}</span>
              <small>{formatAgo(at)}</small>
            </li>
          ))}
          {counts.map(({ kind, key, count, last_at }) => (
            <li key={kind + key} data-kind={kind}>
              <b>{KINDS[kind]}</b> {nameOf(key)} <span>{formatCount(count)} 次</span>
              <small>{formatAgo(last_at)}</small>
            </li>
          ))}
          {values.map(({ key, value, at }) => (
            <li key={key}>
              <b>{nameOf(key)}</b> <span>{formatCount(value)}</span>
              <small>{formatAgo(at)}</small>
            </li>
          ))}
        </ul>
      )}
    </ReportCard>
  );
}
