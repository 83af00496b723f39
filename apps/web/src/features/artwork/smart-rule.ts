import { type ArtworkFilter, type Checkbox, REVIEW_STATES } from '@mixreel/contract';
import { ORIENTATION_NAMES } from './artwork-words.ts';

type Loose = { [K in keyof ArtworkFilter]?: ArtworkFilter[K] | undefined };

/** Without what says nothing: empty words, empty lists. */
export function cleanRule(rule: Loose): ArtworkFilter {
  const said = Object.entries(rule).filter(
    ([, value]) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
  );
  return Object.fromEntries(said);
}

/** The conditions as one would name them: for a directory that nobody has named. */
export function ruleWords(rule: ArtworkFilter, marks: Pick<Checkbox, 'checkbox_id' | 'checkbox_name'>[]): string {
  const nameOf = (id: string) => marks.find(({ checkbox_id }) => checkbox_id === id)?.checkbox_name ?? '标记';
  return [
    rule.days && `近 ${rule.days} 天`,
    rule.review_state && rule.review_state.map((state) => REVIEW_STATES[state]).join('或'),
    ...(rule.checkbox_ids ?? []).map(nameOf),
    ...(rule.without_checkbox_ids ?? []).map((id) => `没有${nameOf(id)}`),
    rule.orientation && ORIENTATION_NAMES[rule.orientation],
    rule.ai_origin !== undefined && (rule.ai_origin ? '含 AI' : '不含 AI'),
    rule.has_open_comments && '有批注没解决',
    rule.keyword && `「${rule.keyword}」`,
  ]
    .filter(Boolean)
    .join(' · ');
}
