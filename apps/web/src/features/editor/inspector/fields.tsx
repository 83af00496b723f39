import type { MixConfig } from '@mixreel/contract';
import { ColorPicker, InputNumber, Select, Slider, Switch } from 'antd';
import { type Field, type Group, useScope } from './config-scope.ts';
import { ConfigField } from './ConfigField.tsx';
import styles from './Inspector.module.css';

type Of<G extends Group> = { group: G; field: Field<G>; label: string; hint?: string };

type NumberProps = {
  label: string;
  unit: string;
  min: number;
  max: number;
  step?: number;
  value: number;
  disabled: boolean;
  onChange: (value: number) => void;
};

/** A number by slider or by keyboard. */
export function NumberControl({ label, unit, min, max, step = 1, value, disabled, onChange }: NumberProps) {
  return (
    <div className={styles['number']}>
      <Slider
        ariaLabelForHandle={label}
        min={min}
        max={max}
        step={step}
        value={value}
        disabled={disabled}
        tooltip={{ formatter: null }}
        onChange={onChange}
      />
      <InputNumber
        size="small"
        aria-label={`${label}，${unit}`}
        min={min}
        max={max}
        step={step}
        suffix={unit}
        controls={false}
        disabled={disabled}
        value={value}
        onChange={(typed) => typed !== null && onChange(typed)}
      />
    </div>
  );
}

type NumberFieldProps<G extends Group> = Of<G> & {
  unit: string;
  min: number;
  max: number;
  step?: number;
  /** What is stored for one of what is shown: 0.01 for percent of a share, 1000 for seconds of milliseconds. */
  scale?: number;
};

export function NumberField<G extends Group>(props: NumberFieldProps<G>) {
  const { group, field, label, hint, unit, min, max, step = 1, scale = 1 } = props;
  const scope = useScope(group);
  const stored = Number(scope.config[group][field]);
  const isWhole = Number.isInteger(scale) && scale > 1;
  return (
    <ConfigField group={group} field={field} label={label} hint={hint}>
      <NumberControl
        label={label}
        unit={unit}
        min={min}
        max={max}
        step={step}
        value={Math.round((stored / scale) * 100) / 100}
        disabled={!scope.can_edit}
        onChange={(value) => {
          const to = isWhole ? Math.round(value * scale) : Math.round(value * scale * 1000) / 1000;
          scope.set(group, { [field]: to } as unknown as Partial<MixConfig[G]>);
        }}
      />
    </ConfigField>
  );
}

type SelectFieldProps<G extends Group> = Of<G> & { options: Record<string, string> };

export function SelectField<G extends Group>({ group, field, label, hint, options }: SelectFieldProps<G>) {
  const scope = useScope(group);
  return (
    <ConfigField group={group} field={field} label={label} hint={hint}>
      <Select
        aria-label={label}
        value={String(scope.config[group][field])}
        disabled={!scope.can_edit}
        options={Object.entries(options).map(([value, name]) => ({ value, label: name }))}
        onChange={(value) => {
          const was = scope.config[group][field];
          const to = typeof was === 'number' ? Number(value) : value;
          scope.set(group, { [field]: to } as unknown as Partial<MixConfig[G]>);
        }}
      />
    </ConfigField>
  );
}

export function SwitchField<G extends Group>({ group, field, label, hint }: Of<G>) {
  const scope = useScope(group);
  return (
    <ConfigField group={group} field={field} label={label} hint={hint} is_inline>
      <Switch
        size="small"
        aria-label={label}
        checked={scope.config[group][field] === true}
        disabled={!scope.can_edit}
        onChange={(is_on) => scope.set(group, { [field]: is_on } as unknown as Partial<MixConfig[G]>)}
      />
    </ConfigField>
  );
}

type ColourProps = { label: string; value: string; disabled: boolean; onChange: (colour: string) => void };

export function ColourControl({ label, value, disabled, onChange }: ColourProps) {
  return (
    <ColorPicker
      size="small"
      value={value}
      disabled={disabled}
      getPopupContainer={() => document.body}
      onChange={(colour) => onChange(colour.toHexString().toUpperCase())}
    >
      <button
        type="button"
        className={styles['colour']}
        aria-label={`${label}：${value}`}
        title={`${label}：${value}`}
        disabled={disabled}
        style={{ background: value }}
      />
    </ColorPicker>
  );
}

export function ColourField<G extends Group>({ group, field, label, hint }: Of<G>) {
  const scope = useScope(group);
  return (
    <ConfigField group={group} field={field} label={label} hint={hint} is_inline>
      <ColourControl
        label={label}
        value={String(scope.config[group][field])}
        disabled={!scope.can_edit}
        onChange={(colour) => scope.set(group, { [field]: colour } as unknown as Partial<MixConfig[G]>)}
      />
    </ConfigField>
  );
}
