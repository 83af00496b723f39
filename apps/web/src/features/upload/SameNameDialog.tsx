import { FileOutlined } from '@ant-design/icons';
import { kindOf } from '@mixreel/contract';
import { Button, Checkbox, Modal } from 'antd';
import { useCallback, useState } from 'react';
import { formatSize, formatTime } from '#lib/format.ts';
import type { Asking, SameNameAnswer, SameNameAnswers } from './same-names.ts';
import styles from './SameName.module.css';

type Choice = { choice: SameNameAnswer; label: string; text: string };

const SKIP: Choice = { choice: 'skip', label: '跳过', text: '不上传这个文件' };
const USE_OLD: Choice = { choice: 'use_old', label: '用已有的', text: '不上传，用素材库里的' };
const OTHERS: Choice[] = [
  { choice: 'replace', label: '替换', text: '新文件代替已有的' },
  { choice: 'keep_both', label: '保留两者', text: '新文件改名后上传' },
];

/** Which of two with one name is wanted; asked file by file, or once for all. */
export function SameNameDialog({ asking: { same, can_use_old, answer } }: { asking: Asking }) {
  const [at, setAt] = useState(0);
  const [isForAll, setIsForAll] = useState(false);
  const [answers] = useState<SameNameAnswers>(() => new Map());
  const current = same[at];
  if (!current) return null;
  const { file, exists } = current;
  const [old] = exists;
  const left = same.length - at - 1;

  const decide = (choice: SameNameAnswer, { forAll = isForAll } = {}) => {
    for (const { file } of same.slice(at, forAll ? undefined : at + 1)) answers.set(file, choice);
    if (forAll || left === 0) answer(answers);
    else setAt(at + 1);
  };
  return (
    <Modal
      open
      centered
      width={560}
      title={same.length > 1 ? `有同名素材（${at + 1}/${same.length}）` : '有同名素材'}
      mask={{ closable: false }}
      footer={null}
      onCancel={() => decide('skip', { forAll: true })}
    >
      <p className={styles['name']}>{file.name}</p>
      <div className={styles['pair']}>
        <figure>
          <div className={styles['picture']}>
            {old?.cover_url ? <img src={old.cover_url} alt="" /> : <FileOutlined aria-hidden="true" />}
          </div>
          <figcaption>
            <strong>{exists.length > 1 ? `已有的 ${exists.length} 个` : '已有的'}</strong>
            {old && (
              <span>
                {old.bytes === null ? '大小未知' : formatSize(old.bytes)} · {formatTime(old.created_at)}
              </span>
            )}
          </figcaption>
        </figure>
        <figure>
          <div className={styles['picture']}>
            <FilePicture key={file.name} file={file} />
          </div>
          <figcaption>
            <strong>要上传的</strong>
            <span>
              {formatSize(file.size)} · {formatTime(file.lastModified)}
            </span>
          </figcaption>
        </figure>
      </div>
      {old?.bytes === file.size && <p className={styles['same']}>大小完全相同，可能就是同一个文件。</p>}
      <div className={styles['choices']}>
        {[can_use_old ? USE_OLD : SKIP, ...OTHERS].map(({ choice, label, text }, n) => (
          <Button key={choice} autoFocus={n === 0} onClick={() => decide(choice)}>
            <strong>{label}</strong>
            <small>{text}</small>
          </Button>
        ))}
      </div>
      {left > 0 && (
        <Checkbox checked={isForAll} onChange={({ target }) => setIsForAll(target.checked)}>
          其余 {left} 个也这样处理
        </Checkbox>
      )}
    </Modal>
  );
}

/** What is in a file of this computer: a picture, or the first picture of a video. */
function FilePicture({ file }: { file: File }) {
  const kind = kindOf(file.name);
  const show = useCallback(
    (element: HTMLImageElement | HTMLVideoElement | null) => {
      if (!element) return;
      const address = URL.createObjectURL(file);
      element.src = kind === 'video' ? `${address}#t=0.1` : address;
      return () => {
        // What is still being read would complain that its address is gone.
        element.removeAttribute('src');
        if (element instanceof HTMLVideoElement) element.load();
        URL.revokeObjectURL(address);
      };
    },
    [file, kind],
  );
  if (kind === 'image') return <img ref={show} alt="" />;
  if (kind === 'video') return <video ref={show} muted playsInline preload="metadata" />;
  return <FileOutlined aria-hidden="true" />;
}
