import { WarningFilled } from '@ant-design/icons';
import type { MixLimit, MixSummary } from '@mixreel/contract';
import styles from './Combine.module.css';

/** What has to be put right first, rather than what holds a number down. */
const KINDS: MixLimit['kind'][] = ['empty', 'conflict', 'voice', 'music', 'same'];

/** What of the mix does not work as it is set, said before anything is chosen. */
export function Hindrances({ summary }: { summary: MixSummary | undefined }) {
  const found = summary?.limits.filter(({ kind }) => KINDS.includes(kind)) ?? [];
  if (found.length === 0) return null;
  const sentences = found.map(({ sentence }) => sentence);
  return (
    <p className={styles['hindrances']} role="status" title={sentences.join('\n')}>
      <WarningFilled aria-hidden="true" />
      <span>{sentences.join(' ')}</span>
    </p>
  );
}

/** Why a mix gives as few as it does: that two would be too alike, or else whatever is not about voices and music. */
export function reasonOf({ limits }: Pick<MixSummary, 'limits'>): string | undefined {
  const isReason = ({ kind }: MixLimit) => kind !== 'voice' && kind !== 'music' && kind !== 'silent';
  return (limits.find(({ kind }) => kind === 'share') ?? limits.find(isReason))?.sentence;
}
