import type { BoxField, BoxTool } from '@mixreel/contract';
import { Button, InputNumber, Select } from 'antd';
import { useState } from 'react';
import { SourcePicker } from '#features/clean/SourcePicker.tsx';
import { useCall } from '#lib/use-call.ts';
import { Choice } from '#ui/Choice.tsx';
import styles from './Box.module.css';

export type Options = Record<string, string | number>;
type Props = {
  project_id: string;
  tool: Pick<BoxTool, 'tool' | 'fields'>;
  options: Options;
  onChange: (options: Options) => void;
};

/** More than so many do not stand side by side. */
const SIDE_BY_SIDE = 4;

export function proposedOptions({ fields }: Pick<BoxTool, 'fields'>): Options {
  return Object.fromEntries(fields.map(({ key, value }) => [key, value]));
}

/** Why these settings are not whole yet, in Chinese; null when they are. */
export function optionsProblem({ fields }: Pick<BoxTool, 'fields'>, options: Options): string | null {
  for (const field of fields) {
    const isOwed = field.kind === 'material' && (field.is_needed || field.along !== undefined);
    if (isOwed && isAsked(field, options) && !options[field.key]) return `请选择${field.label}`;
  }
  return null;
}

/** The settings of a tool. */
export function ToolFields({ project_id, tool, options, onChange }: Props) {
  const set = (key: string, value: string | number) => onChange({ ...options, [key]: value });
  return tool.fields
    .filter((field) => isAsked(field, options))
    .map((field) => (
      <div key={field.key} className={styles['field']}>
        <span>{field.label}</span>
        <FieldInput
          project_id={project_id}
          field={field}
          value={options[field.key] ?? field.value}
          onChange={(value) => set(field.key, value)}
        />
      </div>
    ));
}

/** Whether it is asked for with these settings. */
function isAsked(field: BoxField, options: Options): boolean {
  if (field.kind === 'number' || !field.along) return true;
  const { key, is } = field.along;
  return is === undefined ? options[key] !== '' : options[key] === is;
}

type InputProps = {
  project_id: string;
  field: BoxField;
  value: string | number;
  onChange: (value: string | number) => void;
};

function FieldInput({ project_id, field, value, onChange }: InputProps) {
  if (field.kind === 'material') {
    return <MaterialInput project_id={project_id} field={field} value={String(value)} onChange={onChange} />;
  }
  if (field.kind === 'number') {
    return (
      <InputNumber
        aria-label={field.label}
        min={field.min}
        max={field.max}
        step={field.step}
        suffix={field.unit}
        value={Number(value)}
        onChange={(next) => onChange(next ?? field.value)}
      />
    );
  }
  if (field.options.length > SIDE_BY_SIDE) {
    return (
      <Select
        className={styles['select'] ?? ''}
        aria-label={field.label}
        options={field.options}
        value={String(value)}
        onChange={onChange}
      />
    );
  }
  return <Choice label={field.label} options={field.options} value={String(value)} onChange={onChange} />;
}

type MaterialProps = InputProps & { field: Extract<BoxField, { kind: 'material' }>; value: string };

function MaterialInput({ project_id, field, value, onChange }: MaterialProps) {
  const [isPicking, setIsPicking] = useState(false);
  const known = useCall('material.detail', { material_id: value }, { enabled: value !== '' });
  const kinds = (['image', 'video'] as const).filter((kind) => field.takes.includes(kind));
  return (
    <>
      <Button className={styles['other'] ?? ''} onClick={() => setIsPicking(true)}>
        {value === '' ? `选择${field.label}` : (known.data?.material_name ?? '…')}
      </Button>
      {isPicking && (
        <SourcePicker
          project_id={project_id}
          title={`选择${field.label}`}
          kinds={kinds}
          with_ai
          most={1}
          onPick={([first]) => first && onChange(first.material_id)}
          onClose={() => setIsPicking(false)}
        />
      )}
    </>
  );
}
