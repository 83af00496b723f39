import { ChoicePill, TogglePill } from '#ui/FilterPill.tsx';
import { type Length, LENGTHS, ORIENTATION_NAMES } from './search-words.ts';

export type ClipConditions = {
  orientation: keyof typeof ORIENTATION_NAMES | null;
  length: Length | null;
  speech: boolean;
  good: boolean;
};

type Props = {
  value: ClipConditions;
  has_picture?: boolean;
  /** Whether it lasts: pictures do not. */
  has_time?: boolean;
  onChange: (change: Partial<ClipConditions>) => void;
};

const LENGTH_NAMES = Object.fromEntries(Object.entries(LENGTHS).map(([key, { label }]) => [key, label])) as Record<
  Length,
  string
>;

/** The conditions that shots and whole files have in common. */
export function ClipFilters({ value, has_picture = true, has_time = true, onChange }: Props) {
  const { orientation, length, speech, good } = value;
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
      {has_time && (
        <>
          <ChoicePill
            label="时长"
            options={LENGTH_NAMES}
            value={length}
            onChange={(next) => onChange({ length: next })}
          />
          <TogglePill label="有人说话" is_on={speech} onChange={(next) => onChange({ speech: next })} />
        </>
      )}
      {has_picture && <TogglePill label="画质好" is_on={good} onChange={(next) => onChange({ good: next })} />}
    </>
  );
}
