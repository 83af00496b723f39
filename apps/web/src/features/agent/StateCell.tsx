import type { AgentOutcome } from '@mixreel/contract';
import { Link } from 'react-router';
import { dirPath } from '#features/artwork/artwork-words.ts';
import { useBatch } from './batch.ts';
import { stateWords } from './row-words.ts';
import { ToldCell } from './ToldCell.tsx';

export const SEE = '看成片';

/** What has become of a row, and the way to it. */
export function StateCell({ outcome }: { outcome: AgentOutcome | undefined }) {
  const { batch } = useBatch();
  const { artwork_id = null, error = null, repairs = [], look = null } = outcome ?? {};
  const found = (look?.found ?? []).map(({ message }) => message);
  return (
    <ToldCell told={stateWords(outcome)} more={[error, ...repairs, ...found]}>
      {artwork_id && <Link to={dirPath(batch.project_id, batch.dir_id ?? '', artwork_id)}>{SEE}</Link>}
    </ToldCell>
  );
}
