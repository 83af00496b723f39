import { Button } from 'antd';
import { useCall } from '#lib/use-call.ts';
import styles from './Agent.module.css';

const SHOWN = 12;
const SOURCES = { results: '做得好的成片里有', library: '素材里有', brief: '' } as const;

type Props = { agent_project_id: string; said: string; onTake: (word: string) => void };

/** Words worth saying that the brief does not have yet: of videos that did well, and of what the footage shows. */
export function BriefWords({ agent_project_id, said, onTake }: Props) {
  const found = useCall('agent.keywords', { agent_project_id }, { stale_ms: 60_000 });
  const words = (found.data?.items ?? []).filter(
    ({ keyword, source }) => source !== 'brief' && !said.includes(keyword),
  );
  if (words.length === 0) return null;
  return (
    <ul className={styles['words']} aria-label="可以说的词">
      {words.slice(0, SHOWN).map(({ keyword, source }) => (
        <li key={keyword}>
          <Button
            size="small"
            title={SOURCES[source]}
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
