import type { Material } from '@mixreel/contract';
import { RIGHTS_HELP, RIGHTS_PROBLEM_NAMES, rightsProblem } from './rights.ts';

type Props = { of: Pick<Material, 'rights_consent' | 'rights_expires_at'> };

/** On a card: why it must not be used, and what to do about it. */
export function RightsMark({ of: { rights_consent: consent, rights_expires_at: expires_at } }: Props) {
  const problem = rightsProblem({ consent, expires_at });
  if (!problem) return null;
  const help = RIGHTS_HELP[problem];
  return (
    <span role="img" data-tone={problem === 'soon' ? 'warning' : 'bad'} aria-label={help} title={help}>
      {RIGHTS_PROBLEM_NAMES[problem]}
    </span>
  );
}
