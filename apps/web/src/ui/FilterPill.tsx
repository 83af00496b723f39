import { CloseOutlined, DownOutlined } from '@ant-design/icons';
import { Dropdown } from 'antd';
import styles from './FilterPill.module.css';

type ChoiceProps<T extends string> = {
  label: string;
  options: Record<T, string>;
  value: T | null;
  onChange: (value: T | null) => void;
};

/** One of several conditions, or none of them. */
export function ChoicePill<T extends string>({ label, options, value, onChange }: ChoiceProps<T>) {
  const keys = Object.keys(options) as T[];
  return (
    <span className={styles['pill']} data-on={value !== null}>
      <Dropdown
        trigger={['click']}
        menu={{
          selectable: true,
          selectedKeys: value === null ? [] : [value],
          items: keys.map((key) => ({ key, label: options[key] })),
          onClick: ({ key }) => onChange(key === value ? null : (key as T)),
        }}
      >
        <button type="button" aria-haspopup="menu" aria-label={value === null ? label : `${label}：${options[value]}`}>
          {value === null ? label : options[value]}
          {value === null && <DownOutlined aria-hidden="true" />}
        </button>
      </Dropdown>
      {value !== null && (
        <button type="button" aria-label={`去掉${label}条件`} onClick={() => onChange(null)}>
          <CloseOutlined aria-hidden="true" />
        </button>
      )}
    </span>
  );
}

/** A condition that holds or does not matter. */
export function TogglePill({
  label,
  is_on,
  onChange,
}: {
  label: string;
  is_on: boolean;
  onChange: (is_on: boolean) => void;
}) {
  return (
    <span className={styles['pill']} data-on={is_on}>
      <button type="button" aria-pressed={is_on} onClick={() => onChange(!is_on)}>
        {label}
      </button>
    </span>
  );
}
