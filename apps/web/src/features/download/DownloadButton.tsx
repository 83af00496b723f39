import { DownloadOutlined } from '@ant-design/icons';
import { ARTWORKS_AT_ONCE } from '@mixreel/contract';
import { Button, type ButtonProps } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { call } from '#lib/call.ts';
import { showToast } from '#lib/toast.ts';
import { startDownload } from './start-download.ts';

const DownloadDialog = lazy(async () => ({ default: (await import('./DownloadDialog.tsx')).DownloadDialog }));

type Props = Pick<ButtonProps, 'type' | 'size' | 'disabled'> & {
  artwork_ids: string[];
  label?: string;
};

/** One finished video is downloaded at once; of several it is asked how. */
export function DownloadButton({ artwork_ids, label = '下载', disabled = false, ...look }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const [isAsking, setIsAsking] = useState(false);

  const downloadOne = async () => {
    setIsAsking(true);
    try {
      const { url, file_name } = await call('download.add', { artwork_ids });
      if (url) startDownload(url, file_name);
    } finally {
      setIsAsking(false);
    }
  };
  const handleClick = () => {
    if (artwork_ids.length === 1) downloadOne().catch(() => {});
    else if (artwork_ids.length > ARTWORKS_AT_ONCE) showToast('warning', `一次最多下载 ${ARTWORKS_AT_ONCE} 条`);
    else setIsOpen(true);
  };
  return (
    <>
      <Button
        {...look}
        icon={<DownloadOutlined aria-hidden="true" />}
        disabled={disabled || artwork_ids.length === 0}
        loading={isAsking}
        {...(artwork_ids.length > 1 && { 'aria-haspopup': 'dialog' })}
        onClick={handleClick}
      >
        {label}
      </Button>
      <Suspense fallback={null}>
        {isOpen && <DownloadDialog artwork_ids={artwork_ids} onClose={() => setIsOpen(false)} />}
      </Suspense>
    </>
  );
}
