import {
  AGENT_ROWS_MAX,
  BRIEF_FIELDS,
  FACT_KINDS,
  PLATFORM_NAMES,
  type Platform,
  RATIOS,
  type Ratio,
  SCRIPT_SECONDS,
} from '@mixreel/contract';
import { Button, Checkbox, Input, InputNumber, Select } from 'antd';
import { useVoices } from '#features/voice/voices.ts';
import { useCall } from '#lib/use-call.ts';
import { Field } from '#ui/Field.tsx';
import { Pill } from '#ui/Pill.tsx';
import type { AgentDraft } from './brief-draft.ts';
import { BriefLanguages } from './BriefLanguages.tsx';
import { BriefPlaces } from './BriefPlaces.tsx';
import { BriefWords } from './BriefWords.tsx';
import { EarlierBrief } from './EarlierBrief.tsx';
import fields from '#ui/Fields.module.css';
import styles from './Agent.module.css';

const PLATFORM_OPTIONS = (Object.keys(PLATFORM_NAMES) as Platform[]).map((value) => ({
  value,
  label: PLATFORM_NAMES[value],
}));
const LENGTH_OPTIONS = [5, 10, 15, 20, 30, 45, 60].map((value) => ({ value, label: `${value} 秒` }));
const RATIO_OPTIONS = (Object.keys(RATIOS) as Ratio[]).map((value) => ({ value, label: value }));

type Props = {
  project_id: string;
  agent_project_id: string;
  draft: AgentDraft;
  problem: string;
  /** Whether its rows may be a trial. */
  is_ad: boolean;
  can_edit: boolean;
  onChange: (draft: AgentDraft) => void;
};

/** What an agent works from: the product, what may not be said, and what is wanted. */
export function BriefPanel({ project_id, agent_project_id, draft, problem, is_ad, can_edit, onChange }: Props) {
  const voices = useVoices();
  const music = useCall('music.list', { page_size: 100 }, { stale_ms: 300_000 });
  const put = (change: Partial<AgentDraft>) => onChange({ ...draft, ...change });
  const say = (change: Partial<AgentDraft['product']>) => put({ product: { ...draft.product, ...change } });
  const line = (field: 'name' | 'category' | 'price' | 'promotion' | 'audience', most: number, hint: string) => (
    <Field label={BRIEF_FIELDS[field]}>
      {(id) => (
        <Input
          id={id}
          value={draft.product[field]}
          maxLength={most}
          placeholder={hint}
          onChange={({ target }) => say({ [field]: target.value })}
        />
      )}
    </Field>
  );
  const list = (field: 'points' | 'pains' | 'proofs', hint: string, rows: number) => (
    <Field label={`${BRIEF_FIELDS[field]}，一行一条`}>
      {(id) => (
        <Input.TextArea
          id={id}
          value={draft.product[field]}
          rows={rows}
          maxLength={3000}
          placeholder={hint}
          onChange={({ target }) => say({ [field]: target.value })}
        />
      )}
    </Field>
  );
  return (
    <fieldset className={styles['brief']} disabled={!can_edit} aria-label="商品资料">
      <section aria-label="商品">
        <h2>商品</h2>
        <p className={styles['quiet']}>把 Word、PDF、Excel、PPT、文本或图片拖进来，对着原句勾选；也可以自己写。</p>
        {problem && (
          <p className={fields['hint']} data-bad="true" role="alert">
            {problem}
          </p>
        )}
        <EarlierBrief project_id={project_id} agent_project_id={agent_project_id} draft={draft} onTake={onChange} />
        <div className={styles['pair']}>
          {line('name', 60, '例如 山丘冷萃咖啡液')}
          {line('category', 30, '例如 咖啡液')}
        </div>
        {list('points', '三秒冲好一杯\n0 蔗糖，加奶加水都行', 5)}
        <BriefWords
          agent_project_id={agent_project_id}
          said={draft.product.points}
          onTake={(word) => say({ points: [draft.product.points.trimEnd(), word].filter(Boolean).join('\n') })}
        />
        {list('pains', '早上起不来，咖啡店还要排队', 2)}
        {list('proofs', '每批都有检测报告', 2)}
        <div className={styles['pair']}>
          {line('price', 60, '例如 39.9 元/盒')}
          {line('promotion', 120, '例如 第二件半价')}
        </div>
        <div className={styles['pair']}>
          {line('audience', 60, '例如 上班族')}
          <Field label="品牌">
            {(id) => (
              <Input
                id={id}
                value={draft.brand}
                maxLength={60}
                onChange={({ target }) => put({ brand: target.value })}
              />
            )}
          </Field>
        </div>
        <Field label="不能出现的词，用空格隔开">
          {(id) => (
            <Input
              id={id}
              value={draft.forbidden}
              maxLength={1000}
              placeholder="广告法禁用的词不用写，已经会检查"
              onChange={({ target }) => put({ forbidden: target.value })}
            />
          )}
        </Field>
        {draft.facts.length > 0 && (
          <div className={fields['field']}>
            <span>锁定的事实，文案里不能说错</span>
            <ul className={styles['facts']} aria-label="锁定的事实">
              {draft.facts.map(({ id, kind, text, source }) => (
                <li key={id}>
                  <b>{text}</b> <Pill>{FACT_KINDS[kind]}</Pill>
                  {source && <small title={source.sentence}>{source.file}</small>}
                  <Button
                    size="small"
                    type="text"
                    aria-label={`去掉 ${text}`}
                    onClick={() => put({ facts: draft.facts.filter((fact) => fact.id !== id) })}
                  >
                    去掉
                  </Button>
                </li>
              ))}
            </ul>
          </div>
        )}
      </section>
      <section aria-label="要什么">
        <h2>要什么</h2>
        <div className={styles['pair']}>
          <Field label={`几条，最多 ${AGENT_ROWS_MAX}`}>
            {(id) => (
              <InputNumber<number>
                id={id}
                min={1}
                max={AGENT_ROWS_MAX}
                precision={0}
                value={draft.count}
                onChange={(count) => count !== null && put({ count })}
              />
            )}
          </Field>
          <Field label="每条多长，秒">
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
        </div>
        <Field label="还要这些时长，轮流用">
          {(id) => (
            <Select
              id={id}
              mode="multiple"
              maxCount={3}
              value={draft.other_seconds}
              options={LENGTH_OPTIONS.filter(({ value }) => value !== draft.seconds)}
              placeholder="只要这一种"
              onChange={(other_seconds: number[]) => put({ other_seconds })}
            />
          )}
        </Field>
        <Field label="发到哪里">
          {(id) => (
            <Select
              id={id}
              mode="multiple"
              value={draft.platforms}
              options={PLATFORM_OPTIONS}
              placeholder="不选就按抖音的字数"
              onChange={(platforms: Platform[]) => put({ platforms })}
            />
          )}
        </Field>
        <Field label="画幅，轮流用">
          {(id) => (
            <Select
              id={id}
              mode="multiple"
              value={draft.ratios}
              options={RATIO_OPTIONS}
              onChange={(ratios: Ratio[]) => put({ ratios })}
            />
          )}
        </Field>
        <BriefLanguages
          agent_project_id={agent_project_id}
          platforms={draft.platforms}
          languages={draft.languages}
          onChange={(languages) => put({ languages })}
        />
        <Checkbox checked={draft.is_spoken} onChange={({ target }) => put({ is_spoken: target.checked })}>
          配音（不配音时只有字幕）
        </Checkbox>
        {draft.is_spoken && (
          <Field label="音色，轮流用">
            {(id) => (
              <Select
                id={id}
                mode="multiple"
                value={draft.voice_ids}
                options={(voices.data ?? []).map(({ voice_id, voice_name }) => ({
                  value: voice_id,
                  label: voice_name,
                }))}
                optionFilterProp="label"
                placeholder="默认音色"
                onChange={(voice_ids: string[]) => put({ voice_ids })}
              />
            )}
          </Field>
        )}
        {is_ad && <TrialFields factors={draft.factors} onChange={(factors) => put({ factors })} />}
        <Field label="音乐，轮流用">
          {(id) => (
            <Select
              id={id}
              mode="multiple"
              value={draft.music_ids}
              options={(music.data?.items ?? []).map(({ music_id, title }) => ({ value: music_id, label: title }))}
              optionFilterProp="label"
              placeholder="不加音乐"
              onChange={(music_ids: string[]) => put({ music_ids })}
            />
          )}
        </Field>
        <BriefPlaces project_id={project_id} draft={draft} onChange={put} />
      </section>
    </fieldset>
  );
}

type Factors = AgentDraft['factors'];

/** Of an ad: everything different, or one thing at a time. */
function TrialFields({ factors, onChange }: { factors: Factors; onChange: (factors: Factors) => void }) {
  return (
    <>
      <Checkbox
        checked={factors !== null}
        onChange={({ target }) => onChange(target.checked ? { openings: 4, calls: 2 } : null)}
      >
        按因素试验（开头 × 音色 × 号召，其余一样）
      </Checkbox>
      {factors && (
        <div className={styles['pair']}>
          <Field label="几种开头">
            {(id) => (
              <InputNumber<number>
                id={id}
                min={1}
                max={10}
                precision={0}
                value={factors.openings}
                onChange={(openings) => openings !== null && onChange({ ...factors, openings })}
              />
            )}
          </Field>
          <Field label="几种号召">
            {(id) => (
              <InputNumber<number>
                id={id}
                min={1}
                max={5}
                precision={0}
                value={factors.calls}
                onChange={(calls) => calls !== null && onChange({ ...factors, calls })}
              />
            )}
          </Field>
        </div>
      )}
    </>
  );
}
