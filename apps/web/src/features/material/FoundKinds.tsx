import { MATERIAL_TYPES, type MaterialType } from '@mixreel/contract';
import { Segmented } from 'antd';
import { TYPE_NAMES } from './material-words.ts';

type Props = {
  kinds: Partial<Record<MaterialType, number>>;
  value: MaterialType | null;
  onChange: (kind: MaterialType | null) => void;
};

/** What a sentence found, by kind; nothing to choose where all is of one. */
export function FoundKinds({ kinds, value, onChange }: Props) {
  const found = MATERIAL_TYPES.filter((type) => (kinds[type] ?? 0) > 0 || type === value);
  if (found.length < 2 && value === null) return null;
  const all = Object.values(kinds).reduce((sum, count) => sum + count, 0);
  return (
    <Segmented
      aria-label="找到的种类"
      size="small"
      value={value ?? 'all'}
      options={[
        { value: 'all', label: `全部 ${all}` },
        ...found.map((type) => ({ value: type, label: `${TYPE_NAMES[type]} ${kinds[type] ?? 0}` })),
      ]}
      onChange={(chosen) => onChange(found.find((type) => type === chosen) ?? null)}
    />
  );
}
