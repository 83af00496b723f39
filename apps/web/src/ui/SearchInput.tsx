import { SearchOutlined } from '@ant-design/icons';
import { Input } from 'antd';

type Props = { label: string; placeholder: string; value: string; onChange: (text: string) => void };

export function SearchInput({ label, placeholder, value, onChange }: Props) {
  return (
    <Input
      allowClear
      prefix={<SearchOutlined aria-hidden="true" />}
      placeholder={placeholder}
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
