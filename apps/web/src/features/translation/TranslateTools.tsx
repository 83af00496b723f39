import { BookOutlined, DownloadOutlined, ImportOutlined, TranslationOutlined } from '@ant-design/icons';
import type { Language } from '@mixreel/contract';
import { Alert, Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { ScriptFileButton } from '#features/audio/ScriptFileButton.tsx';
import { readBase64 } from '#lib/base64.ts';
import { call, type OutputOf } from '#lib/call.ts';
import { saveBytes } from '#lib/save-bytes.ts';
import { showToast } from '#lib/toast.ts';
import { Incoming } from './Incoming.tsx';
import type { Drafts } from './use-drafts.ts';
import styles from './Translation.module.css';

const GlossaryDialog = lazy(async () => ({ default: (await import('./GlossaryDialog.tsx')).GlossaryDialog }));

type Props = {
  document_id: string;
  plan: OutputOf<'translation.plan'>;
  language: Language;
  parts: 'said' | 'all';
  drafts: Drafts;
  no_translator: string | null;
  left: number;
  is_running: boolean;
  onTranslate: () => void;
  onStop: () => void;
  onTexts: (texts: (readonly [key: string, text: string])[]) => void;
  onGlossary: () => void;
};

/** Who translates: a service, or a person by a table that goes out and comes back. */
export function TranslateTools(props: Props) {
  const { document_id, plan, language, parts, drafts, no_translator, left, is_running } = props;
  const { onTranslate, onStop, onTexts, onGlossary } = props;
  const [incoming, setIncoming] = useState<OutputOf<'translation.readTable'> | null>(null);
  const [hasGlossary, setHasGlossary] = useState(false);
  const about = { document_id, language: language.language, parts };

  const send = async () => {
    const texts = Array.from(drafts, ([key, text]) => ({ key, text }));
    const { file_name, content_base64 } = await call('translation.table', { ...about, texts });
    saveBytes(content_base64, file_name);
    showToast('success', `「${file_name}」已经开始下载，译好后从这里导入`);
  };
  const take = async (file: File) => {
    const content_base64 = await readBase64(file);
    setIncoming(await call('translation.readTable', { ...about, file_name: file.name, content_base64 }));
  };
  return (
    <>
      {no_translator !== null && (
        <Alert
          className={styles['notice'] ?? ''}
          type="info"
          showIcon
          title={`${no_translator}。可以导出表格请人翻译，译好再导入；也可以直接在下面填写`}
        />
      )}
      <div className={styles['tools']}>
        {no_translator === null &&
          (is_running ? (
            <Button onClick={onStop}>停止翻译</Button>
          ) : (
            <Button
              icon={<TranslationOutlined aria-hidden="true" />}
              disabled={left === 0}
              onClick={onTranslate}
            >{`自动翻译${left > 0 ? ` ${left} 句` : ''}`}</Button>
          ))}
        <Button icon={<DownloadOutlined aria-hidden="true" />} onClick={() => void send().catch(() => {})}>
          导出译者表格
        </Button>
        <ScriptFileButton
          label="导入译者表格"
          icon={<ImportOutlined aria-hidden="true" />}
          name="译者表格文件"
          extensions={['.xlsx']}
          onFile={(file) => void take(file).catch(() => {})}
        />
        <Button type="text" icon={<BookOutlined aria-hidden="true" />} onClick={() => setHasGlossary(true)}>
          术语表
        </Button>
      </div>
      {incoming && (
        <Incoming
          {...{ plan, drafts, incoming }}
          onTake={() => {
            onTexts(incoming.texts.map(({ key, text }) => [key, text]));
            setIncoming(null);
          }}
          onLeave={() => setIncoming(null)}
        />
      )}
      {hasGlossary && (
        <Suspense>
          <GlossaryDialog
            language={language}
            onClose={() => {
              setHasGlossary(false);
              onGlossary();
            }}
          />
        </Suspense>
      )}
    </>
  );
}
