import { Button } from 'antd';
import { useCall } from '#lib/use-call.ts';
import styles from './Agent.module.css';

const SHOWN = 12;

type Props = { agent_project_id: string; said: string; onTake: (word: string) => void };

/** Words of videos that did well and that the brief does not have yet. */
export function BriefWords({ agent_project_id, said, onTake }: Props) {
  const found = useCall('agent.keywords', { agent_project_id }, { stale_ms: 60_000 });
  const words = (found.data?.items ?? []).filter(
    ({ keyword, source }) => source === 'results' && !said.includes(keyword),
  );
  if (words.length === 0) return null;
  return (
    <ul className={styles['words']} aria-label="可以说的词">
      {words.slice(0, SHOWN).map(({ keyword }) => (
        <li key={keyword}>
          <Button
            size="small"
            title="做得好的成片里有"
            aria-label={`加到卖点：${keyword}`}
            onClick={() => onTake(keyword)}
          >
            {keyword}
          </Button>
        </li>
      ))}
    </ul>
  );
}
