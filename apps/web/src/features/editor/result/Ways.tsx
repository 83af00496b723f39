import type { MixSummary } from '@mixreel/contract';
import { Button } from 'antd';
import { reasonOf } from './Hindrances.tsx';
import { ADVICE_LABELS, type Taker } from './use-advice.ts';
import styles from './Combine.module.css';

/** Fewer fit than are wanted: what stands in the way, and the cheapest ways out, each a press away. */
export function Ways({ summary, taker }: { summary: MixSummary; taker: Taker | null }) {
  const { wanted, ways } = summary;
  if (ways.length === 0) return null;
  return (
    <section className={styles['ways']} aria-label={`怎么到 ${wanted} 条`}>
      <p>{shortSentence(summary)}</p>
      <ul>
        {ways.map((way) => (
          <li key={way.sentence}>
            {taker ? (
              <Button
                size="small"
                loading={taker.busy === way.sentence}
                disabled={taker.busy !== ''}
                aria-label={`${ADVICE_LABELS[way.kind]}：${way.sentence}`}
                onClick={() => taker.take(way)}
              >
                {way.sentence}
              </Button>
            ) : (
              way.sentence
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Which limit stands in the way, in a sentence. */
function shortSentence(summary: MixSummary): string {
  const { wanted, room } = summary;
  const reason = reasonOf(summary);
  return `要 ${wanted} 条，按你的标准能出 ${room} 条不重样${reason ? `：${reason}` : '。'}可以：`;
}
