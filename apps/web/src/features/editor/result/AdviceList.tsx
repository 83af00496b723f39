import type { MixAdvice } from '@mixreel/contract';
import { Button } from 'antd';
import { ADVICE_LABELS, type Taker } from './use-advice.ts';

/** Pieces of advice, each a press away; without buttons for those who may not edit. */
export function AdviceList({ advice, taker }: { advice: MixAdvice[]; taker: Taker | null }) {
  return (
    <ol>
      {advice.map((one) => (
        <li key={`${one.kind} ${one.slot_id} ${one.steps}`}>
          <p>
            {one.sentence}
            <small>{hasWords(one)}</small>
          </p>
          {taker && (
            <Button
              size="small"
              loading={taker.busy === one.sentence}
              disabled={taker.busy !== ''}
              aria-label={`${ADVICE_LABELS[one.kind]}：${one.sentence}`}
              onClick={() => taker.take(one)}
            >
              {ADVICE_LABELS[one.kind]}
            </Button>
          )}
        </li>
      ))}
    </ol>
  );
}

const UNITS: Record<MixAdvice['kind'], string> = {
  clip: '个片段',
  wording: '种说法',
  voice: '种声音',
  music: '首音乐',
};

function hasWords({ kind, slot_id, has }: MixAdvice): string {
  const isEach = slot_id === '' && (kind === 'clip' || kind === 'wording');
  return `${isEach ? '现在最少的有' : '现有'} ${has} ${UNITS[kind]}`;
}
