import { InboxOutlined } from '@ant-design/icons';
import { type DragEvent, type ReactNode, useState } from 'react';
import styles from './FileDrop.module.css';

type Props = { enabled: boolean; onFile: (file: File) => void; children: ReactNode };

/** A script dropped anywhere on the page. */
export function FileDrop({ enabled, onFile, children }: Props) {
  const [isOver, setIsOver] = useState(false);
  const carriesFile = (event: DragEvent) => enabled && event.dataTransfer.types.includes('Files');
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- choosing by keyboard is the button's business
    <div
      className={styles['place']}
      onDragEnter={(event) => carriesFile(event) && setIsOver(true)}
      onDragOver={(event) => {
        if (carriesFile(event)) event.preventDefault();
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false);
      }}
      onDrop={(event) => {
        if (!carriesFile(event)) return;
        event.preventDefault();
        setIsOver(false);
        const [file] = event.dataTransfer.files;
        if (file) onFile(file);
      }}
    >
      {children}
      {isOver && (
        <div className={styles['cover']}>
          <InboxOutlined aria-hidden="true" />
          <p>松手导入台词</p>
          <small>txt、docx、xlsx、srt，最大 5 MB</small>
        </div>
      )}
    </div>
  );
}
