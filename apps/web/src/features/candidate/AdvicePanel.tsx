import type { MixSummary } from '@mixreel/contract';
import { formatCombinations } from './candidate-words.ts';
import styles from './Combine.module.css';

type Props = {
  summary: MixSummary;
  /** Goes to the shooting that is spoken of. */
  onPlace?: (slot_id: string) => void;
};

/** What keeps a mix from giving more videos, and what one more clip would bring where. */
export function AdvicePanel({ summary, onPlace }: Props) {
  const {
    limits,
    advice,
    factor_advice,
    ceiling,
    combinations,
    is_exact,
    duration_min,
    duration_max,
    new_shots,
    speech_s,
  } = summary;
  return (
    <div className={styles['advice']}>
      <dl>
        <div>
          <dt>全部组合</dt>
          <dd>{formatCombinations(combinations, is_exact)} 条</dd>
        </div>
        <div>
          <dt>按你的标准不重样的</dt>
          <dd>最多 {formatCombinations(ceiling)} 条</dd>
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
            <li key={`${kind} ${sentence}`} data-bad={kind === 'empty'}>
              {sentence}
            </li>
          ))}
        </ul>
      )}
      {factor_advice.length > 0 && (
        <>
          <h3>换着用，不用加拍</h3>
          <ol>
            {factor_advice.map(({ kind, slot_id, name, has, sentence }) => (
              <li key={`${kind} ${slot_id}`}>
                {onPlace && slot_id !== '' ? (
                  <button type="button" onClick={() => onPlace(slot_id)}>
                    {name}
                  </button>
                ) : (
                  <b>{name}</b>
                )}
                <small>{kind === 'voice' ? `现有 ${has} 种声音` : `现有 ${has} 种说法`}</small>
                <p>{sentence}</p>
              </li>
            ))}
          </ol>
        </>
      )}
      <h3>加拍建议</h3>
      {advice.length === 0 ? (
        <p>暂时没有建议。</p>
      ) : (
        <ol>
          {advice.map(({ slot_id, slot_name, clip_count, sentence }) => (
            <li key={slot_id}>
              {onPlace ? (
                <button type="button" onClick={() => onPlace(slot_id)}>
                  {slot_name}
                </button>
              ) : (
                <b>{slot_name}</b>
              )}
              <small>现有 {clip_count} 个片段</small>
              <p>{sentence}</p>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

function formatRange(from: number, to: number): string {
  const [low, high] = [from.toFixed(1), to.toFixed(1)];
  return low === high ? `${low} 秒` : `${low}–${high} 秒`;
}
