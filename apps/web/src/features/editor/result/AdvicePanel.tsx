import type { MixSummary } from '@mixreel/contract';
import { formatCombinations, formatRoom } from '../stage/candidate-words.ts';
import { AdviceList } from './AdviceList.tsx';
import type { Taker } from './use-advice.ts';
import styles from './Combine.module.css';

type Props = { summary: MixSummary; taker: Taker | null };

/** What keeps a mix from giving more videos, and what would make it give more, each a press away. */
export function AdvicePanel({ summary, taker }: Props) {
  const { limits, advice, combinations, is_exact, duration_min, duration_max, new_shots, speech_s } = summary;
  const isFilmed = ({ kind }: MixSummary['advice'][number]) => kind === 'clip';
  const other = advice.filter((one) => !isFilmed(one));
  const filmed = advice.filter(isFilmed);
  return (
    <div className={styles['advice']}>
      <dl>
        <div>
          <dt>全部组合</dt>
          <dd>{formatCombinations(combinations, is_exact)} 条</dd>
        </div>
        <div>
          <dt>按你的标准不重样的</dt>
          <dd>能出 {formatRoom(summary)} 条</dd>
        </div>
        {duration_max > 0 && (
          <div>
            <dt>每条时长</dt>
            <dd>{formatRange(duration_min, duration_max)}</dd>
          </div>
        )}
        {new_shots > 0 && (
          <div>
            <dt>已选的还要做</dt>
            <dd>
              {new_shots} 段画面{speech_s > 0 && `，${Math.ceil(speech_s)} 秒配音`}
            </dd>
          </div>
        )}
      </dl>
      <h3>受什么限制</h3>
      {limits.length === 0 ? (
        <p>没有限制，想要多少条都可以。</p>
      ) : (
        <ul>
          {limits.map(({ kind, sentence }) => (
            <li
              key={`${kind} ${sentence}`}
              data-bad={kind === 'empty' || kind === 'conflict' || kind === 'voice' || kind === 'music'}
            >
              {sentence}
            </li>
          ))}
        </ul>
      )}
      {other.length > 0 && (
        <>
          <h3>换着用，不用加拍</h3>
          <AdviceList advice={other} taker={taker} />
        </>
      )}
      <h3>加拍建议</h3>
      {filmed.length === 0 ? <p>暂时没有建议。</p> : <AdviceList advice={filmed} taker={taker} />}
    </div>
  );
}

function formatRange(from: number, to: number): string {
  const [low, high] = [from.toFixed(1), to.toFixed(1)];
  return low === high ? `${low} 秒` : `${low}–${high} 秒`;
}
