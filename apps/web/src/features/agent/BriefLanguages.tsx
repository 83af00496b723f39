import type { Platform } from '@mixreel/contract';
import { Button, Select } from 'antd';
import { useCall } from '#lib/use-call.ts';
import { Field } from '#ui/Field.tsx';
import fields from '#ui/Fields.module.css';
import styles from './Agent.module.css';

const DEFAULT = ['zh'];

type Props = {
  agent_project_id: string;
  platforms: Platform[];
  languages: string[];
  onChange: (languages: string[]) => void;
};

/** The languages of the videos, and what is spoken where they go. */
export function BriefLanguages({ agent_project_id, platforms, languages, onChange }: Props) {
  const all = useCall('language.list', {}, { stale_ms: 60_000 });
  const fitting = useCall('agent.languages', { agent_project_id, platforms }, { keep_previous: true });
  const chosen = languages.length > 0 ? languages : DEFAULT;
  const isForeign = chosen.some((one) => one !== 'zh');
  const cannot = all.data?.reasons.translate;
  const more = (fitting.data?.items ?? []).filter(({ language }) => !chosen.includes(language));
  return (
    <>
      <Field label="语言，轮流用">
        {(id) => (
          <Select
            id={id}
            mode="multiple"
            maxCount={6}
            value={chosen}
            options={(all.data?.items ?? []).map(({ language, language_name }) => ({
              value: language,
              label: language_name,
            }))}
            optionFilterProp="label"
            onChange={onChange}
          />
        )}
      </Field>
      {more.map(({ language, language_name, reason, is_spoken }) => (
        <p key={language} className={styles['quiet']}>
          <Button size="small" onClick={() => onChange([...chosen, language])}>
            加上{language_name}
          </Button>{' '}
          {reason}
          {!is_spoken && '；现在没有会说的音色'}
        </p>
      ))}
      {isForeign && cannot && <p className={fields['hint']}>翻译：{cannot}。这之前这些条先用中文。</p>}
    </>
  );
}
