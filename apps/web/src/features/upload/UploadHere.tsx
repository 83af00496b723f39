import { InboxOutlined } from '@ant-design/icons';
import { acceptedText } from '@mixreel/contract';
import { type DragEvent, type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { addFiles } from './add-files.ts';
import { pickedFromDrop } from './picked-file.ts';
import type { UploadTarget } from './upload-item.ts';
import styles from './Upload.module.css';

type Props = {
  /** Null where nothing may be uploaded. */
  target: UploadTarget | null;
  children: ReactNode;
};

/** Around a page: files and folders dropped anywhere on it are uploaded. */
export function UploadHere({ target, children }: Props) {
  const [isOver, setIsOver] = useState(false);
  // React sends what happens in a dialog here too, though the dialog lies above the page: those files are not for us.
  const carriesFile = ({ currentTarget, target: at, dataTransfer }: DragEvent) =>
    target !== null && currentTarget.contains(at as Node) && dataTransfer.types.includes('Files');
  // The window says when a drag that left it, or was given up with Escape, is over.
  const forget = useEffectEvent(() => setIsOver(false));
  useEffect(() => {
    const end = () => forget();
    window.addEventListener('dragend', end);
    window.addEventListener('drop', end);
    return () => {
      window.removeEventListener('dragend', end);
      window.removeEventListener('drop', end);
    };
  }, []);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- choosing by keyboard is the button's business
    <div
      className={styles['place']}
      onDragEnter={(event) => carriesFile(event) && setIsOver(true)}
      onDragOver={(event) => {
        if (!carriesFile(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
        // Whoever came before the page knew where to upload entered unseen.
        setIsOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false);
      }}
      onDrop={(event) => {
        if (!carriesFile(event) || !target) return;
        event.preventDefault();
        setIsOver(false);
        void pickedFromDrop(event.dataTransfer).then((picked) => addFiles(picked, target));
      }}
    >
      {children}
      {isOver && target && (
        <div className={styles['cover']}>
          <InboxOutlined aria-hidden="true" />
          <p>松手上传到{target.place}</p>
          <small>文件或整个文件夹都可以；视频最大 4 GB，图片最大 10 MB，音频最大 500 MB</small>
          <small>{acceptedText()}</small>
        </div>
      )}
    </div>
  );
}
