import { EngineList } from './EngineList.tsx';
import { PackTable } from './PackTable.tsx';
import { UsageTable } from './UsageTable.tsx';
import styles from './Ai.module.css';

/** What the models are, whether they work, and what they were used for. */
export function EnginesPart() {
  return (
    <div className={styles['parts']}>
      <section aria-labelledby="engines-title">
        <h2 id="engines-title">引擎</h2>
        <EngineList />
      </section>
      <section aria-labelledby="packs-title">
        <h2 id="packs-title">模型与音乐包</h2>
        <PackTable />
      </section>
      <section aria-labelledby="usage-title">
        <h2 id="usage-title">最近 30 天的用量</h2>
        <UsageTable />
      </section>
    </div>
  );
}
