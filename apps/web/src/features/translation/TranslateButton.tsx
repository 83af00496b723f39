import { TranslationOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { useCall } from '#lib/use-call.ts';
import type { Kept } from './use-drafts.ts';
import styles from './Translation.module.css';

const TranslateDialog = lazy(async () => ({ default: (await import('./TranslateDialog.tsx')).TranslateDialog }));

type Props = {
  document_id: string;
  can_edit: boolean;
  /** Another document of the same kind, by its address. */
  pathOf: (document: { document_id: string; project_id: string }) => string;
  /** What is not saved yet goes first. */
  onSave: () => Promise<boolean>;
};

/** The way to another language, and of a translation the way back to what it was made of. */
export function TranslateButton({ document_id, can_edit, pathOf, onSave }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const [kept] = useState<Kept>(() => new Map());
  const links = useCall('translation.links', { document_id }, { stale_ms: 30_000 });
  const source = links.data?.source ?? null;
  return (
    <>
      {source && (
        <Link className={styles['source']} to={pathOf(source)} title={`译自「${source.name}」`}>
          {source.language_name}版{source.changed > 0 ? ` · 原文改了 ${source.changed} 处` : ' · 看原文'}
        </Link>
      )}
      {can_edit && (
        <Button type="text" icon={<TranslationOutlined aria-hidden="true" />} onClick={() => setIsOpen(true)}>
          翻译
        </Button>
      )}
      {isOpen && (
        <Suspense>
          <TranslateDialog
            document_id={document_id}
            copies={links.data?.copies ?? []}
            pathOf={pathOf}
            onSave={onSave}
            kept={kept}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
