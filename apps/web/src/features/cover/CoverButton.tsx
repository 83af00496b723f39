import { PictureOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ComponentProps, lazy, Suspense, useState } from 'react';
import type { CoverDialog as Dialog } from './CoverDialog.tsx';

const CoverDialog = lazy(async () => ({ default: (await import('./CoverDialog.tsx')).CoverDialog }));

/** Opens the cover of a video, made or not: to be looked at, changed and saved. */
export function CoverButton(given: Omit<ComponentProps<typeof Dialog>, 'onClose'>) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button icon={<PictureOutlined aria-hidden="true" />} onClick={() => setIsOpen(true)}>
        封面
      </Button>
      <Suspense fallback={null}>{isOpen && <CoverDialog {...given} onClose={() => setIsOpen(false)} />}</Suspense>
    </>
  );
}
