import type { Language } from '@mixreel/contract';
import { checkTranslation, type TranslationProblem } from '@mixreel/contract/translation';
import { Alert, Button, Checkbox } from 'antd';
import { memo, useMemo, useState } from 'react';
import type { OutputOf } from '#lib/call.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { GrowingText } from '#ui/GrowingText.tsx';
import { TranslateTools } from './TranslateTools.tsx';
import { type Kept, useDrafts } from './use-drafts.ts';
import styles from './Translation.module.css';

type Plan = OutputOf<'translation.plan'>;
type Passage = Plan['passages'][number];
type Props = {
  document_id: string;
  plan: Plan;
  language: Language;
  parts: 'said' | 'all';
  /** Where what is written is kept, and by which name. */
  kept: Kept;
  name: string;
  /** Why no machine translates; null: one does. */
  no_translator: string | null;
  is_making: boolean;
  onMake: (texts: { key: string; text: string }[], is_bilingual: boolean) => void;
  onGlossary: () => void;
};

/** What is said, beside what it becomes, with everything that is wrong with it: a person has the last word. */
export function TranslateRows(props: Props) {
  const { document_id, plan, language, parts, kept, name, no_translator, is_making, onMake, onGlossary } = props;
  const { drafts, put, work, translate, stop } = useDrafts(plan, language.language, kept, name);
  const [isBilingual, setIsBilingual] = useState(false);
  const [onlyWrong, setOnlyWrong] = useState(false);
  const rules = useMemo(
    () => ({ ...language, names: plan.names, glossary: plan.glossary, rate: 1 }),
    [language, plan.names, plan.glossary],
  );
  const problems = useMemo(
    () => new Map(plan.passages.map((one) => [one.key, checkTranslation(one, drafts.get(one.key) ?? '', rules)])),
    [plan.passages, drafts, rules],
  );
  const found = [...problems.values()].flat();
  const count = (...kinds: TranslationProblem['kind'][]) => found.filter(({ kind }) => kinds.includes(kind)).length;
  const [left, wrong, long] = [count('missing'), count('language', 'number', 'name', 'term'), count('long')];
  const done = plan.passages.length - left;
  const shown = onlyWrong ? plan.passages.filter(({ key }) => (problems.get(key)?.length ?? 0) > 0) : plan.passages;
  if (plan.passages.length === 0) return <EmptyState title="还没有可以翻译的文字" text="写几句台词再来翻译。" />;
  return (
    <>
      <TranslateTools
        {...{ document_id, plan, language, parts, drafts, no_translator, left, onGlossary }}
        is_running={work.is_running}
        onTranslate={() => void translate()}
        onStop={stop}
        onTexts={put}
      />
      {work.problem && (
        <Alert
          className={styles['notice'] ?? ''}
          type="error"
          showIcon
          title={`${work.problem}。译好的都在，可以再点一次继续，或导出表格请人翻译`}
        />
      )}
      <ol className={styles['rows']} aria-label="原文和译文">
        {shown.map((passage) => (
          <Row
            key={passage.key}
            passage={passage}
            text={drafts.get(passage.key) ?? ''}
            problems={problems.get(passage.key) ?? NONE}
            is_rtl={language.is_rtl}
            onText={put}
          />
        ))}
      </ol>
      <div className={styles['foot']}>
        <span role="status">
          {`${done} / ${plan.passages.length} 句有译文`}
          {wrong > 0 && `，${wrong} 处要核对`}
          {long > 0 && `，${long} 句放不下`}
        </span>
        <Checkbox checked={onlyWrong} onChange={({ target }) => setOnlyWrong(target.checked)}>
          只看有问题的
        </Checkbox>
        <Checkbox checked={isBilingual} onChange={({ target }) => setIsBilingual(target.checked)}>
          字幕显示两种语言
        </Checkbox>
        <Button
          type="primary"
          disabled={done === 0 || work.is_running}
          loading={is_making}
          onClick={() =>
            onMake(
              Array.from(drafts, ([key, text]) => ({ key, text })),
              isBilingual,
            )
          }
        >
          生成{language.language_name}版
        </Button>
      </div>
    </>
  );
}

const NONE: TranslationProblem[] = [];

type RowProps = {
  passage: Passage;
  text: string;
  problems: TranslationProblem[];
  is_rtl: boolean;
  onText: (texts: (readonly [string, string])[]) => void;
};

const Row = memo(function Row({ passage, text, problems, is_rtl, onText }: RowProps) {
  const { key, place, text: source, seconds, kind } = passage;
  return (
    <li className={styles['row']}>
      <div>
        <small>
          {place}
          {seconds !== null && kind !== 'words' && ` · ${Math.round(seconds * 10) / 10} 秒`}
        </small>
        <p>{source}</p>
      </div>
      <div>
        <GrowingText
          aria-label={`${place}的译文`}
          value={text}
          least={1}
          most={5}
          maxLength={1000}
          dir={is_rtl ? 'rtl' : 'ltr'}
          onChange={({ target }) => onText([[key, target.value]])}
        />
        {text.trim() !== '' &&
          problems.map(({ kind: what, message }) => (
            <small key={message} data-kind={what === 'long' ? 'long' : 'wrong'}>
              {message}
            </small>
          ))}
      </div>
    </li>
  );
});
