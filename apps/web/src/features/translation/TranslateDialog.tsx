import type { LinkedCopy } from '@mixreel/contract';
import { Modal, Select } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { onward } from '#lib/go.ts';
import { showToast } from '#lib/toast.ts';
import { useCall, useSend } from '#lib/use-call.ts';
import { Choice } from '#ui/Choice.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { LoadingRows } from '#ui/LoadingRows.tsx';
import { TranslateRows } from './TranslateRows.tsx';
import type { Kept } from './use-drafts.ts';
import styles from './Translation.module.css';

type Parts = 'said' | 'all';
const PARTS: { value: Parts; label: string }[] = [
  { value: 'said', label: '台词和字幕' },
  { value: 'all', label: '全部文字' },
];

type Props = {
  document_id: string;
  copies: LinkedCopy[];
  pathOf: (document: { document_id: string; project_id: string }) => string;
  onSave: () => Promise<boolean>;
  /** What was written before and is no document yet. */
  kept: Kept;
  onClose: () => void;
};

/** A board or a mix in another language: by a service, or by somebody who gets a table; nothing counts until it is made. */
export function TranslateDialog({ document_id, copies, pathOf, onSave, kept, onClose }: Props) {
  const [language, setLanguage] = useState('en');
  const [parts, setParts] = useState<Parts>('said');
  const languages = useCall('language.list', {}, { stale_ms: 60_000 });
  const plan = useCall('translation.plan', { document_id, language, parts }, { stale_ms: 0 });
  const add = useSend('translation.add', { refresh: ['translation.links', 'story.list', 'mix.list'] });
  const chosen = languages.data?.items.find((one) => one.language === language);
  const others = languages.data?.items.filter((one) => one.language !== plan.data?.source) ?? [];
  const name = `${language} ${parts}`;
  const copy = copies.find((one) => one.language === language);

  const make = async (texts: { key: string; text: string }[], is_bilingual: boolean) => {
    const goOn = onward();
    await onSave();
    const made = await add.mutateAsync({ document_id, language, parts, texts, is_bilingual });
    kept.delete(name);
    showToast('success', [`已生成${chosen?.language_name ?? ''}版`, ...made.notices].join('；'));
    onClose();
    goOn(pathOf(made));
  };
  return (
    <Modal open centered width={1040} title="翻译成另一种语言" footer={null} onCancel={onClose}>
      <div className={styles['choices']}>
        <Select
          aria-label="译成"
          className={styles['language'] ?? ''}
          value={language}
          showSearch
          optionFilterProp="label"
          options={others.map((one) => ({ value: one.language, label: `${one.language_name} ${one.native_name}` }))}
          onChange={setLanguage}
        />
        {plan.data?.kind === 'story' && <Choice label="译哪些" options={PARTS} value={parts} onChange={setParts} />}
        {copy && (
          <Link to={pathOf(copy)} onClick={onClose}>
            已有{copy.language_name}版{copy.changed > 0 && `，原文后来改了 ${copy.changed} 处`}
          </Link>
        )}
      </div>
      {plan.error ? (
        <ErrorState title="没有读到要翻译的文字" error={plan.error} onRetry={() => void plan.refetch()} />
      ) : !plan.data || !languages.data || !chosen ? (
        <LoadingRows count={5} label="正在读取要翻译的文字" />
      ) : (
        <TranslateRows
          key={name}
          kept={kept}
          name={name}
          document_id={document_id}
          plan={plan.data}
          language={chosen}
          parts={parts}
          no_translator={languages.data.reasons.translate}
          is_making={add.isPending}
          onMake={(texts, is_bilingual) => void make(texts, is_bilingual).catch(() => {})}
          onGlossary={() => void plan.refetch()}
        />
      )}
    </Modal>
  );
}
