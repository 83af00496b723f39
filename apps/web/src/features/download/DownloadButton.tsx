import { DownloadOutlined, DownOutlined } from '@ant-design/icons';
import { ARTWORKS_AT_ONCE } from '@mixreel/contract';
import { Button, type ButtonProps, Space } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { call } from '#lib/call.ts';
import { startDownload } from '#lib/start-download.ts';
import { showToast } from '#lib/toast.ts';

const DownloadDialog = lazy(async () => ({ default: (await import('./DownloadDialog.tsx')).DownloadDialog }));

const WITH_MORE = '连同字幕、封面一起…';

type Props = Pick<ButtonProps, 'type' | 'size' | 'disabled'> & {
  artwork_ids: string[];
  label?: string;
};

/** One finished video is downloaded at once, or with what belongs to it; of several it is asked how. */
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
  const isOne = artwork_ids.length === 1;
  const handleClick = () => {
    if (isOne) downloadOne().catch(() => {});
    else if (artwork_ids.length > ARTWORKS_AT_ONCE) showToast('warning', `一次最多下载 ${ARTWORKS_AT_ONCE} 条`);
    else setIsOpen(true);
  };
  return (
    <>
      <Space.Compact>
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
        {isOne && (
          <Button
            {...look}
            icon={<DownOutlined aria-hidden="true" />}
            disabled={disabled}
            aria-label={WITH_MORE}
            title={WITH_MORE}
            aria-haspopup="dialog"
            onClick={() => setIsOpen(true)}
          />
        )}
      </Space.Compact>
      <Suspense fallback={null}>
        {isOpen && <DownloadDialog artwork_ids={artwork_ids} onClose={() => setIsOpen(false)} />}
      </Suspense>
    </>
  );
}
