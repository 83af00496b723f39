import { Segmented } from 'antd';
import { FOUND_KINDS, type FoundKind } from './library-view.ts';
import { TYPE_NAMES } from './material-words.ts';

type Props = {
  kinds: Partial<Record<FoundKind, number>>;
  /** Whether there are more than were counted. */
  is_more: boolean;
  value: FoundKind | null;
  onChange: (kind: FoundKind | null) => void;
};

const NAMES: Record<FoundKind, string> = { ...TYPE_NAMES, artwork: '成片' };

/** What a sentence found, by kind; nothing to choose where all is of one. Finished videos are a list of their own. */
export function FoundKinds({ kinds, is_more, value, onChange }: Props) {
  const found = FOUND_KINDS.filter((kind) => (kinds[kind] ?? 0) > 0 || kind === value);
  if (found.length < 2 && value === null && !found.includes('artwork')) return null;
  const { artwork: _, ...materials } = kinds;
  const all = Object.values(materials).reduce((sum, count) => sum + count, 0);
  const more = is_more ? '+' : '';
  return (
    <Segmented
      aria-label="找到的种类"
      size="small"
      value={value ?? 'all'}
      options={[
        { value: 'all', label: `素材 ${all}${more}` },
        ...found.map((kind) => ({
          value: kind,
          label: `${NAMES[kind]} ${kinds[kind] ?? 0}${kind === 'artwork' ? '' : more}`,
        })),
      ]}
      onChange={(chosen) => onChange(found.find((kind) => kind === chosen) ?? null)}
    />
  );
}
