import { ScissorOutlined } from '@ant-design/icons';
import { DRAFTS_AT_ONCE } from '@mixreel/contract';
import { Button, type ButtonProps } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { showToast } from '#lib/toast.ts';
import type { DraftOf } from './draft-of.ts';

const DraftDialog = lazy(async () => ({ default: (await import('./DraftDialog.tsx')).DraftDialog }));

type Props = Pick<ButtonProps, 'type' | 'size' | 'disabled'> & DraftOf & { label?: string };

/** Gives videos on to another editor: JianYing, CapCut, or whatever reads OTIO, FCPXML or SRT. */
export function DraftButton({
  project_id,
  artwork_ids = [],
  candidate_ids = [],
  label = '导出工程',
  disabled = false,
  ...look
}: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const count = artwork_ids.length + candidate_ids.length;
  const open = () => {
    if (count > DRAFTS_AT_ONCE) showToast('warning', `一次最多导出 ${DRAFTS_AT_ONCE} 条`);
    else setIsOpen(true);
  };
  return (
    <>
      <Button
        {...look}
        icon={<ScissorOutlined aria-hidden="true" />}
        disabled={disabled || count === 0}
        aria-haspopup="dialog"
        onClick={open}
      >
        {label}
      </Button>
      <Suspense fallback={null}>
        {isOpen && (
          <DraftDialog
            project_id={project_id}
            artwork_ids={artwork_ids}
            candidate_ids={candidate_ids}
            onClose={() => setIsOpen(false)}
          />
        )}
      </Suspense>
    </>
  );
}
