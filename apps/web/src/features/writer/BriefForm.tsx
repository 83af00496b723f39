import {
  BRIEF_FIELDS,
  PLATFORM_NAMES,
  SCRIPT_SECONDS,
  SCRIPT_VERSIONS_MAX,
  SECTIONS,
  STRUCTURES,
  type StructureKey,
  type TARGET_PLATFORMS,
  TONES,
  type Tone,
} from '@mixreel/contract';
import { Input, InputNumber, Select } from 'antd';
import { Choice } from '#ui/Choice.tsx';
import { Field } from '#ui/Field.tsx';
import type { Draft } from './draft.ts';
import { STRUCTURE_HINTS } from './structures.ts';
import fields from '#ui/Fields.module.css';
import styles from './Writer.module.css';

const TONE_OPTIONS = (Object.keys(TONES) as Tone[]).map((value) => ({ value, label: TONES[value] }));
const PLATFORM_OPTIONS = [
  { value: '', label: '不限平台' },
  ...(Object.keys(PLATFORM_NAMES) as (typeof TARGET_PLATFORMS)[number][]).map((value) => ({
    value,
    label: PLATFORM_NAMES[value],
  })),
];
const SECTION_OPTIONS = Object.entries(SECTIONS)
  .filter(([value]) => value !== 'hook')
  .map(([value, label]) => ({ value, label }));
const STRUCTURE_OPTIONS = [
  { value: '', label: '自动，每版不同' },
  ...(Object.keys(STRUCTURES) as StructureKey[]).map((value) => ({
    value: value as string,
    label: `${STRUCTURES[value]}：${STRUCTURE_HINTS[value]}`,
  })),
  { value: 'own', label: '自己排段落' },
];

type Props = { draft: Draft; onChange: (draft: Draft) => void; problem: string };

/** What a script is written from, and how. */
export function BriefForm({ draft, onChange, problem }: Props) {
  const put = (change: Partial<Draft>) => onChange({ ...draft, ...change });
  const line = (field: 'name' | 'category' | 'price' | 'promotion' | 'audience', most: number, hint: string) => (
    <Field label={BRIEF_FIELDS[field]}>
      {(id) => (
        <Input
          id={id}
          value={draft[field]}
          maxLength={most}
          placeholder={hint}
          {...(field === 'name' && problem && { status: 'error' as const })}
          onChange={({ target }) => put({ [field]: target.value })}
        />
      )}
    </Field>
  );
  const list = (field: 'points' | 'pains' | 'proofs', hint: string, rows: number) => (
    <Field label={`${BRIEF_FIELDS[field]}，一行一条`}>
      {(id) => (
        <Input.TextArea
          id={id}
          value={draft[field]}
          rows={rows}
          maxLength={2000}
          placeholder={hint}
          onChange={({ target }) => put({ [field]: target.value })}
        />
      )}
    </Field>
  );
  return (
    <div className={styles['brief']}>
      <div className={styles['pair']}>
        {line('name', 60, '例如 山丘冷萃咖啡液')}
        {line('category', 30, '例如 咖啡液')}
      </div>
      {problem && (
        <p className={fields['hint']} data-bad="true" role="alert">
          {problem}
        </p>
      )}
      {list('points', '三秒冲好一杯\n0 蔗糖，加奶加水都行', 3)}
      {list('pains', '早上起不来，咖啡店还要排队', 2)}
      {list('proofs', '每批都有检测报告', 2)}
      <div className={styles['pair']}>
        {line('price', 60, '例如 39.9 元/盒')}
        {line('promotion', 120, '例如 第二件半价')}
      </div>
      <div className={styles['pair']}>
        {line('audience', 60, '例如 上班族')}
        <Field label="平台">
          {(id) => (
            <Select
              id={id}
              value={draft.platform ?? ''}
              options={PLATFORM_OPTIONS}
              onChange={(value) => put({ platform: value === '' ? null : (value as Draft['platform']) })}
            />
          )}
        </Field>
      </div>
      <Field label="结构">
        {(id) => (
          <Select
            id={id}
            value={draft.structure ?? ''}
            options={STRUCTURE_OPTIONS}
            onChange={(value) => put({ structure: value === '' ? null : (value as Draft['structure']) })}
          />
        )}
      </Field>
      {draft.structure === 'own' && (
        <Field label="段落，按选的先后排">
          {(id) => (
            <Select
              id={id}
              mode="multiple"
              value={draft.sections}
              options={SECTION_OPTIONS}
              placeholder="开头吸引总在最前面"
              onChange={(sections) => put({ sections })}
            />
          )}
        </Field>
      )}
      <div className={styles['numbers']}>
        <Field label="多长，秒">
          {(id) => (
            <InputNumber<number>
              id={id}
              min={SCRIPT_SECONDS.min}
              max={SCRIPT_SECONDS.max}
              precision={0}
              value={draft.seconds}
              onChange={(seconds) => seconds !== null && put({ seconds })}
            />
          )}
        </Field>
        <Field label="写几版">
          {(id) => (
            <InputNumber<number>
              id={id}
              min={1}
              max={SCRIPT_VERSIONS_MAX}
              precision={0}
              value={draft.versions}
              onChange={(versions) => versions !== null && put({ versions })}
            />
          )}
        </Field>
        <div className={fields['field']}>
          <span>语气</span>
          <Choice label="语气" options={TONE_OPTIONS} value={draft.tone} onChange={(tone) => put({ tone })} />
        </div>
      </div>
    </div>
  );
}
