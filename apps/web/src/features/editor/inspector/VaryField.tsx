import { type MixConfig, TITLE_MAX, VARY_RULES, type VaryRule } from '@mixreel/contract';
import { Select } from 'antd';
import { Choice } from '#ui/Choice.tsx';
import { useScope } from './config-scope.ts';
import { ConfigField } from './ConfigField.tsx';
import styles from './Inspector.module.css';

type Vary = MixConfig['vary'];
type FieldsOf<T> = { [F in keyof Vary]: Vary[F] extends T ? F : never }[keyof Vary] & string;
export type RuleField = FieldsOf<VaryRule>;
export type ListField = FieldsOf<string[] | number[]>;

type Props = {
  rule: RuleField;
  list: ListField;
  label: string;
  /** What it means, by rule. A rule that is not told of cannot be chosen. */
  hints: Partial<Record<VaryRule, string>>;
  /** What can be listed; undefined while that is being asked. */
  options: { value: string | number; label: string }[] | undefined;
  most: number;
  /** Why there is nothing to vary, where there is not. */
  off?: string | false;
  /** Somebody writes what is listed. */
  is_written?: boolean;
};

/** Whether something is the same in all videos, one of a list, or whatever fits. */
export function VaryField({ rule, list, label, hints, options, most, off = false, is_written = false }: Props) {
  const { can_edit, config, set } = useScope('vary');
  const chosen = config.vary[rule];
  const rules = (Object.keys(hints) as VaryRule[]).map((value) => ({ value, label: VARY_RULES[value] }));
  const isOff = !can_edit || off !== false;
  return (
    <ConfigField group="vary" field={rule} also={[list]} label={label} hint={off || hints[chosen]}>
      <Choice
        label={label}
        options={rules}
        value={chosen}
        disabled={isOff}
        onChange={(value) => set('vary', { [rule]: value })}
      />
      {chosen === 'list' && off === false && (
        <Select
          className={styles['below'] ?? ''}
          mode={is_written ? 'tags' : 'multiple'}
          aria-label={`${label}：可以用的`}
          placeholder={is_written ? '写一个，按回车' : '选几个'}
          maxCount={most}
          optionFilterProp="label"
          loading={options === undefined}
          disabled={isOff}
          options={options ?? []}
          value={config.vary[list]}
          onChange={(values) => set('vary', { [list]: is_written ? written(values) : values })}
        />
      )}
    </ConfigField>
  );
}

/** As the server takes them: nothing empty, nothing too long, nothing twice. */
function written(values: (string | number)[]): string[] {
  const texts = values.map((value) => String(value).trim().slice(0, TITLE_MAX));
  return [...new Set(texts.filter((text) => text !== ''))];
}
