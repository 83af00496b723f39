import { formatAgo, formatCount } from '#lib/format.ts';
import { useCall } from '#lib/use-call.ts';
import { ReportCard } from './ReportCard.tsx';
import styles from './Report.module.css';

export function ScriptErrors({ days }: { days: number }) {
  const errors = useCall('report.scriptErrors', { days });
  return (
    <ReportCard title="脚本错误" query={errors} isEmpty={({ items }) => items.length === 0} empty="没有脚本错误。">
      {({ items }) => (
        <ul className={styles['errors']}>
          {items.map(({ message, stack, source, count, visitors, last_at, last_url, app_version }) => (
            <li key={message + stack}>
              <details>
                <summary>
                  <span className={styles['message']}>{message}</span>
                  <span className={styles['quiet']}>
                    {formatCount(count)} 次 · {formatCount(visitors)} 人 · {formatAgo(last_at)}
                  </span>
                </summary>
                <p className={styles['quiet']}>
                  {last_url} · {source} · 版本 {app_version}
                </p>
                <pre>{stack || '没有调用栈'}</pre>
              </details>
            </li>
          ))}
        </ul>
      )}
    </ReportCard>
  );
}
