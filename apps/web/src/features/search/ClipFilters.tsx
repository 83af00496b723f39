import { ChoicePill, TogglePill } from '#ui/FilterPill.tsx';
import { type Length, LENGTHS, ORIENTATION_NAMES } from './search-words.ts';

export type ClipConditions = {
  orientation: keyof typeof ORIENTATION_NAMES | null;
  length: Length | null;
  speech: boolean;
  good: boolean;
};

type Props = { value: ClipConditions; has_picture?: boolean; onChange: (change: Partial<ClipConditions>) => void };

const LENGTH_NAMES = Object.fromEntries(Object.entries(LENGTHS).map(([key, { label }]) => [key, label])) as Record<
  Length,
  string
>;

/** The conditions that shots and whole files have in common. */
export function ClipFilters({ value: { orientation, length, speech, good }, has_picture = true, onChange }: Props) {
  return (
    <>
      {has_picture && (
        <ChoicePill
          label="横竖"
          options={ORIENTATION_NAMES}
          value={orientation}
          onChange={(next) => onChange({ orientation: next })}
        />
      )}
      <ChoicePill label="时长" options={LENGTH_NAMES} value={length} onChange={(next) => onChange({ length: next })} />
      <TogglePill label="有人说话" is_on={speech} onChange={(next) => onChange({ speech: next })} />
      {has_picture && <TogglePill label="画质好" is_on={good} onChange={(next) => onChange({ good: next })} />}
    </>
  );
}
