import { Segmented } from 'antd';
import { useState } from 'react';
import { Alarms } from './Alarms.tsx';
import { ApiTimings } from './ApiTimings.tsx';
import { ScriptErrors } from './ScriptErrors.tsx';
import { SlowPages } from './SlowPages.tsx';
import { Visits } from './Visits.tsx';
import styles from './Report.module.css';

const WINDOWS = [
  { value: 1, label: '今天' },
  { value: 7, label: '7 天' },
  { value: 30, label: '30 天' },
  { value: 90, label: '90 天' },
];

/** How the product is used and how it is doing, as browsers report it. */
export function ReportsPart() {
  const [days, setDays] = useState(7);
  return (
    <div className={styles['reports']}>
      <Segmented<number> aria-label="时间范围" options={WINDOWS} value={days} onChange={setDays} />
      <Visits days={days} />
      <ApiTimings days={days} />
      <div className={styles['pair']}>
        <SlowPages days={days} />
        <Alarms days={days} />
      </div>
      <ScriptErrors days={days} />
    </div>
  );
}
