import { CloseOutlined, DownOutlined, UserOutlined } from '@ant-design/icons';
import type { SeenPerson } from '@mixreel/contract';
import { Avatar, Dropdown } from 'antd';
import { useCall } from '#lib/use-call.ts';
import pill from '#ui/FilterPill.module.css';
import styles from './Library.module.css';

type Props = { project_id: string; value: string | null; onChange: (person_id: string | null) => void };

/** Only what shows one of the people that were seen, those with names first. */
export function PersonPill({ project_id, value, onChange }: Props) {
  const persons = useCall('analysis.persons', { project_id, page_size: 100 }, { stale_ms: 60_000 });
  const items = (persons.data?.items ?? []).toSorted(
    (a, b) => Number(b.person_name !== '') - Number(a.person_name !== ''),
  );
  if (items.length === 0 && value === null) return null;
  const chosen = items.find(({ person_id }) => person_id === value);
  const name = chosen ? nameOf(chosen) : '这个人';
  return (
    <span className={pill['pill']} data-on={value !== null}>
      <Dropdown
        trigger={['click']}
        menu={{
          selectable: true,
          className: styles['people'] ?? '',
          selectedKeys: value === null ? [] : [value],
          items: items.map((person) => ({
            key: person.person_id,
            icon: <Avatar size={28} src={person.cover_url ?? undefined} icon={<UserOutlined />} alt="" />,
            label: `${nameOf(person)} · ${person.shots_count} 个镜头`,
          })),
          onClick: ({ key }) => onChange(key === value ? null : key),
        }}
      >
        <button type="button" aria-haspopup="menu" aria-label={value === null ? '人物' : `人物：${name}`}>
          {value === null ? '人物' : name}
          {value === null && <DownOutlined aria-hidden="true" />}
        </button>
      </Dropdown>
      {value !== null && (
        <button type="button" aria-label="去掉人物条件" onClick={() => onChange(null)}>
          <CloseOutlined aria-hidden="true" />
        </button>
      )}
    </span>
  );
}

function nameOf({ person_name }: SeenPerson): string {
  return person_name || '未命名的人';
}
