import { CloudUploadOutlined, FileOutlined, FolderOpenOutlined, LinkOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { lazy, Suspense, useRef, useState } from 'react';
import { addFiles } from './add-files.ts';
import { ACCEPTED } from './file-kind.ts';
import { pickedFromList } from './picked-file.ts';
import type { UploadTarget } from './upload-item.ts';

const LinkDialog = lazy(async () => ({ default: (await import('./LinkDialog.tsx')).LinkDialog }));

/** 上传 (files or a folder) and 链接导入. */
export function UploadActions({ target }: { target: UploadTarget | null }) {
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const [isLinking, setIsLinking] = useState(false);

  const take = (input: HTMLInputElement) => {
    const picked = pickedFromList(input.files);
    // The same file again is a change too.
    input.value = '';
    if (target && picked.length > 0) void addFiles(picked, target);
  };
  return (
    <>
      <Dropdown
        trigger={['click']}
        disabled={target === null}
        menu={{
          items: [
            { key: 'files', icon: <FileOutlined aria-hidden="true" />, label: '选择文件' },
            { key: 'folder', icon: <FolderOpenOutlined aria-hidden="true" />, label: '选择文件夹' },
          ],
          onClick: ({ key }) => (key === 'folder' ? folder : files).current?.click(),
        }}
      >
        <Button type="primary" icon={<CloudUploadOutlined aria-hidden="true" />} disabled={target === null}>
          上传
        </Button>
      </Dropdown>
      <Button icon={<LinkOutlined aria-hidden="true" />} disabled={target === null} onClick={() => setIsLinking(true)}>
        链接导入
      </Button>
      {/* Without a place to put them, files would be taken and forgotten. */}
      {target && (
        <>
          <input
            ref={files}
            type="file"
            hidden
            multiple
            aria-label="要上传的文件"
            accept={ACCEPTED}
            onChange={(event) => take(event.target)}
          />
          <input
            ref={folder}
            type="file"
            hidden
            aria-label="要上传的文件夹"
            {...{ webkitdirectory: '' }}
            onChange={(event) => take(event.target)}
          />
        </>
      )}
      {isLinking && target && (
        <Suspense fallback={null}>
          <LinkDialog target={target} onClose={() => setIsLinking(false)} />
        </Suspense>
      )}
    </>
  );
}
